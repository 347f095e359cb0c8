import type { Metadata } from '../core/metadata.js';
import type { Mode } from '../core/mode.js';
import { reason } from './caseReasons.js';
import type { CaseResult } from './caseResult.js';
import { type ReasonWords, wordingOf } from './wording/index.js';

/** The key of the metadata by which a trial says what it is to come to. */
const OUTCOME = 'outcome';

const DECISIONS: readonly CaseResult['decision'][] = ['approved', 'review', 'denied', 'failed'];

/**
 * The result of a trial (mode `test`), as its metadata wants it: with that decision, and first of all a reason that says so. What was found stays
 * beside it. Of anything else, and of a trial whose metadata names no decision, the result as it is.
 */
export function forcedOutcome(
  { mode, metadata }: { mode: Mode | null; metadata: Metadata | null },
  result: CaseResult,
  say: ReasonWords = wordingOf('en').reason,
): CaseResult {
  const wanted = mode === 'test' && metadata && Object.hasOwn(metadata, OUTCOME) ? metadata[OUTCOME] : undefined;
  const decision = DECISIONS.find((one) => one === wanted);
  if (decision === undefined) return result;
  const forced = reason('forced_outcome', say.forcedOutcome(decision));
  return { ...result, decision, reasons: [forced, ...result.reasons] };
}
