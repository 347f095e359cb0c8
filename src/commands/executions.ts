import type { Execution } from '../domain/execution.js';
import type { CommandContext, Committed } from './context.js';

/** A document to be put through the pipeline of a document type, now. */
export interface RunPipeline {
  tenant_id: string;
  /** Type of the tenant, else the global one. */
  context_id: string;
  input: {
    bytes: Uint8Array;
    filename: string;
    mime_type: string;
    /** Other fields of the caller's input; handed to each step, not stored. */
    extra?: { [key: string]: unknown };
  };
  webhook_url?: string;
}

/** What can be asked of executions. */
export interface ExecutionCommands {
  /**
   * Stores the input, runs it and records what came of it. A document that cannot be read is a `failed` execution, not
   * an error.
   * @throws DomainError `not_found` for an unknown type, `rule_broken` for a disabled one or a composite with an unusable member
   * @throws EngineUnavailable when no engine could be had; the execution is recorded as failed
   */
  runPipeline(context: CommandContext, input: RunPipeline): Promise<Committed<Execution>>;
  /** Forgets what was read from the document and the document itself. @throws DomainError `not_found`, `conflict` while running */
  erase(context: CommandContext, execution_id: string): Promise<Committed<void>>;
  /** Fails executions that a killed process left `running` for longer than any run may take. Returns how many. */
  sweepInterrupted(context: CommandContext): Promise<Committed<number>>;
}
