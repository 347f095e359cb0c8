import type { Rebalance } from './faults.js';
import type { Processes } from './processes.js';

/** Asks for so many runs, and resolves when they are accepted. */
export type Flood = (runs: number) => Promise<void>;

/**
 * Lets work pile up while there is no worker; then workers join one after the other, one is killed and comes back, and one
 * leaves in good order, all before the work is done. Each change moves partitions, or keys, that are full.
 */
export async function rebalanceWhileFull(processes: Processes, flood: Flood, what: Rebalance): Promise<void> {
  const workers = processes.ofRole('worker');
  const guest = processes.spare('worker');
  await Promise.all(workers.map((worker) => worker.end('SIGKILL')));
  await flood(what.flood);
  for (const worker of [...workers, guest]) {
    worker.start();
    await worker.ready();
  }
  const killed = workers[what.killed % workers.length];
  await killed?.end('SIGKILL');
  killed?.start();
  await killed?.ready();
  await guest.end('SIGTERM');
}
