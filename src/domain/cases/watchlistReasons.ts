import { actionFor, type CheckPolicy, WATCHLIST_HIT_WEIGHT } from '../documents/index.js';
import { type CaseReason, EFFECT_OF_ACTION, reason } from './caseReasons.js';
import type { WatchlistCheck, WatchlistFinding } from './watchlistChecks.js';
import type { ReasonWords } from './wording/index.js';

/** Findings as checks. */
export const watchlistChecks = (findings: readonly WatchlistFinding[], say: ReasonWords): WatchlistCheck[] =>
  findings.map((finding) => ({
    ...finding,
    ...{ code: 'face_watchlist_hit', weight: WATCHLIST_HIT_WEIGHT, detail: detailOf(finding, say.watchlist) },
  }));

function detailOf(
  { status, database, picture, document_type }: WatchlistFinding,
  say: ReasonWords['watchlist'],
): string {
  const names: Readonly<Record<string, string>> = say.names;
  const list = (Object.hasOwn(names, database) ? names[database] : undefined) ?? database;
  if (picture === null) return say.nothingToSearch(list);
  const face = picture === 'selfie' ? say.selfie : say.portrait(document_type ?? '');
  if (status === 'not_run') return say.notSearched(face, list);
  return status === 'failed' ? say.hit(face, list) : say.clear(face, list);
}

/**
 * What checks of watchlists speak against approval: each hit, which is strong and named also where the policy ignores it; and each face that was
 * not looked for, so that a case is not approved for want of a search. A document without a portrait is no reason where another one's was looked
 * for: many identity documents have none, as the back of a card.
 */
export const watchlistReasons = (checks: readonly WatchlistCheck[], policy: CheckPolicy): CaseReason[] => {
  const hasPortrait = checks.some(({ picture, why }) => picture === 'portrait' && why !== 'no_portrait');
  return checks.flatMap((check): CaseReason[] => {
    const { status, code, weight, why, detail, document_type, face } = check;
    const about = face && { doc_id: face.doc_id };
    if (status === 'failed') {
      const effect = EFFECT_OF_ACTION[actionFor(policy, { code, weight })];
      return [{ ...reason(code, detail, document_type), effect, ...about }];
    }
    if (status === 'passed' || (hasPortrait && why === 'no_portrait')) return [];
    return [{ ...reason('face_not_searched', detail, document_type), ...about }];
  });
};
