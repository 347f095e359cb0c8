import { checkOf, type DocumentCheck } from '../../../domain/documents/index.js';

/** What a file says of itself, from the places that it does so in; of a PDF its information dictionary and its XMP. */
export interface FileRecords {
  /** The two places' words for one thing; what is in one place alone is not here. */
  pairs: readonly (readonly [one: string, other: string])[];
  /** ISO times. */
  created?: string | undefined;
  modified?: string | undefined;
}

/** Clocks, and times without a zone, are up to a day off. */
const A_DAY = 25 * 3600 * 1000;

/**
 * Whether what a file says of itself can be so: it was not changed before it was made, not made after today, and says the same in each
 * place. Programs that are careless with it do the same as a forger.
 * @param today ISO date
 */
export function contradictoryRecords(records: FileRecords, today: string): DocumentCheck {
  const [created, modified] = [records.created, records.modified].map((time) => Date.parse(time ?? ''));
  const backwards = created! - modified! > A_DAY;
  const later = [records.created, records.modified].find(
    (time) => Date.parse(time ?? '') - Date.parse(today) > 2 * A_DAY,
  );
  const pair = records.pairs.find(([one, other]) => differ(one, other));
  if (backwards) return failed('The file says that it was changed before it was made.', [records.created!, records.modified!]); // prettier-ignore
  if (later) return failed('The file says that it was made or changed after today.', [later, today]);
  if (pair) return failed('The file says one thing of itself in one place, and another in another.', [...pair]);
  if (!records.created && records.pairs.length === 0) {
    return checkOf('records_contradictory', 'not_run', 'The file does not say when or by what it was made.');
  }
  return checkOf('records_contradictory', 'passed', 'What the file says of itself does not contradict itself.');
}

const failed = (detail: string, values: string[]): DocumentCheck =>
  checkOf('records_contradictory', 'failed', detail, { values });

/** Times a day apart, or names that neither holds the other. */
function differ(one: string, other: string): boolean {
  const apart = Math.abs(Date.parse(one) - Date.parse(other));
  if (!Number.isNaN(apart) && /^\d{4}-/.test(one)) return apart > A_DAY;
  const [first, second] = [one, other].map((name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')) as [
    string,
    string,
  ];
  return !first.includes(second) && !second.includes(first);
}
