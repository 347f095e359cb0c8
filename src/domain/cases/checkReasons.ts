import {
  actionFor,
  type CheckPolicy,
  type DocumentCheck,
  isCheckCode,
  isOfPicture,
  isOfRules,
} from '../documents/index.js';
import { type CaseReason, EFFECT_OF_ACTION, reason } from './caseReasons.js';
import type { JudgedDocument } from './judgedDocument.js';
import { checkWords, type Wording } from './wording/index.js';

/**
 * The checks of a document that failed, as reasons, with the effect that the policy gives them. What is `ignore`d is left out, but for
 * what is strong: that is always named. Broken rules have reasons of their own.
 * @param is_retaken whether a later picture took its place: how the first was taken is nothing against the case then
 */
export const checkReasons = (
  { doc_id, document_type, checks }: JudgedDocument,
  policy: CheckPolicy,
  wording: Pick<Wording, 'checks'>,
  is_retaken = false,
): CaseReason[] =>
  checks.flatMap((check): CaseReason[] => {
    const { code, detail, field } = check;
    if (!isOwnReason(check) || !isCheckCode(code) || (is_retaken && isOfPicture(code))) return [];
    const action = actionFor(policy, check);
    if (action === 'ignore' && check.weight !== 'strong') return [];
    const effect = EFFECT_OF_ACTION[action];
    return [{ ...reason(code, checkWords(wording, code, detail), document_type, field), effect, check: code, doc_id }];
  });

const isOwnReason = ({ code, status }: DocumentCheck): boolean => status === 'failed' && !isOfRules(code);
