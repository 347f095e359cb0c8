import { createHash } from 'node:crypto';
import type { CaseEvent } from '../domain/cases/index.js';
import { canonicalJson } from '../domain/core/canonicalJson.js';
import type { Decoded } from '../platform/eventStore/eventCodec.js';
import type { RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { CaseReport, ReportIntegrity } from './caseReport.js';

/** All that happened in a case, oldest first, and the hash over it. */
export interface CaseHistory {
  stream: string;
  events: readonly Decoded<CaseEvent>[];
  /** `historyHash` of the events as they are stored. */
  sha256: string;
}

/**
 * One hash over a stream: each event, with sealed values as they are stored, is hashed together with the hash before it. The
 * first one begins with 64 zeros. It stays the same when the case is erased, and anyone who can read the store can repeat it.
 * @returns SHA-256, lower-case hex
 */
export const historyHash = (events: readonly RecordedEvent[]): string =>
  events.reduce(
    (before, { id, stream, revision, type, data, metadata }) =>
      sha256(before + canonicalJson({ id, stream, revision: Number(revision), type, data, metadata })),
    '0'.repeat(64),
  );

/** The hash that a report carries of itself: over all of it but this hash. */
export const reportHash = (report: Hashed<'report_sha256'>): string => sha256(canonicalJson(report));

/** The hash that is signed: over all of a report but its own hash and the signature. */
export const contentHash = (report: Hashed<'report_sha256' | 'signature'>): string => sha256(canonicalJson(report));

/** A report, one that was read from a file too, without some of its integrity. */
type Hashed<LeftOut extends keyof ReportIntegrity> =
  | (Omit<CaseReport, 'integrity'> & { integrity: Omit<ReportIntegrity, LeftOut> })
  | { [member: string]: unknown; integrity: { [member: string]: unknown } & { [member in LeftOut]?: never } };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
