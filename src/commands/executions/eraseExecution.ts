import {
  execution,
  executionStream,
  filesOf,
  type ExecutionCommand,
  type ExecutionState,
} from '../../domain/executions/execution.js';
import type { Clock } from '../../platform/clock.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { createEraseDelivery } from '../webhooks/eraseDelivery.js';
import { runDocumentId } from './agentRunFiles.js';
import { executionIn } from './executionRecorder.js';
import { forget, type ForgetDeps, type ForgetElsewhere } from '../core/forget.js';

/**
 * Forgets what was read from a document, the document, the answer that is kept for a replay, and what a webhook said of it.
 * @throws DomainError `not_found`, `conflict` while running
 */
export type EraseExecution = (context: CommandContext, execution_id: string) => Promise<Committed<void>>;

/** What the erasure of executions stands on. */
export interface EraseExecutionDeps extends ForgetDeps, ForgetElsewhere {
  handler: CommandHandler;
  clock: Clock;
}

/** Creates the erasure of executions. */
export function createEraseExecution(deps: EraseExecutionDeps): EraseExecution {
  const eraseDelivery = createEraseDelivery(deps);
  return async (givenContext, execution_id) => {
    const stream = executionStream(execution_id);
    const known = await deps.handler.loadToErase(stream, execution);
    const command: ExecutionCommand = {
      type: 'erase',
      doc_ids: documentsOf(known.state),
      at: deps.clock().toISOString(),
    };
    execution.decide(command, known.state); // refuses before anything is gone
    const { tenant_id } = executionIn(known.state);
    const files = known.state.status === 'not_started' ? [] : filesOf(known.state.run);
    const context = { ...givenContext, tenant_id };
    // The execution first: an outcome that is queued from now on has nothing left to tell.
    const { events, position, recorded } = await forget(deps, {
      ...{ stream, context },
      record: () => deps.handler.handle({ stream, decider: execution, command, known, context }),
      blobKeys: () => files.map(({ key }) => key),
    });
    await deps.forgetAnswers(execution_id);
    const delivery = await eraseDelivery(context, execution_id);
    const erased = delivery.position ?? recorded.at(-1)?.position;
    const everywhere = erased === undefined || (await deps.forgetRows(execution_id, erased));
    if (everywhere) await deps.subjectKeys.erasureDone(stream);
    return {
      value: undefined,
      position: delivery.position ?? position,
      event_types: [...events.map(({ type }) => type), ...delivery.event_types],
    };
  };
}

/** The ids of an agent run's documents, which stand in what is sealed and are made again here. */
const documentsOf = (state: ExecutionState): string[] =>
  state.status === 'not_started'
    ? []
    : state.execution.steps.flatMap(({ tool, order }) =>
        tool === 'document' ? [runDocumentId(state.execution.execution_id, order)] : [],
      );
