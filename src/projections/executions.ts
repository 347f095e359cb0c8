import type { Execution } from '../domain/execution.js';

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
  find(execution_id: string): Promise<Execution | undefined>;
  /** Newest first, by start and then id. */
  list(filter: ExecutionFilter): Promise<Execution[]>;
  /** Ids of those still running that started before `before`. */
  runningSince(before: Date): Promise<string[]>;
}
