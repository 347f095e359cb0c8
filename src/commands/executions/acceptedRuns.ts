import pLimit from 'p-limit';
import { documentType, documentTypeStream, type DocumentTypeUsed } from '../../domain/documentTypes/index.js';
import {
  execution,
  executionStream,
  isAgentRun,
  type Execution,
  type PipelineRun,
} from '../../domain/executions/execution.js';
import { modelAskedBy } from '../../domain/documents/index.js';
import type { DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Bus } from '../../platform/bus/bus.js';
import type { EventMode } from '../../platform/eventStore/eventStore.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import { committed, type CommandHandler, type Handled } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { ExecutionCommands } from './executionCommands.js';
import { executionIn, type ExecutionRecorder, type RunPipeline } from './executionRecorder.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { candidatesFor, findPipeline, type Pipeline } from '../documents/pipelineTypes.js';
import { processDocument } from '../documents/processDocument.js';
import { GIVEN_UP } from '../documents/readWithEngine.js';

/** Runs that are accepted now and done later, by a worker. */
export interface AcceptedRunCommands {
  /**
   * Stores the input and the fact that it is to be run, once the broker answers. The relay takes it from there. What the type is decides its
   * stream, however late read models are: one that is made of others is run at once, and the answer is what came of it.
   * @throws DomainError `not_found` for an unknown type, `rule_broken` for a disabled one or a composite with an unusable member
   * @throws BusUnavailable
   * @throws EngineUnavailable as `runPipeline`, of a composite
   */
  accept(context: CommandContext, input: RunPipeline): Promise<Committed<Execution>>;
  /**
   * Does the work of an accepted run, unless it was done before: with the document type as it was when the run was
   * accepted. Steps are recorded as they end.
   * @throws EngineUnavailable when no engine can be had; the run stays as it is, to be tried again
   */
  process(context: CommandContext, execution_id: string): Promise<Committed<Execution>>;
  /** Fails a run that nobody will process any more; leaves one alone that has ended. */
  giveUp(context: CommandContext, execution_id: string): Promise<Committed<Execution>>;
}

/** What accepted runs stand on. */
export interface AcceptedRunDeps {
  handler: CommandHandler;
  recorder: ExecutionRecorder;
  blobs: BlobStore;
  engine: Pick<DocumentEngine, 'process' | 'understandsScenes'>;
  documentTypes: DocumentTypeCatalog;
  bus: Pick<Bus, 'ping'>;
  /** Does what is not for later. */
  runPipeline: ExecutionCommands['runPipeline'];
  clock: Clock;
  log: Log;
}

declare module '../core/commands.js' {
  interface Commands {
    acceptedRuns: AcceptedRunCommands;
  }
}

/** A composite may have hundreds of members: so many of their streams are read for it at the same time. */
const MEMBERS_AT_ONCE = 8;

/** Creates the commands of accepted runs. */
export function createAcceptedRunCommands(deps: AcceptedRunDeps): AcceptedRunCommands {
  const { handler, recorder, blobs, clock, documentTypes, bus } = deps;

  const pipelineOf = async (run: PipelineRun, mode: EventMode | undefined): Promise<Pipeline> => {
    const { tenant_id, document_type, members: used } = run;
    const documentType = await typeAsUsed(handler, document_type);
    const members = await pLimit(MEMBERS_AT_ONCE).map(used, (member) => typeAsUsed(handler, member));
    const known = members.length > 0 ? members : [documentType];
    return { documentType, members, candidates: await candidatesFor(documentTypes, { tenant_id, mode }, known) };
  };

  return {
    async accept(context, input) {
      const pipeline = await findPipeline(deps, { ...input, mode: context.mode });
      if (pipeline.members.length > 0) return deps.runPipeline(context, input);
      await bus.ping(); // accepted work must be able to go on its way
      const known = { ...context, tenant_id: input.tenant_id };
      const { started } = await recorder.start(known, input, pipeline, { sync: false });
      return committed(executionIn(started.state), started);
    },

    async process(givenContext, execution_id) {
      const { state, mode } = await handler.load(executionStream(execution_id), execution);
      if (state.status !== 'running') return committed(executionIn(state));
      const { run } = state;
      if (isAgentRun(run)) throw new Error('An agent run is not for the worker of pipeline runs');
      const context = { ...givenContext, tenant_id: run.tenant_id };
      const handled: Pick<Handled<unknown, { type: string }>, 'events' | 'position'>[] = [];
      // One after the other, in the order in which they ended; the run does not wait for them.
      let recorded: Promise<void> = Promise.resolve();
      const processed = await processDocument(deps, {
        ...{ execution_id, tenant_id: run.tenant_id, pipeline: await pipelineOf(run, mode) },
        input: { ...inputOf(run), file: () => blobs.read(run.input.key) },
        ...{ today: clock().toISOString().slice(0, 10), waited_ms: clock().getTime() - Date.parse(run.started_at) },
        onStep: (step) => {
          recorded = recorded.then(async () => {
            handled.push(await recorder.recordStep(context, execution_id, { step }));
          });
          recorded.catch(() => undefined); // awaited below
        },
      });
      if (processed.unavailable) {
        // Its steps are done anew, so what became of noting them is no matter: what a model was shown by then is told apart from them.
        await Promise.allSettled([recorded]);
        const shown = processed.steps.map(modelAskedBy);
        await recorder.noteShown(
          context,
          execution_id,
          shown.map((model_asked) => ({ doc_index: 0, model_asked })),
        );
        throw processed.unavailable;
      }
      await recorded;
      const finished = await recorder.finish(context, execution_id, processed);
      return committed(executionIn(finished.state), ...handled, finished);
    },

    async giveUp(givenContext, execution_id) {
      const known = await handler.load(executionStream(execution_id), execution);
      if (known.state.status !== 'running') return committed(executionIn(known.state));
      const context = { ...givenContext, tenant_id: known.state.run.tenant_id };
      const finished = await recorder.finish(context, execution_id, { steps: [], outcome: GIVEN_UP }, known);
      return committed(executionIn(finished.state), finished);
    },
  };
}

const inputOf = ({
  input_filename,
  input_extra,
}: PipelineRun): { filename: string; extra?: { [key: string]: unknown } } => ({
  filename: input_filename ?? '',
  ...(input_extra && { extra: input_extra }),
});

/** A document type as it was when a run was accepted, whatever has become of it since. */
async function typeAsUsed(
  handler: CommandHandler,
  { tenant_id, context_id, revision }: DocumentTypeUsed,
): Promise<KnownDocumentType> {
  const { state } = await handler.load(documentTypeStream({ tenant_id, context_id }), documentType, BigInt(revision));
  if (state.status !== 'defined')
    throw new Error(`The document type ${context_id} was not there at revision ${String(revision)}`);
  return { ...state.documentType, revision };
}
