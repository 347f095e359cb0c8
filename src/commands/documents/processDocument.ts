import type { ExecutionOutcome, ExecutionResult } from '../../domain/executions/index.js';
import type { PipelineResult, StepResult } from '../../domain/documents/pipeline.js';
import {
  EngineUnavailable,
  type DocumentEngine,
  type DocumentOutcome,
} from '../../engines/documents/documentEngine.js';
import type { Log } from '../../platform/log.js';
import type { KnownDocumentType, Pipeline } from './pipelineTypes.js';

/** A document and what it is to be put through. */
export interface ProcessDocument {
  engine: Pick<DocumentEngine, 'process'>;
  log: Log;
  execution_id: string;
  pipeline: Pipeline;
  input: { bytes: Uint8Array; filename: string; extra?: { [key: string]: unknown } };
  /** ISO date. */
  today: string;
  /** Told of each step as it ends; not for composite types, whose steps are their members. */
  onStep?: (step: StepResult) => void;
}

/** What came of it, as it is to be recorded. */
export interface Processed {
  steps: StepResult[];
  outcome: ExecutionOutcome;
  /** Set when the document is not to blame. */
  engineUnavailable?: EngineUnavailable;
}

/** Puts a document through the engine; for a composite type through all members at the same time. Never throws. */
export async function processDocument(request: ProcessDocument): Promise<Processed> {
  const { pipeline, log, execution_id } = request;
  try {
    if (pipeline.members.length > 0) return await processMembers(request);
    return recordable(await processAs(pipeline.documentType, request));
  } catch (error) {
    if (error instanceof EngineUnavailable) {
      return {
        ...failed('engine_unavailable', 'No document engine was available; send it again'),
        engineUnavailable: error,
      };
    }
    // Only the kind of error: its message could quote the document.
    log.error(
      { execution_id, error: error instanceof Error ? error.name : typeof error },
      'the document engine failed',
    );
    return failed('internal', 'Something went wrong on our side while the document was processed; send it again');
  }
}

const processAs = (
  documentType: KnownDocumentType,
  { engine, pipeline, input, today, onStep }: ProcessDocument,
): Promise<DocumentOutcome> => {
  const { bytes, filename, extra = {} } = input;
  return engine.process({ bytes, filename, documentType, candidates: pipeline.candidates, today, extra }, onStep);
};

const failed = (reason: Extract<ExecutionOutcome, { status: 'failed' }>['reason'], error: string): Processed => ({
  steps: [],
  outcome: { status: 'failed', reason, error },
});

function recordable(outcome: DocumentOutcome): Processed {
  const { steps, error } = outcome;
  const result = resultOf(outcome);
  return { steps, outcome: result ? { status: 'completed', result } : { status: 'failed', ...unreadable(error) } };
}

const resultOf = ({ status, result }: DocumentOutcome): PipelineResult | null =>
  status === 'completed' ? result : null;

const unreadable = (error: string | undefined): { reason: 'unreadable'; error: string } => ({
  reason: 'unreadable',
  error: error ?? 'The document could not be read',
});

/** One step per member, and the results of those that could be read under their names. */
async function processMembers(request: ProcessDocument): Promise<Processed> {
  const { members } = request.pipeline;
  const outcomes = await Promise.all(
    members.map(async (member) => {
      const begun = performance.now();
      const outcome = await processAs(member, request);
      return { member, outcome, duration_ms: Math.round(performance.now() - begun) };
    }),
  );
  const results: { [context_id: string]: PipelineResult } = {};
  const steps = outcomes.map(({ member, outcome, duration_ms }, order): StepResult => {
    const tool = `type:${member.context_id}` as const;
    const result = resultOf(outcome);
    if (!result) {
      return { tool, order, status: 'failed', output: {}, error: unreadable(outcome.error).error, duration_ms };
    }
    results[member.context_id] = result;
    return { tool, order, status: 'success', output: { ...result, steps: outcome.steps }, duration_ms };
  });
  return { steps, outcome: outcomeOf(results, outcomes.find(({ outcome }) => !resultOf(outcome))?.outcome.error) };
}

const outcomeOf = (result: ExecutionResult, error: string | undefined): ExecutionOutcome =>
  Object.keys(result).length > 0 ? { status: 'completed', result } : { status: 'failed', ...unreadable(error) };
