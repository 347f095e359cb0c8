import type { AuditEntry } from '../../projections/audit/auditProjection.js';
import type { LogPosition } from './proofContract.js';

/** That something was done to something: what it was, the audit trail tells. */
export interface ChangeEntryView {
  position: LogPosition;
  /** By the clock of the store. @example "2026-03-02T09:04:00.012Z" */
  at: string;
  /**
   * The type of the event.
   * @example "CaseDecided"
   */
  action: string;
  /** @example "case-5d1c7b7e-2f7a-4a39-8e55-0c2a7a1f9b30" */
  aggregate: string;
}

/** What was done since. */
export interface ChangesView {
  /** Oldest first. */
  changes: ChangeEntryView[];
  /** What to ask with next, as `after`. */
  next: LogPosition;
}

/** What is told of entries, which lie behind a place in the log; where there are none, that place is where to go on from. */
export const changesOf = (entries: readonly AuditEntry[], after: LogPosition): ChangesView => ({
  changes: entries.map(({ position, at, action, aggregate }) => ({ position, at, action, aggregate })),
  next: entries.at(-1)?.position ?? after,
});

/** What a `LogPosition` looks like, for where it comes in a header. */
export const POSITION = /^(0|[1-9][0-9]{0,17})$/;
