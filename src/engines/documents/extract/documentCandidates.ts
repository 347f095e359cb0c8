import type { EngineDocumentType } from '../documentEngine.js';
import type { FieldCandidates } from './assign.js';
import { applyCardLayout } from './cards/cardCandidates.js';
import { inOrder, type Candidate } from './candidate.js';
import { labelledCandidates, unlabelledCandidates, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import { headerAddress } from './header/address.js';
import { headerCompanies } from './header/company.js';
import { addParties } from './header/parties.js';
import type { Row, Segment } from './layout.js';
import { proseCandidates } from './prose/proseCandidates.js';
import { tableCandidates } from './table/tableCandidates.js';
import { totalCandidates } from './totals.js';
import type { LabelsBySegment } from './valueSpots.js';

/** The candidates of every field of a type: beside labels, by form, at the head of the page, by sums. */
export function candidatesByField(
  plans: readonly FieldPlan[],
  document: SearchedDocument,
  issuer?: Issuer,
): FieldCandidates[] {
  const fields = plans.map((plan) => ({ plan, candidates: candidatesOf(plan, document) }));
  applyCardLayout(fields, document);
  addIssuer(fields, document, issuer ?? issuerInSchema(plans));
  addParties(fields, document);
  return fields;
}

function candidatesOf(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  if (plan.hint.kind === 'list' && plan.hint.item.kind === 'object') return tableCandidates(plan, document);
  if (plan.concept === 'total') return totalCandidates(plan, document);
  return inOrder([
    ...labelledCandidates(plan, document),
    ...unlabelledCandidates(plan, document),
    ...proseCandidates(plan, document),
  ]);
}

/** The fields that are those of the issuer, as a document type says it. */
type Issuer = NonNullable<NonNullable<EngineDocumentType['describes']>['issuer']>;

/** A type that does not say whose name stands at the head, but asks for its issuer or for one company alone, can only mean that one. */
function issuerInSchema(plans: readonly FieldPlan[]): Issuer {
  if (plans.some(({ name }) => name === 'issuer_name')) return { name: 'issuer_name', address: 'issuer_address' };
  const onlyOne = (shape: FieldPlan['shape']): string | undefined => {
    const [field, ...others] = plans.filter((plan) => plan.shape === shape);
    return others.length === 0 ? field?.name : undefined;
  };
  return { name: onlyOne('company'), address: onlyOne('address') };
}

/** Adds to the fields of the issuer, who prints name and address at the head of the page, what stands there. */
function addIssuer(fields: readonly FieldCandidates[], { layout, labels }: SearchedDocument, issuer: Issuer): void {
  const announces = (row: Row): boolean => row.segments.some((segment) => beginsWithLabelAndColon(segment, labels));
  const company = fields.find(({ plan }) => plan.name === issuer.name);
  if (!company) return;
  company.candidates = inOrder([...company.candidates.filter(isAnnouncedName), ...headerCompanies(layout, announces)]);
  const address = fields.find(({ plan }) => plan.name === issuer.address);
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
