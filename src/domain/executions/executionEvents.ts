import { z } from 'zod';
import { agentUsed } from '../cases/index.js';
import { ERASURE_REASONS } from '../core/erasure.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { storedMetadata } from '../core/metadata.js';
import { documentTypeUsed } from '../documentTypes/index.js';
import { modelAsked, pipelineResult, type PipelineResult, type StepResult } from '../documents/index.js';
import { agentRunResult, type AgentRunResult, AgentRunStarted } from './agentRun.js';

/** What a run yields: one result, or for a composite type one per member under the member's `context_id`; of an agent its judgement. */
export type ExecutionResult = PipelineResult | { [context_id: string]: PipelineResult } | AgentRunResult;

/** A step as it is read back; `output` and `error` are null once the execution is erased. */
export interface ExecutionStep extends Omit<StepResult, 'output' | 'error'> {
  output: StepResult['output'] | null;
  error: string | null;
}

/** Where the original input lies in the blob store. */
export interface ExecutionInput {
  key: string;
  /** Bytes. */
  size: number;
}

const step = z.object({
  tool: z.custom<StepResult['tool']>((tool) => typeof tool === 'string'),
  order: z.number(),
  status: z.enum(['success', 'failed']),
  output: z.record(z.string(), z.unknown()).nullable(),
  error: z.string().nullable(),
  duration_ms: z.number(),
}) satisfies z.ZodType<ExecutionStep>;

const executionResult: z.ZodType<ExecutionResult> = z.union([
  pipelineResult,
  agentRunResult,
  z.record(z.string(), pipelineResult),
]);

/** What every later event of a run repeats, so that it can be understood without the ones before it. */
const ofRun = {
  execution_id: z.string(),
  /** `agent:<goal>` for an agent run. */
  context_id: z.string(),
  /** The configuration of the document type that runs; null for an agent run, but where one of its documents was read. */
  document_type: documentTypeUsed.nullable(),
  /** The configuration of the agent that runs; null for any other run. */
  agent: agentUsed.nullable(),
};

/** A document was accepted and its run began. */
export const PipelineRunStarted = defineEvent(
  'PipelineRunStarted',
  z.object({
    execution_id: z.string(),
    tenant_id: z.string(),
    context_id: z.string(),
    context_display_name: z.string(),
    document_type: documentTypeUsed,
    /** The types of a composite, which run in parallel; empty for any other type. */
    members: z.array(documentTypeUsed),
    masked_fields: z.array(z.string()),
    input: z.object({ key: z.string(), size: z.number() }) satisfies z.ZodType<ExecutionInput>,
    input_filename: z.string().nullable(),
    input_mime_type: z.string(),
    /** Other fields of the caller's input, kept for the worker that takes the run; null when there are none or nobody needs them. */
    input_extra: z.record(z.string(), z.unknown()).nullable(),
    sync: z.boolean(),
    /** Where to send the outcome; it may hold a secret of the caller's. */
    webhook_url: z.string().nullable(),
    metadata: storedMetadata,
    started_at: z.string(),
  }),
  { sealed: ['input_filename', 'input_extra', 'webhook_url', 'metadata'] },
);

/** A step of the run ended, well or not. Those of an agent run are its documents: `document_type` is what each was read with. */
export const StepFinished = defineEvent(
  'StepFinished',
  // Absent where no language model was asked.
  step.extend({ ...ofRun, model_asked: modelAsked.optional() }),
  { sealed: ['output', 'error'] },
);

/** A language model was shown a document of the run that was not read then all the same: it is read later, or the run ends without it. */
export const RunShownToModel = defineEvent(
  'RunShownToModel',
  z.object({
    ...ofRun,
    /** Which document of an agent run it is, from 0; 0 of any other run. */
    doc_index: z.number(),
    model_asked: modelAsked,
    shown_at: z.string(),
  }),
);

/** The run yielded a result. */
export const ExecutionCompleted = defineEvent(
  'ExecutionCompleted',
  z.object({
    ...ofRun,
    result: executionResult.nullable(),
    total_ms: z.number(),
    completed_at: z.string(),
  }),
  { sealed: ['result'] },
);

/** Why a run failed. */
export const FAILURE_REASONS = ['unreadable', 'engine_unavailable', 'interrupted', 'internal'] as const;

/** The run yielded nothing. */
export const ExecutionFailed = defineEvent(
  'ExecutionFailed',
  z.object({
    ...ofRun,
    reason: z.enum(FAILURE_REASONS),
    error: z.string().nullable(),
    total_ms: z.number(),
    completed_at: z.string(),
  }),
  { sealed: ['error'] },
);

/**
 * What was read was erased, and what it was read from; an agent run names its documents, any other run is its document.
 * Each step that was noted is named by its order.
 */
export const ExecutionErased = defineEvent(
  'ExecutionErased',
  z.object({
    ...ofRun,
    doc_ids: z.array(z.string()),
    step_orders: z.array(z.number()),
    /** Absent where it was erased before reasons were asked for. */
    reason: z.enum(ERASURE_REASONS).nullable().optional(),
    /** Ids of the saved searches whose texts held values of it, and are erased with it; absent where there were none. */
    saved_searches: z.array(z.string()).optional(),
    erased_at: z.string(),
  }),
);

/** Every event type of executions. */
export const executionEventDefinitions = [
  PipelineRunStarted,
  AgentRunStarted,
  StepFinished,
  RunShownToModel,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionErased,
] as const;

/** What can happen to an execution. */
export type ExecutionEvent = EventOf<(typeof executionEventDefinitions)[number]>;
