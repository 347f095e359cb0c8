import type { CommandContext } from '../../commands/core/context.js';
import { derivedId } from '../../commands/core/derivedId.js';
import { caseStream } from '../../domain/cases/index.js';
import { executionStream, isAgentExecution } from '../../domain/executions/index.js';
import type { Bus, Message } from '../../platform/bus/bus.js';
import type { Log } from '../../platform/log.js';
import type { CaseQueries } from '../../projections/cases/caseQueries.js';
import type { ExecutionQueries, WaitingExecution } from '../../projections/executions/executionsProjection.js';
import type { ParkedWorkQueries } from '../../projections/operations/parkedWorkProjection.js';
import { replayWork } from '../cases/replayWork.js';
import { agentRunWork, pipelineRunWork } from '../executions/acceptedWork.js';

/**
 * How long work may stay unfinished before it is handed out again: four times what all attempts of a message take
 * (`RETRY_DELAYS`). Work that only waits its turn is handed out twice then, which costs whoever gets it second one look.
 */
export const UNFINISHED_MS = 3_600_000;
/** How much is looked at in one go. */
const AT_ONCE = 200;

/** What reconciling stands on. */
export interface ReconcileDeps {
  executions: Pick<ExecutionQueries, 'waitingSince'>;
  cases: Pick<CaseQueries, 'unfinishedReplays'>;
  parkedWork: Pick<ParkedWorkQueries, 'keysParked'>;
  bus: Pick<Bus, 'publish'>;
  log: Log;
}

/** Work by the topic that it belongs to. */
type Unfinished = Pick<Message, 'key' | 'type' | 'payload' | 'tenant_id'> & { topic: string };

/**
 * Hands out again what was accepted before `before` and is not finished, whatever became of its message: the bus may have
 * lost it or not be the one that it was published on. Parked work is left to whoever decides about it. Gives the number.
 * @throws BusUnavailable
 */
export async function reconcile(deps: ReconcileDeps, context: CommandContext, before: Date): Promise<number> {
  let handedOut = 0;
  for await (const found of unfinished(deps, before)) {
    const parked = await deps.parkedWork.keysParked(found.map(({ key }) => key));
    for (const { topic, ...work } of found.filter(({ key }) => !parked.has(key))) {
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

async function* unfinished({ executions, cases }: ReconcileDeps, before: Date): AsyncGenerator<Unfinished[]> {
  for (let last: WaitingExecution | undefined; ;) {
    const page = await executions.waitingSince(before, AT_ONCE, last);
    if (page.length > 0) yield page.map(runOf);
    if (page.length < AT_ONCE) break;
    last = page.at(-1);
  }
  for (let last: string | undefined; ;) {
    const page = await cases.unfinishedReplays(before, AT_ONCE, last);
    if (page.length > 0) yield page.map(replayOf);
    if (page.length < AT_ONCE) break;
    last = page.at(-1)?.session_id;
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
