import { z } from 'zod';
import { type ReasonWords, wordingOf } from './wording/index.js';
import { type CaseReason, reason } from './caseReasons.js';
import { DomainError } from '../core/decider.js';
import { quote } from '../core/quote.js';
import {
  type CrossMatchOutcome,
  fieldKind,
  fieldMeaning,
  type FieldMatch,
  type MatchedDocument,
} from '../documents/index.js';
import { isBlank } from '../core/text.js';

/** What the caller knows of whom a case is about, by field: what its documents are expected to say. */
export interface ExpectedData {
  [field: string]: string | number | boolean;
}

/** Shape of it in an event. */
export const expectedData = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]),
) satisfies z.ZodType<ExpectedData>;

/** Most fields that a case expects. */
const MOST_EXPECTED = 50;

/** Longest text that is expected of a field, in characters. */
const LONGEST_EXPECTED = 500;

/** Longest name of a field. */
const LONGEST_FIELD = 128;

/** Two numbers at least, as a day and a year: what has fewer agrees with no date. */
const DATED = /\d\D+\d|\d{6}/;

/** What stands in a comparison for what is expected. */
const EXPECTED = 'expected';

/** From so many values on an outcome lists only those of its comparisons that are least alike. */
const ALL_LISTED = 11;

/** Holds what is expected to its limits. @throws DomainError `invalid`, naming the field */
export function assertExpected(expected: ExpectedData): void {
  const fields = Object.keys(expected);
  const refuse = (what: string): never => {
    throw new DomainError('invalid', `expected ${what}`);
  };
  if (fields.length > MOST_EXPECTED) refuse(`must name at most ${MOST_EXPECTED} fields`);
  for (const [field, value] of Object.entries(expected)) {
    if (!/[\p{L}\p{N}]/u.test(field) || field.length > LONGEST_FIELD)
      refuse(`has the name ${quote(field)}, which is no field`);
    if (typeof value !== 'string') continue;
    if (isBlank(value)) refuse(`must say something of ${quote(field)}`);
    if (fieldKind(field) === 'date' && !DATED.test(value))
      refuse(`must say a date of ${quote(field)}, such as 1990-04-17`);
    if (value.length > LONGEST_EXPECTED) refuse(`may say at most ${LONGEST_EXPECTED} characters of ${quote(field)}`);
  }
}

/** What has to be compared to know whether documents say what is expected: it stands as one more document among them. */
export function expectedComparison(
  expected: ExpectedData,
  documents: readonly MatchedDocument[],
): { documents: readonly MatchedDocument[]; match_fields: string[]; min_doc_types: number } {
  const own: MatchedDocument = { doc_id: EXPECTED, document_type: EXPECTED, extracted: { ...expected } };
  const fields = Object.keys(expected);
  return {
    documents: [own, ...documents],
    match_fields: inTwoParts(fields) ? [...fields, 'full_name'] : fields,
    min_doc_types: 1,
  };
}

/**
 * What speaks against approval in what documents say of what is expected: another value, or none.
 * @param outcome what came of `expectedComparison`; undefined where it was not compared
 */
export function expectedReasons(
  expected: ExpectedData | null | undefined,
  outcome: CrossMatchOutcome | undefined,
  say: ReasonWords = wordingOf('en').reason,
): CaseReason[] {
  if (!expected) return [];
  const fields = Object.keys(expected);
  const matchOf = (field: string): FieldMatch | undefined => matchIn(outcome, field);
  const whole = inTwoParts(fields) && isStated(matchOf('full_name')) ? ['full_name'] : [];
  // A name in one piece answers for the parts that documents do not state apart.
  const asked =
    whole.length > 0 && PARTS.some((part) => !isStated(matchOf(part))) ? withoutParts(fields, whole) : fields;
  return asked.flatMap((field) => reasonOf(field, matchOf(field), say));
}

function reasonOf(field: string, match: FieldMatch | undefined, say: ReasonWords): CaseReason[] {
  if (!match || !isStated(match)) {
    return [reason('expected_not_stated', say.expectedNotStated(field), null, field)];
  }
  const own = match.comparisons.filter(({ documents }) => documents.includes(EXPECTED));
  const differing = own.filter(({ agreed }) => !agreed);
  const maybeNotListed = !match.agreed && match.values.length > ALL_LISTED;
  if (differing.length === 0 && !maybeNotListed) return [];
  const ids = new Set(differing.flatMap(({ documents }) => documents));
  const types = new Set(match.values.filter(({ doc_id }) => ids.has(doc_id)).map(({ document_type }) => document_type));
  types.delete(EXPECTED);
  const named = [...types];
  const detail = say.expectedMismatch(field, named);
  return [reason('expected_mismatch', detail, named.length === 1 ? named[0]! : null, field)];
}

const PARTS: readonly string[] = ['surname', 'given_names'];

/** Whether a name is given in two parts alone. */
function inTwoParts(fields: readonly string[]): boolean {
  const meanings = new Set(fields.map(fieldMeaning));
  return PARTS.every((part) => meanings.has(part)) && !meanings.has('full_name');
}

const withoutParts = (fields: readonly string[], more: readonly string[]): string[] => [
  ...fields.filter((field) => !PARTS.includes(fieldMeaning(field))),
  ...more,
];

/** Two names of one meaning were compared as the first of them. */
function matchIn(outcome: CrossMatchOutcome | undefined, field: string): FieldMatch | undefined {
  const meaning = fieldMeaning(field);
  return Object.entries(outcome?.fields ?? {}).find(([name]) => fieldMeaning(name) === meaning)?.[1];
}

/** Whether a document states it, beside what is expected. */
const isStated = (match: FieldMatch | undefined): boolean =>
  match?.values.some(({ doc_id }) => doc_id !== EXPECTED) ?? false;
