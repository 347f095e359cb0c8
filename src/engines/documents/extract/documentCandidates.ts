import type { FieldCandidates } from './assign.js';
import type { Candidate } from './candidate.js';
import { labelledCandidates, unlabelledCandidates, type SearchedDocument } from './fieldCandidates.js';
import type { FieldPlan } from './fieldPlan.js';
import { headerAddress } from './header/address.js';
import { headerCompanies } from './header/company.js';
import { totalCandidates } from './totals.js';

/** The candidates of every field of a type: beside labels, by form, at the head of the page, by sums. */
export function candidatesByField(plans: readonly FieldPlan[], document: SearchedDocument): FieldCandidates[] {
  const fields = plans.map((plan) => ({ plan, candidates: candidatesOf(plan, document) }));
  addIssuer(fields, document);
  return fields;
}

function candidatesOf(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  if (plan.concept === 'total') return totalCandidates(plan, document);
  return inOrder([...labelledCandidates(plan, document), ...unlabelledCandidates(plan, document)]);
}

/** The first company and the first address of a schema are those of the issuer, who prints them at the head of the page. */
function addIssuer(fields: readonly FieldCandidates[], { layout }: SearchedDocument): void {
  const company = fields.find(({ plan }) => plan.shape === 'company');
  if (!company) return;
  company.candidates = inOrder([...company.candidates.filter(isAnnouncedName), ...headerCompanies(layout)]);
  const address = fields.find(({ plan }) => plan.shape === 'address');
  if (!address) return;
  const atHead = headerAddress(layout, company.candidates[0] ?? null);
  address.candidates = inOrder([...address.candidates, ...(atHead ? [atHead] : [])]);
}

/** The name of a company beside its label; in running text the label is just a word. */
const isAnnouncedName = ({ label, raw }: Candidate): boolean => label >= 0.9 && /\p{L}{3}/u.test(raw);

const inOrder = (candidates: Candidate[]): Candidate[] => candidates.sort((a, b) => b.score - a.score);
