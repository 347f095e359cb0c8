import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.js';
import { migrate } from '../../../src/platform/database/migrate.js';
import { createPostgresDatabase } from '../../../src/platform/database/postgresDatabase.js';
import {
  createExclusive,
  exclusiveMigrations,
  forgetEndedHolds,
  type Held,
} from '../../../src/platform/exclusive/exclusive.js';
import { createLog } from '../../../src/platform/log.js';
import { startDatabaseProxy, type TcpProxy } from '../../support/tcpProxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/testDatabase.js';

const log = createLog('silent');
let place: TestDatabase;
let database: Database;
/** The same database over a line that can be cut. */
let distant: Database;
let proxy: TcpProxy;
const children: ChildProcess[] = [];

beforeAll(async () => {
  place = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: place.url, pool: 5, log });
  await migrate(database, exclusiveMigrations);
  const proxied = await startDatabaseProxy(place.url);
  proxy = proxied.network;
  distant = createPostgresDatabase({ kind: 'postgres', url: proxied.url, pool: 5, log });
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await distant.close();
  await proxy.close();
  await database.close();
  await place.drop();
});

const until = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });

/** A process of its own that leads; resolves once it does. */
async function startLeader(name: string): Promise<ChildProcess> {
  const path = fileURLToPath(new URL('holder.mjs', import.meta.url));
  const child = fork(path, { env: { ...process.env, DATABASE_URL: place.url, NAME: name } });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** Leads here; resolves with the hold as soon as it has it, and gives it up when it is told to. */
function leadHere(name: string, on = database): { led: Promise<Held>; stop(): Promise<void> } {
  const stopping = new AbortController();
  let has: (held: Held) => void = () => undefined;
  const led = new Promise<Held>((resolve) => (has = resolve));
  const leading = createExclusive({ database: on, log }).lead(
    name,
    async (held) => {
      has(held);
      await until(held.signal);
    },
    stopping.signal,
  );
  return {
    led,
    async stop() {
      stopping.abort();
      await leading;
    },
  };
}

describe('what only one may do', () => {
  it('is done by one of many that want to at the same time, and by the next when it has ended', async () => {
    const name = randomUUID();
    const exclusives = Array.from({ length: 10 }, () => createExclusive({ database, log }));
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let refused = 0;
    const attempts = exclusives.map(async (each) => {
      const done = await each.hold(name, () => held);
      if (!done && ++refused === 9) release();
      return done;
    });
    const done = await Promise.all(attempts);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await exclusives[0]?.hold(name, () => Promise.resolve('next'))).toEqual({ value: 'next' });
    expect(await database.knex('exclusive').where({ name })).toEqual([]);
  });

  it('is free again when the work fails, and the failure is its caller’s', async () => {
    const name = randomUUID();
    const exclusive = createExclusive({ database, log });
    await expect(exclusive.hold(name, () => Promise.reject(new TypeError('no')))).rejects.toThrow(TypeError);
    expect(await exclusive.hold(name, () => Promise.resolve(1))).toEqual({ value: 1 });
  });

  it('and was never given back is forgotten an hour after it ended, and nothing that is held or ended since', async () => {
    const exclusive = createExclusive({ database, log });
    const endedBefore = (names: readonly string[], ago: string): Promise<unknown> =>
      database.knex.raw(
        `insert into exclusive (name, holder, fence, held_until)
         select name, gen_random_uuid(), nextval('exclusive_fence'), now() - ?::interval from unnest(?::text[]) name`,
        [ago, [...names]],
      );
    const [lost, since, held] = [Array.from({ length: 25 }, () => randomUUID()), randomUUID(), randomUUID()];
    await endedBefore(lost, '61 minutes');
    await endedBefore([since], '59 minutes');
    const last = await exclusive.hold(held, async ({ fence }) => {
      await forgetEndedHolds(database, 10);
      const left = await database
        .knex('exclusive')
        .whereIn('name', [...lost, since, held])
        .pluck<string[]>('name');
      expect(left.toSorted()).toEqual([since, held].toSorted());
      return fence;
    });
    expect(await exclusive.hold(lost[0]!, ({ fence }) => Promise.resolve(fence > last!.value))).toEqual({
      value: true,
    });
  });

  it('is handed over by a leader that ends, to one with a greater fence', async () => {
    const name = randomUUID();
    const first = leadHere(name);
    const { fence } = await first.led;
    const second = leadHere(name);
    await first.stop();
    expect((await second.led).fence).toBeGreaterThan(fence);
    await second.stop();
  });

  it('is taken over from a leader that was killed', async () => {
    const name = randomUUID();
    const child = await startLeader(name);
    const next = leadHere(name);
    child.kill('SIGKILL');
    await next.led;
    await next.stop();
  });

  it('is taken over from a leader that stands still, which notices when it goes on', async () => {
    const name = randomUUID();
    const child = await startLeader(name);
    const next = leadHere(name);
    child.kill('SIGSTOP');
    await next.led;
    const said = once(child, 'message');
    child.kill('SIGCONT');
    const [message] = (await said) as unknown[];
    expect(message).toHaveProperty('lost');
    await next.stop();
  });

  it('is lost by one that the database no longer hears, before another has it', async () => {
    const name = randomUUID();
    const first = leadHere(name, distant);
    const { signal } = await first.led;
    const second = leadHere(name);
    await proxy.refuse();
    const wasLost = second.led.then(() => signal.aborted);
    expect(await wasLost).toBe(true);
    await proxy.allow();
    await Promise.all([first.stop(), second.stop()]);
  });

  it('is led by another when the host of its leader has vanished, and the leader has ended by then', async () => {
    const name = randomUUID();
    const { network, url } = await startDatabaseProxy(place.url);
    const vanishing = createPostgresDatabase({ kind: 'postgres', url, pool: 2, log });
    const first = leadHere(name, vanishing);
    const { signal } = await first.led;
    const second = leadHere(name);
    network.vanish('newToo');
    expect(await second.led.then(() => signal.aborted)).toBe(true);
    await second.stop();
    network.cut();
    await network.close();
    await first.stop();
    await vanishing.close();
  });

  it('is led again once the database is back', async () => {
    const name = randomUUID();
    await proxy.refuse();
    const leader = leadHere(name, distant);
    await proxy.allow();
    await leader.led;
    await leader.stop();
  });
});
