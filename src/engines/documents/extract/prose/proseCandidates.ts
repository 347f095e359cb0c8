import type { Candidate } from '../candidate.js';
import { candidate, type SearchedDocument } from '../fieldCandidates.js';
import type { FieldPlan } from '../fieldPlan.js';
import { readValues } from '../readValue.js';
import { PHRASINGS } from './phrasings.js';
import { proseOf, spansOf } from './proseText.js';

/** How sure a value is that stands in the wording of a deed; what a clause names may also be named otherwise. */
const IN_WORDING = 0.85;
/** Shapes of which the phrase says more exactly where the value ends than its form does. */
const AS_WORDED: readonly string[] = ['person', 'company', 'address', 'place', 'text'];

/** What running text states of a field: `between … (the "Lender")`, `governed by the law of …`. */
export function proseCandidates(plan: FieldPlan, { layout, context }: SearchedDocument): Candidate[] {
  const phrasings = PHRASINGS.filter(({ fields }) => fields.includes(plan.name));
  if (phrasings.length === 0) return [];
  const prose = proseOf(layout);
  return phrasings.flatMap(({ pattern }) => {
    const match = pattern.exec(prose.text);
    const raw = match?.groups?.['value']?.trim();
    if (!match || !raw) return [];
    const at = prose.text.indexOf(raw, match.index);
    const value = AS_WORDED.includes(plan.shape) ? raw : readValues(raw, plan, context)[0]?.value;
    if (value === undefined) return [];
    const read = { value, raw, start: at, end: at + raw.length, form: 1 };
    return [candidate(read, spansOf(prose, at, at + raw.length), 'right', IN_WORDING)];
  });
}
