import { randomUUID } from 'node:crypto';
import type { ExecutionCommands } from '../commands/executions.js';
import type { Log } from '../platform/log.js';

const SWEEP_MS = 60_000;

/** Fails the runs that a killed process left behind, now and once a minute. Gives back how to stop. */
export function sweepInterruptedRuns(executions: ExecutionCommands, log: Log): () => Promise<void> {
  let sweeping = Promise.resolve();
  const sweep = async (): Promise<void> => {
    const id = randomUUID();
    const context = { tenant_id: '', actor: 'worker:sweep', correlation_id: id, causation_id: id };
    try {
      const { value } = await executions.sweepInterrupted(context);
      if (value > 0) log.warn({ executions: value }, 'interrupted executions were failed');
    } catch (error) {
      log.error({ err: error }, 'interrupted executions could not be looked for; trying again in a minute');
    }
  };
  const start = (): void => {
    sweeping = sweeping.then(sweep);
  };
  start();
  const timer = setInterval(start, SWEEP_MS);
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}
