import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectionOptions } from '../connectionOptions.js';

/** Any number, the same in every version: "attest-l" in ASCII. */
const SERVICE_LOCK = '7022365698054958444';
/** A service that was just killed or is about to stop lets go within this time. */
const PATIENCE_MS = 3000;

/**
 * Takes the lock that says "a service works on this data folder". It belongs to a connection, so the kernel lets go of it
 * for a service that was killed. `undefined` when another service has it.
 */
export async function lockDataFolder(url: string): Promise<pg.Client | undefined> {
  // Without limits: both ends are on this machine, and a busy one must not cost the service its folder.
  const client = new pg.Client(connectionOptions(url, 'attest-lock', {}));
  await client.connect();
  try {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1::bigint) as locked', [
        SERVICE_LOCK,
      ]);
      if (rows[0]?.locked) return client;
      if (Date.now() > deadline) break;
      await sleep(100);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}
