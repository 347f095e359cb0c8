import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.js';
import { holdConnection, type HeldConnection } from './heldConnection.js';

/** How long a process that does not lead waits before it asks again. */
const ASK_AGAIN_MS = 1_000;

/** What leading takes. */
export interface LeadershipDeps {
  /** Connection string of the database; never logged. */
  url: string;
  log: Log;
}

/**
 * Runs `lead` in one process at a time, of all that ask for the same `name`, until `signal` is aborted. The leader is
 * whoever holds an advisory lock, which Postgres takes back the moment the leader's connection is gone, and ten seconds
 * after it last heard of a leader that vanished; `lead` has then seen its own signal aborted and must end. Another
 * process takes over within about a second.
 */
export async function leadWhenElected(
  { url, log }: LeadershipDeps,
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    let held: HeldConnection | undefined;
    try {
      held = await holdConnection({ url, name: `attest-${name}` });
      if (await elected(held, name)) {
        log.info({ leader: name }, 'this process leads now');
        await lead(AbortSignal.any([signal, held.ended]));
      }
    } catch (error) {
      log.warn({ err: error, leader: name }, 'leading failed and will be tried again');
    } finally {
      await held?.close();
    }
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function elected({ query }: HeldConnection, name: string): Promise<boolean> {
  const [row] = await query<{ elected: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('attest.leader.' || $1, 0)) as elected`,
    [name],
  );
  return row?.elected === true;
}
