import type { EventMode, Position } from '../../platform/eventStore/eventStore.js';

/** Who asks, for whom, and as part of what. Becomes the metadata of every event that a command leads to. */
export interface CommandContext {
  /** Tenant the actor acts for; `''` is the platform. */
  tenant_id: string;
  /** `key:<id>`, `person:<subject>`, `worker:<role>` or `system`. */
  actor: string;
  /** Ties together all that follows from one request. */
  correlation_id: string;
  /** Id of the request or event that caused the command. */
  causation_id: string;
  /** What a stream that the command starts is; `live` where it does not say. A stream that is there stays what it is. */
  mode?: EventMode;
  /** The same whenever the request is repeated; a request that cannot be told from another one has none. */
  command_id?: string;
}

/** Something with the revision of its stream at which it is so. */
export type AtRevision<T> = T & { revision: bigint };

/** What a command led to, and how far the log must be read for it to be visible. */
export interface Committed<T> {
  value: T;
  /** Position of the last event that was appended; absent when the command changed nothing. */
  position?: Position;
  /** Types of the appended events: they tell which read models are concerned. */
  event_types: string[];
}
