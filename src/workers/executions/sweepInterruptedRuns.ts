import { randomUUID } from 'node:crypto';
import type { ExecutionCommands } from '../../commands/executions/executionCommands.js';
import type { Log } from '../../platform/log.js';

/** Fails the runs that a killed process left behind. What goes wrong is logged: the next sweep tries again. */
export async function sweepInterruptedRuns(executions: ExecutionCommands, log: Log): Promise<void> {
  const id = randomUUID();
  const context = { tenant_id: '', actor: 'worker:sweep', correlation_id: id, causation_id: id };
  try {
    const { value } = await executions.sweepInterrupted(context);
    if (value > 0) log.warn({ executions: value }, 'interrupted executions were failed');
  } catch (error) {
    log.error({ err: error }, 'interrupted executions could not be looked for; trying again in a minute');
  }
}
