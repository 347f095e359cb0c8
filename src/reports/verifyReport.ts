import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import {
  checkLogProof,
  createTreeHashing,
  ProofFailed,
  type AuditLeaf,
  type SignedTreeHead,
} from '../domain/audit/index.js';
import { sha256 } from '../platform/signing/sha256.js';
import { isSignedBy } from '../platform/signing/verifySigned.js';
import { contentHash, reportHash } from './integrity.js';

/** What was found to hold. */
export interface VerifiedReport {
  session_id: string;
  /** Events of the case, all of which are in the log. */
  events: number;
  head: SignedTreeHead;
}

const REPORT = z.looseObject({
  case: z.looseObject({ session_id: z.string() }),
  timeline: z.array(
    z.looseObject({ event_id: z.string(), revision: z.int(), type: z.string(), at: z.string(), by: z.string() }),
  ),
  integrity: z.looseObject({
    history: z.looseObject({ stream: z.string(), events: z.int() }),
    proof: z.unknown(),
    signature: z.string().nullable(),
    report_sha256: z.string(),
  }),
});
type Report = z.infer<typeof REPORT>;

/** What is hashed is what was given: a copy of the schema's leaves out a member that is called `__proto__`. */
const isReport = (given: unknown): given is Report => REPORT.safeParse(given).success;

/**
 * Verifies a case report by itself: that it is as it was signed, and that its timeline is the whole history of the case up to a point, with every
 * event in the log that the tree head is of. Needs nothing but the report and the public keys.
 * @throws ProofFailed with a sentence that says what does not hold
 */
export function verifyReport(given: unknown, keys: readonly KeyObject[]): VerifiedReport {
  if (!isReport(given)) throw new ProofFailed('This is no case report with an integrity of the form that is known');
  const report = given;
  const { signature, report_sha256, ...content } = report.integrity;
  if (reportHash({ ...report, integrity: { ...content, signature } }) !== report_sha256)
    throw new ProofFailed('The report was changed: it does not have the hash that it carries');
  const signed = { report: contentHash({ ...report, integrity: content }), signature: signature ?? '' };
  if (!isSignedBy(keys, signed)) throw new ProofFailed('The report was signed with none of the keys');
  const { proof, history } = content;
  if (proof === null)
    throw new ProofFailed('The report carries no proof: it was made before the tree over the log had its events');
  const { head, leaves } = verifyProof(proof, keys);
  compareTimeline(report, leaves);
  return { session_id: report.case.session_id, events: history.events, head };
}

/** Verifies a proof by itself, as `integrity.proof` of a report is one. @throws ProofFailed */
export const verifyProof = (
  given: unknown,
  keys: readonly KeyObject[],
): { head: SignedTreeHead; leaves: readonly AuditLeaf[] } =>
  checkLogProof(given, { hashing: createTreeHashing(sha256), isSigned: (head) => isSignedBy(keys, head) });

/** Holds what the report says happened against what the log says. @throws ProofFailed */
function compareTimeline(
  { timeline, case: theCase, integrity: { history } }: Report,
  leaves: readonly AuditLeaf[],
): void {
  if (history.stream !== `case-${theCase.session_id}`) throw new ProofFailed('The history is that of another case');
  if (timeline.length !== history.events || leaves.length !== history.events)
    throw new ProofFailed('The timeline, the history and the proof do not have the same number of events');
  for (const [n, { event_id, revision, type, at, by }] of timeline.entries()) {
    const leaf = leaves[n];
    const isSame =
      leaf?.stream === history.stream &&
      leaf.revision === String(n) &&
      revision === n &&
      leaf.id === event_id &&
      leaf.type === type &&
      leaf.occurred_at === at &&
      leaf.actor === by;
    if (!isSame) throw new ProofFailed(`Event ${n} of the timeline is not the one that is in the log`);
  }
}
