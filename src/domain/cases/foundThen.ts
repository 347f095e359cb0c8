import type { Case } from './case.js';
import type { CaseResult } from './caseResult.js';
import type { FaceFinding } from './faceChecks.js';
import type { SeenBefore } from './seenBefore.js';
import type { WatchlistFinding } from './watchlistChecks.js';
import { DEFAULT_LANGUAGE, wordingFor } from './wording/index.js';
import { SEEN_CODES } from '../documents/index.js';
import type { GovernanceCheck } from './caseResult.js';

/**
 * What had been found out when a case was judged, as its result tells it: for whoever judges it again as of then. What was seen before is
 * known as far as it was named: what the policy of that time ignored is not.
 */
export function seenThen({ result, language, agent }: Pick<Case, 'result' | 'language' | 'agent'>): SeenBefore[] {
  const say = wordingFor(language ?? DEFAULT_LANGUAGE, agent.type_names).reason;
  return (result?.reasons ?? []).flatMap(({ code: named, doc_id, detail, seen_in, blocklist_entries }) => {
    const code = SEEN_CODES.find((one) => one === named);
    if (code === undefined || doc_id === undefined) return [];
    const of_another = detail.endsWith(say.ofAnother);
    return [{ code, doc_id, by: 'document', cases: seen_in ?? [], of_another, entries: blocklist_entries ?? [] }];
  });
}

/**
 * What came of comparing faces then, held to the likeness that is asked for now. Faces that nobody compared are such as could not be:
 * nothing is looked at again.
 * @param threshold 0 to 1; undefined where no comparing is asked for
 */
export function facesThen(
  { result }: Pick<Case, 'result'>,
  threshold: number | undefined,
): readonly FaceFinding[] | undefined {
  if (threshold === undefined) return undefined;
  if (!result?.face_checks) return [{ ...NOT_COMPARED, threshold }];
  return result.face_checks.map((check) => ({
    ...check,
    threshold,
    status: check.similarity === null ? check.status : check.similarity >= threshold ? 'passed' : 'failed',
  }));
}

const NOT_COMPARED = {
  ...{ status: 'not_run', why: 'no_engine', document_type: null, portrait: null, selfie: null },
  ...{ similarity: null, far: null, networks: '' },
} as const satisfies Omit<FaceFinding, 'threshold'>;

/**
 * What came of looking for faces in watchlists then, of those that are named now. One that nobody looked through then is such as could not be:
 * nothing is searched again.
 * @param watchlists undefined or empty where none is named
 */
export function watchlistsThen(
  { result }: Pick<Case, 'result'>,
  watchlists: readonly string[] | undefined,
): readonly WatchlistFinding[] | undefined {
  if (!watchlists || watchlists.length === 0) return undefined;
  const found = result?.watchlist_checks ?? [];
  return watchlists.flatMap((database): readonly WatchlistFinding[] => {
    const then = found.filter((check) => check.database === database);
    return then.length > 0 ? then : [{ ...NOT_SEARCHED, database }];
  });
}

const NOT_SEARCHED = {
  ...{ status: 'not_run', why: 'no_engine', picture: null, document_type: null, face: null },
  ...{ similarity: null, threshold: 0, far: null, compared: null, expected_false_matches: null, networks: '' },
} as const satisfies Omit<WatchlistFinding, 'database'>;

/** How documents stood to the rules of that time; of others what is known now. */
export const rulesThen = (
  result: CaseResult,
  now: readonly GovernanceCheck[],
  isAnew: (check: GovernanceCheck) => boolean,
): GovernanceCheck[] =>
  now.map((check) =>
    isAnew(check) ? check : (result.governance.checks.find(({ doc_id }) => doc_id === check.doc_id) ?? check),
  );
