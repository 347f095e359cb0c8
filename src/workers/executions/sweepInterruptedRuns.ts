import type { CommandContext } from '../../commands/core/context.js';
import type { ExecutionCommands } from '../../commands/executions/executionCommands.js';
import type { Log } from '../../platform/log.js';

/** Fails the runs that a killed process left behind. */
export async function sweepInterruptedRuns(
  context: CommandContext,
  executions: Pick<ExecutionCommands, 'sweepInterrupted'>,
  log: Log,
  stopping?: AbortSignal,
): Promise<void> {
  const { value } = await executions.sweepInterrupted(context, stopping);
  if (value > 0) log.warn({ executions: value }, 'interrupted executions were failed');
}
