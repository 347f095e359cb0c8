import { actionFor, type CheckPolicy, FACE_MISMATCH_WEIGHT } from '../documents/index.js';
import { type CaseReason, EFFECT_OF_ACTION, reason } from './caseReasons.js';
import type { FaceCheck, FaceFinding } from './faceChecks.js';
import type { ReasonWords } from './wording/index.js';

/** Findings as checks. */
export const faceChecks = (findings: readonly FaceFinding[], say: ReasonWords): FaceCheck[] =>
  findings.map((finding) => ({
    ...finding,
    ...{ code: 'face_mismatch', weight: FACE_MISMATCH_WEIGHT, detail: detailOf(finding, say) },
  }));

function detailOf({ status, why, document_type }: FaceFinding, say: ReasonWords): string {
  if (status === 'not_run') return say.faceNotCompared[why ?? 'no_engine'](document_type);
  return status === 'passed' ? say.faceAlike(document_type ?? '') : say.faceMismatch(document_type ?? '');
}

/**
 * What checks of faces speak against approval: each mismatch, which is strong and named also where the policy ignores it; and what was not
 * compared, so that a case is not approved for want of a selfie. A document without a portrait is no reason where that of another one was compared:
 * many identity documents have none, as the back of a card.
 */
export const faceReasons = (checks: readonly FaceCheck[], policy: CheckPolicy): CaseReason[] => {
  const wasCompared = checks.some(({ status }) => status !== 'not_run');
  return checks.flatMap((check): CaseReason[] => {
    const { status, code, weight, why, detail, document_type, portrait } = check;
    const about = portrait && { doc_id: portrait.doc_id };
    if (status === 'failed') {
      const effect = EFFECT_OF_ACTION[actionFor(policy, { code, weight })];
      return [{ ...reason(code, detail, document_type), effect, ...about }];
    }
    if (status === 'passed' || (wasCompared && why === 'no_portrait')) return [];
    return [{ ...reason('face_not_compared', detail, document_type), ...about }];
  });
};
