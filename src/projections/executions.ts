import type { Execution } from '../domain/execution.js';
import type { BlobRef } from '../platform/blobs/blobStore.js';

/** A row of the read model: the execution, and where its input is. */
export interface ExecutionRow extends Execution {
  /** The original input in the blob store; it is gone once the execution is erased. */
  input: BlobRef;
}

/** Which executions to list. */
export interface ExecutionFilter {
  /** Every tenant's when left out. */
  tenant_id?: string;
  limit: number;
  /** Leaves out agent runs (`context_id` begins with `agent:`). */
  pipeline_only?: boolean;
}

/** Reads executions. Values are unmasked. */
export interface ExecutionQueries {
  find(execution_id: string): Promise<ExecutionRow | undefined>;
  /** Newest first, by start and then id. */
  list(filter: ExecutionFilter): Promise<ExecutionRow[]>;
  /** Ids of those still running that started before `before`. */
  runningSince(before: Date): Promise<string[]>;
}
