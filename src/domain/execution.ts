import type { PipelineResult, StepResult } from './pipeline.js';

/** Values of an execution's `status`. */
export const EXECUTION_STATUSES = ['running', 'completed', 'failed'] as const;

/** What a run yields: one result, or for a composite type one per member under the member's `context_id`. */
export type ExecutionResult = PipelineResult | { [context_id: string]: PipelineResult };

/** A step as it is read back; `output` and `error` are null once the execution is erased. */
export interface ExecutionStep extends Omit<StepResult, 'output' | 'error'> {
  output: StepResult['output'] | null;
  error: string | null;
}

/** One run of a document through a pipeline. Values in it are unmasked: mask them before they leave the service. */
export interface Execution {
  execution_id: string;
  tenant_id: string;
  context_id: string;
  context_display_name: string;
  status: (typeof EXECUTION_STATUSES)[number];
  /** For a composite type one step `type:<context_id>` per member, in their order. */
  steps: ExecutionStep[];
  /** Null while running, when failed, and once erased. */
  result: ExecutionResult | null;
  /** A sentence a user understands, when failed; null once erased. */
  error: string | null;
  /** Null once erased. */
  input_filename: string | null;
  input_mime_type: string;
  /** ISO 8601 */
  started_at: string;
  completed_at: string | null;
  /** Wall-clock milliseconds from start to outcome. */
  total_ms: number | null;
  /** Fields to mask, by the `context_id` whose rules ask for it: what the types said when the run started. */
  masked_fields: { [context_id: string]: string[] };
  /** True once the personal values were erased. */
  erased: boolean;
}
