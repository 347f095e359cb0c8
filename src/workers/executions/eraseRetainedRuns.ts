import type { CommandContext } from '../../commands/core/context.js';
import type { ExecutionCommands } from '../../commands/executions/executionCommands.js';
import type { Log } from '../../platform/log.js';

/** Erases the runs of agents that were kept for as long as these say. */
export async function eraseRetainedRuns(
  context: CommandContext,
  executions: Pick<ExecutionCommands, 'eraseRetained'>,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const erased = await executions.eraseRetained(context, stopping);
  if (erased > 0) log.info({ executions: erased }, 'runs were erased as their retention ended');
}
