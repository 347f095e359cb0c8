import { retainedUntil } from '../../domain/core/retention.js';
import { execution, executionStream, isAgentRun } from '../../domain/executions/execution.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { ExecutionQueries } from '../../projections/executions/executionsProjection.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import { eraseRetained } from '../core/eraseRetained.js';
import type { EraseExecution } from './eraseExecution.js';

/** Ends the time for which runs of agents are kept. */
export interface RunRetention {
  /**
   * Erases the runs that were kept for as long as their agent said when they began, of each tenant in turn. Says how many. Begins no more
   * once `stopping` is aborted.
   */
  eraseRetained(context: CommandContext, stopping?: AbortSignal): Promise<number>;
}

/** What that stands on. */
export interface RunRetentionDeps {
  handler: Pick<CommandHandler, 'loadToErase'>;
  executions: Pick<ExecutionQueries, 'retained'>;
  clock: Clock;
  log: Log;
}

/** Creates it. */
export const createRunRetention = (
  { handler, executions, clock, log }: RunRetentionDeps,
  erase: EraseExecution,
): RunRetention => ({
  eraseRetained: (context, stopping) =>
    eraseRetained({
      ...{ name: 'runs past their retention', log, stopping, until: clock(), retained: executions.retained },
      async erase(execution_id) {
        const { state } = await handler.loadToErase(executionStream(execution_id), execution);
        if (state.status !== 'ended' || !isAgentRun(state.run)) return false;
        const until = retainedUntil(state.execution.completed_at, state.run.agent.retention_days);
        if (until === null || until > clock().toISOString()) return false;
        await erase(context, execution_id, 'retention_ended');
        return true;
      },
    }),
});
