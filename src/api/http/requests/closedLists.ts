import { distance } from 'fastest-levenshtein';
import { REASON_CODES } from '../../../domain/cases/index.js';
import { quote } from '../../../domain/core/quote.js';
import { ApiError } from '../responses/apiError.js';

/** Most names that a refusal proposes. */
const MOST_NAMED = 3;

/** Of what is that many letters off or fewer one name is surely meant; a third of a longer one. */
const SURELY_OFF = 2;

/** Refuses a reason that no case can have: a list narrowed to it would look like an empty one. @throws ApiError 422 */
export const assertReason = (given: string | undefined): void =>
  assertOneOf(given, { field: 'reason', known: REASON_CODES, must: 'be the code of a reason' });

/** Refuses what is none of a closed list, and names the nearest of it. @throws ApiError 422 */
export function assertOneOf(
  given: string | undefined,
  { field, known, must }: { field: string; known: readonly string[]; must: string },
): void {
  if (given === undefined || known.includes(given)) return;
  const meant = nearestOf(given, known).map((name) => quote(name));
  const named = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(meant);
  throw new ApiError(422, `The field \`${field}\` must ${must}, and ${quote(given)} is none; did you mean ${named}?`);
}

/** The names that differ least, letters' case and what stands between words aside: those that are equally near, else the next ones too. */
function nearestOf(given: string, known: readonly string[]): string[] {
  const text = plain(given.slice(0, 64));
  const byDistance = known
    .map((name) => ({ name, off: distance(text, plain(name)) }))
    .toSorted((one, other) => one.off - other.off);
  const least = byDistance[0]?.off ?? 0;
  const isSure = least <= Math.max(SURELY_OFF, text.length / 3);
  return byDistance
    .filter(({ off }) => !isSure || off === least)
    .slice(0, MOST_NAMED)
    .map(({ name }) => name);
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
