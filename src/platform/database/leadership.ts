import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.js';

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
 * whoever holds an advisory lock, which Postgres takes back the moment the leader's connection is gone; `lead` then sees
 * its own signal aborted and must end, and another process takes over within about a second.
 */
export async function leadWhenElected(
  { url, log }: LeadershipDeps,
  name: string,
  signal: AbortSignal,
  lead: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lost = new AbortController();
    const client = new pg.Client({ connectionString: url, application_name: `attest-${name}`, keepAlive: true });
    client.on('error', () => undefined); // 'end' follows, and is what counts
    client.once('end', () => lost.abort());
    try {
      await client.connect();
      if (await elected(client, name)) {
        log.info({ leader: name }, 'this process leads now');
        await lead(AbortSignal.any([signal, lost.signal]));
      }
    } catch (error) {
      log.warn({ err: error, leader: name }, 'leading failed and will be tried again');
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function elected(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ elected: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('attest.leader.' || $1, 0)) as elected`,
    [name],
  );
  return rows[0]?.elected === true;
}
