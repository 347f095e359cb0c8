import type { CommandContext } from '../../commands/core/context.js';
import { derivedId } from '../../commands/core/derivedId.js';
import { caseStream } from '../../domain/cases/index.js';
import { executionStream, isAgentExecution } from '../../domain/executions/index.js';
import type { Bus, Message } from '../../platform/bus/bus.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import type {
  ExecutionQueries,
  ExecutionToTell,
  WaitingExecution,
} from '../../projections/executions/executionsProjection.js';
import type { ParkedWorkQueries } from '../../projections/operations/parkedWorkProjection.js';
import { replayWork } from '../cases/replayWork.js';
import type { WebhookDeliveryQueries } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import { endedWork } from '../webhooks/endedWork.js';
import { agentRunWork, pipelineRunWork } from '../executions/acceptedWork.js';

/**
 * How long work may stay unfinished before it is handed out again: four times what all attempts of a message take
 * (`attempt.ts`). Work that only waits its turn on the bus is handed out twice then, which costs whoever gets it second one look.
 */
export const UNFINISHED_MS = 3_600_000;
/** How far back it looks for ended runs that no webhook was queued for: a day has many ticks to find them. */
const UNTOLD_MS = 24 * 3_600_000;
/** How much is looked at in one go. */
const AT_ONCE = 200;

/** What reconciling stands on. */
export interface ReconcileDeps {
  executions: Pick<ExecutionQueries, 'waitingSince' | 'toTell'>;
  webhookDeliveries: Pick<WebhookDeliveryQueries, 'queued'>;
  cases: Pick<CaseQueries, 'unfinishedReplays'>;
  parkedWork: Pick<ParkedWorkQueries, 'keysParked'>;
  bus: Pick<Bus, 'publish'>;
  /** Those of which nothing is in the table of what is due. */
  notInTable(works: readonly Unfinished[]): Promise<readonly Unfinished[]>;
  log: Log;
}

/** Work by the topic that it belongs to. */
type Unfinished = Pick<Message, 'key' | 'type' | 'payload' | 'tenant_id'> & { topic: string };

/**
 * Hands out again what was accepted before `before` and is not finished, and what ended before it and is to be told to a
 * receiver that no webhook was queued for, whatever became of its message: the bus may have
 * lost it or not be the one that it was published on. Parked work is left to whoever decides about it, and what
 * is due or in hand to the workers. Gives the number.
 * @throws BusUnavailable @throws Error of the driver while Postgres is away
 */
export async function reconcile(deps: ReconcileDeps, context: CommandContext, before: Date): Promise<number> {
  let handedOut = 0;
  for await (const found of unfinished(deps, before)) {
    const parked = await deps.parkedWork.keysParked(found.map(({ key }) => key));
    const missing = await deps.notInTable(found.filter(({ key }) => !parked.has(key)));
    for (const { topic, ...work } of missing) {
      const { correlation_id, causation_id } = context;
      // The same id for the same work of the same tick: handed out by two, it is published once where the bus can tell.
      const message = { id: derivedId(causation_id, work.key), ...work, correlation_id, causation_id };
      await deps.bus.publish(topic, [message]);
      handedOut++;
    }
  }
  if (handedOut > 0) deps.log.warn({ handed_out: handedOut }, 'work that nobody finished was handed out again');
  return handedOut;
}

async function* unfinished(
  { executions, cases, webhookDeliveries }: ReconcileDeps,
  before: Date,
): AsyncGenerator<Unfinished[]> {
  for await (const runs of paged<WaitingExecution>((last) => executions.waitingSince(before, AT_ONCE, last)))
    yield runs.map(runOf);
  type Replay = { session_id: string; tenant_id: string };
  for await (const replays of paged<Replay>((last) => cases.unfinishedReplays(before, AT_ONCE, last?.session_id)))
    yield replays.map(replayOf);
  const span = { from: new Date(before.getTime() - UNTOLD_MS), until: before };
  for await (const ended of paged<ExecutionToTell>((last) => executions.toTell(span, AT_ONCE, last))) {
    const queued = await webhookDeliveries.queued(ended.map(({ execution_id }) => execution_id));
    yield ended.filter(({ execution_id }) => !queued.has(execution_id)).map(untoldOf);
  }
}

/** Page by page, each behind the last row of the one before. */
async function* paged<Row>(pageBehind: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const page = await pageBehind(last);
    if (page.length > 0) yield page;
    if (page.length < AT_ONCE) return;
    last = page.at(-1);
  }
}

function runOf({ execution_id, tenant_id, ...run }: WaitingExecution): Unfinished {
  const work = { key: executionStream(execution_id), tenant_id, payload: { execution_id } };
  return isAgentExecution(run)
    ? { topic: agentRunWork.topic, type: 'AgentRunStarted', ...work }
    : { topic: pipelineRunWork.topic, type: 'PipelineRunStarted', ...work };
}

const replayOf = ({ session_id, tenant_id }: { session_id: string; tenant_id: string }): Unfinished => ({
  ...{ topic: replayWork.topic, type: 'CaseReplayRequested', key: caseStream(session_id) },
  ...{ tenant_id, payload: { session_id } },
});

/** A delivery has the id of the execution that it tells of: one that was never queued was lost on the way. */
const untoldOf = ({ execution_id, tenant_id }: ExecutionToTell): Unfinished => ({
  ...{ topic: endedWork.topic, type: 'ExecutionCompleted', key: executionStream(execution_id) },
  ...{ tenant_id, payload: { execution_id } },
});
