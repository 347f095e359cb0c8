import { agentContextId, type AgentRun } from '../../domain/executions/agentRun.js';
import { noAgentFor, readDefinition, usedTypes } from '../../domain/agents/index.js';
import { type CaseAgent, caseAgentOf } from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Metadata } from '../../domain/core/metadata.js';
import {
  execution,
  executionStream,
  isAgentRun,
  type Execution,
  type ExecutionOutcome,
} from '../../domain/executions/execution.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import { understandsScenes } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { createByteRoom, type ByteRoomSize } from '../../platform/byteRoom.js';
import type { Clock } from '../../platform/clock.js';
import type { Exclusive } from '../../platform/exclusive/exclusive.js';
import type { Log } from '../../platform/log.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import type { AgentDirectory } from '../agents/agentDirectory.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { HeldElsewhere } from '../core/heldElsewhere.js';
import type { EventMode } from '../../platform/eventStore/eventStore.js';
import { assertDeployedFor } from '../cases/openableAgents.js';
import { findAgentTypes, usableTypes } from '../documents/agentDocuments.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import {
  bytesOfOpened,
  bytesOfRun,
  loadFiles,
  openRunFiles,
  storeFiles,
  type OpenedFiles,
  type RunFiles,
  type StoredFiles,
} from './agentRunFiles.js';
import { type AgentRunWorkDeps, processFiles, type FilesProcessed } from './agentRunWork.js';
import { executionIn, runLease, type ExecutionRecorder, type HandledExecution } from './executionRecorder.js';

/** Documents to be put through an agent. */
export interface RunAgent {
  tenant_id: string;
  goal: string;
  files: RunFiles;
  webhook_url?: string | undefined;
  /** What the caller hangs on the run. */
  metadata?: Metadata | undefined;
  /** Given where the run may have been asked for before: it is then begun once, whoever asks. */
  execution_id?: string | undefined;
}

/** Runs of agents: what a case would come to, in one request. */
export interface AgentRunCommands {
  /**
   * Stores the documents, reads and judges them. A run that was begun before under its id and broken off goes on with the
   * agent as it was then. Where none can be read the execution is `failed`, which is no error.
   * @throws DomainError `not_found` for an unknown goal, `rule_broken` for an agent that is not deployed or cannot work, or an unusable archive
   * @throws ArchiveTooLarge
   * @throws EngineUnavailable when no engine could be had; the execution is recorded as failed
   * @throws HeldElsewhere when another process executes the run that is asked for by its id
   */
  run(context: CommandContext, input: RunAgent): Promise<Committed<Execution>>;
  /** The same, up to the work: the relay takes it from there. */
  accept(context: CommandContext, input: RunAgent): Promise<Committed<Execution>>;
  /**
   * Does the work of an accepted run, unless it was done before; documents that were read before are not read again.
   * @throws EngineUnavailable when no engine can be had; the run stays as it is, to be tried again
   */
  process(context: CommandContext, execution_id: string): Promise<Committed<Execution>>;
}

/** What agent runs stand on. */
export interface AgentRunDeps {
  handler: CommandHandler;
  recorder: ExecutionRecorder;
  blobs: BlobStore;
  engine: AgentRunWorkDeps['engine'];
  registers: AgentRunWorkDeps['registers'];
  rules: Pick<RuleChecks, 'findOut'>;
  agents: Pick<AgentDirectory, 'findByGoal'>;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  exclusive: Pick<Exclusive, 'hold'>;
  clock: Clock;
  log: Log;
  /** For tests: bytes of accepted runs that are in memory at the same time, other than `AT_ONCE`. */
  atOnce?: ByteRoomSize;
}

const MIB = 1024 ** 2;

/**
 * Bytes of accepted runs that a process has in memory at the same time. It has runs of eight tenants in hand, and all files of a run are
 * open while it waits for the engine: of the largest there is one, and beside it runs of a single document.
 */
const AT_ONCE: ByteRoomSize = { all: 160 * MIB, forSmall: 20 * MIB };

declare module '../core/commands.js' {
  interface Commands {
    agentRuns: AgentRunCommands;
  }
}

/** Creates the commands of agent runs. */
export function createAgentRunCommands(deps: AgentRunDeps): AgentRunCommands {
  const { handler, recorder, blobs, clock } = deps;
  const room = createByteRoom(deps.atOnce ?? AT_ONCE);

  const start = async (givenContext: CommandContext, input: RunAgent, sync: boolean) => {
    const context = { ...givenContext, tenant_id: input.tenant_id };
    const opened = await openRunFiles(input.files);
    const begun = await recorder.begin(context, input.execution_id, async (id) => {
      const agent = await agentFor(deps, input, context.mode);
      assertUsable(opened);
      const stored = await storeFiles(blobs, id, input.files);
      return { type: 'start_agent_run', run: runOf(id, input, { agent, sync, ...stored, at: clock().toISOString() }) };
    });
    return { context, opened, ...begun };
  };

  return {
    async run(givenContext, input) {
      const { context, opened, id, started } = await start(givenContext, input, true);
      if (started.state.status !== 'running') return committed(executionIn(started.state), started);
      const held = await deps.exclusive.hold(runLease(id), async () => {
        const { outcome, unavailable, handled } = await work(deps, context, started, opened);
        const finished = await recorder.finish(context, id, { steps: [], outcome });
        if (unavailable) throw unavailable;
        return committed(executionIn(finished.state), started, ...handled, finished);
      });
      if (!held) throw new HeldElsewhere('Another process executes the run');
      return held.value;
    },

    async accept(context, input) {
      const { started } = await start(context, input, false);
      return committed(executionIn(started.state), started);
    },

    async process(givenContext, execution_id) {
      const load = () => handler.load(executionStream(execution_id), execution);
      const asked = await load();
      if (asked.state.status !== 'running') return committed(executionIn(asked.state));
      const run = agentRun(asked.state.run);
      return room.hold(run.tenant_id, bytesOfRun(run), async (holdsOnly) => {
        // It may have waited for long.
        const known = await load();
        if (known.state.status !== 'running') return committed(executionIn(known.state));
        const context = { ...givenContext, tenant_id: run.tenant_id };
        const opened = await openRunFiles(await loadFiles(blobs, run));
        holdsOnly(bytesOfOpened(run, opened));
        const { outcome, unavailable, handled } = await work(deps, context, { ...known, events: [] }, opened);
        if (unavailable) throw unavailable;
        const finished = await recorder.finish(context, execution_id, { steps: [], outcome });
        return committed(executionIn(finished.state), ...handled, finished);
      });
    },
  };
}

/** Does what is left of a run: by the agent as it was when the run began, with the document types as they are now. */
async function work(
  deps: AgentRunDeps,
  context: CommandContext,
  started: HandledExecution,
  opened: OpenedFiles,
): Promise<FilesProcessed> {
  if (started.state.status === 'not_started') throw new Error('The run was not started');
  const run = agentRun(started.state.run);
  assertUsable(opened);
  const { agent, tenant_id } = run;
  const definition = await deps.definitions(agent);
  const scenes = understandsScenes(deps.engine, agent.allow_cloud);
  const about = { goal: agent.goal, tenant_id, mode: started.mode, scenes };
  const types = await findAgentTypes(deps.documentTypes, about, definition).catch(refusal);
  if ('status' in types) return { outcome: types, handled: [] };
  return processFiles(deps, context, started, { run, definition, types, ...opened });
}

/**
 * The agent that a run begins with.
 * @throws DomainError `not_found` where there is none, `rule_broken` where it is not deployed or cannot work
 */
async function agentFor(
  { agents, documentTypes, engine }: AgentRunDeps,
  { tenant_id, goal }: RunAgent,
  mode: EventMode | undefined,
): Promise<CaseAgent> {
  const found = await agents.findByGoal(tenant_id, goal);
  if (!found) throw noAgentFor(goal);
  assertDeployedFor(found, mode);
  const definition = readDefinition(found.definition);
  const scenes = understandsScenes(engine, found.allow_cloud);
  await usableTypes(documentTypes, { tenant_id, goal, mode, scenes }, usedTypes(definition));
  return caseAgentOf({ ...found, revision: String(found.revision) }, definition);
}

function assertUsable(opened: OpenedFiles): asserts opened is Exclude<OpenedFiles, { unusable: string }> {
  if ('unusable' in opened) throw new DomainError('rule_broken', opened.unusable);
}

function agentRun(run: Parameters<typeof isAgentRun>[0]): AgentRun {
  if (!isAgentRun(run)) throw new Error('A pipeline run is not for who does agent runs');
  return run;
}

/** A type that was taken away since the run began ends it: trying again would not bring it back. */
function refusal(error: unknown): Extract<ExecutionOutcome, { status: 'failed' }> {
  if (!(error instanceof DomainError)) throw error;
  return { status: 'failed', reason: 'internal', error: error.message };
}

const runOf = (
  execution_id: string,
  { tenant_id, goal, webhook_url, metadata }: RunAgent,
  { agent, sync, at, ...stored }: { agent: CaseAgent; sync: boolean; at: string } & StoredFiles,
): AgentRun => ({
  ...{ execution_id, tenant_id, context_id: agentContextId(goal), context_display_name: agent.name, agent, sync },
  ...stored,
  webhook_url: webhook_url ?? null,
  ...(metadata && { metadata }),
  started_at: at,
});
