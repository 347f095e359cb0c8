import type { FieldCandidates } from './assign.js';
import type { Candidate } from './candidate.js';
import { labelledCandidates, unlabelledCandidates, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import { headerAddress } from './header/address.js';
import { headerCompanies } from './header/company.js';
import type { Row, Segment } from './layout.js';
import { tableCandidates } from './table/tableCandidates.js';
import { totalCandidates } from './totals.js';
import type { LabelsBySegment } from './valueSpots.js';
import { applyCardLayout } from './cards/cardCandidates.js';

/** The candidates of every field of a type: beside labels, by form, at the head of the page, by sums. */
export function candidatesByField(plans: readonly FieldPlan[], document: SearchedDocument): FieldCandidates[] {
  const fields = plans.map((plan) => ({ plan, candidates: candidatesOf(plan, document) }));
  applyCardLayout(fields, document);
  addIssuer(fields, document);
  return fields;
}

function candidatesOf(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  if (plan.hint.kind === 'list' && plan.hint.item.kind === 'object') return tableCandidates(plan, document);
  if (plan.concept === 'total') return totalCandidates(plan, document);
  return inOrder([...labelledCandidates(plan, document), ...unlabelledCandidates(plan, document)]);
}

/** The first company and the first address of a schema are those of the issuer, who prints them at the head of the page. */
function addIssuer(fields: readonly FieldCandidates[], { layout, labels }: SearchedDocument): void {
  const announces = (row: Row): boolean => row.segments.some((segment) => beginsWithLabelAndColon(segment, labels));
  const company = fields.find(({ plan }) => plan.shape === 'company');
  if (!company) return;
  company.candidates = inOrder([...company.candidates.filter(isAnnouncedName), ...headerCompanies(layout, announces)]);
  const address = fields.find(({ plan }) => plan.shape === 'address');
  if (!address) return;
  const atHead = headerAddress(layout, company.candidates[0] ?? null, announces);
  address.candidates = inOrder([...address.candidates, ...(atHead ? [atHead] : [])]);
}

/** `Supplier: …` announces a name, `Bank of …` is one. */
const beginsWithLabelAndColon = (segment: Segment, labels: LabelsBySegment): boolean =>
  (labels.get(segment) ?? []).some(
    (hit) =>
      !/\p{L}/u.test(segment.text.slice(0, hit.start)) &&
      /^[^\p{L}\p{N}]*(?:[:=]|$)/u.test(segment.text.slice(hit.end)),
  );

/** The name of a company beside its label; in running text the label is just a word. */
const isAnnouncedName = ({ label, raw }: Candidate): boolean => label >= 0.9 && /\p{L}{3}/u.test(raw);

const inOrder = (candidates: Candidate[]): Candidate[] => candidates.sort((a, b) => b.score - a.score);
