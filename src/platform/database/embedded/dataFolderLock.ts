import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Any number, the same in every version: "attest-l" in ASCII. */
const SERVICE_LOCK = '7022365698054958444';
/** A service that was just killed or is about to stop lets go within this time. */
const PATIENCE_MS = 3000;

/**
 * Takes the lock that says "a service works on this data folder". It belongs to a connection, so the kernel lets go of it
 * for a service that was killed. `undefined` when another service has it.
 */
export async function lockDataFolder(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'attest-lock', keepAlive: true });
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
