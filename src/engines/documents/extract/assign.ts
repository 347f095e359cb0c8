import type { Candidate, Span } from './candidate.js';
import type { FieldPlan } from './fieldPlan.js';

/** A field with what it may be, best first. */
export interface FieldCandidates {
  plan: FieldPlan;
  candidates: Candidate[];
}

/** What scores less is a guess, and a guess is not reported. */
const LEAST_SCORE = 0.3;

/**
 * Gives each field its best candidate such that no text is the value of two fields: the surest candidates choose first. Fields
 * announced by the same label may share its value. Returns for each field what is left of its candidates, the chosen one first.
 */
export function assign(fields: readonly FieldCandidates[]): Map<string, Candidate[]> {
  const proposals = fields
    .flatMap(({ plan, candidates }) => candidates.map((candidate) => ({ field: plan.name, candidate })))
    .filter(({ candidate }) => candidate.score >= LEAST_SCORE)
    .sort((a, b) => b.candidate.score - a.candidate.score);
  const chosen = new Map<string, Candidate>();
  for (const { field, candidate } of proposals) {
    if (chosen.has(field)) continue;
    const taken = [...chosen].some(
      ([other, its]) =>
        !isTable(candidate) &&
        !isTable(its) &&
        !candidate.announcedFor.includes(other) &&
        overlaps(its.spans, candidate.spans),
    );
    if (!taken) chosen.set(field, candidate);
  }
  return new Map(
    fields.map(({ plan, candidates }) => {
      const first = chosen.get(plan.name);
      return [plan.name, first ? [first, ...candidates.filter((other) => other !== first)] : []];
    }),
  );
}

/** What a table lists may be stated again by other fields: the date of the last transaction, the closing balance. */
const isTable = ({ via }: Candidate): boolean => via === 'table';

const overlaps = (some: readonly Span[], others: readonly Span[]): boolean =>
  some.some((a) => others.some((b) => a.segment === b.segment && a.start < b.end && a.end > b.start));
