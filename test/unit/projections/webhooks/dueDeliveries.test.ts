import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../../src/domain/core/event.js';
import { tableName } from '../../../../src/projections/core/projection.js';
import {
  createWebhookDeliveryQueries,
  webhookDeliveriesProjection,
} from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { openCore, type Core } from '../../../support/core.js';
import { bytesOf, createStory, projectInto } from '../../../support/rowCosts.js';

const TABLE = tableName(webhookDeliveriesProjection, { name: 'webhook_deliveries' });

let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

const queued = (delivery_id: string, tenant_id: string, url: string, second: number) => ({
  type: 'WebhookQueued',
  data: {
    ...{ delivery_id, tenant_id, execution_id: delivery_id, url, body: { key: delivery_id, size: 2 } },
    queued_at: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`,
  },
});

const take = (deliveries: readonly ReturnType<typeof queued>[]) =>
  Promise.all(
    deliveries.map((event) =>
      projectInto(core.database.knex, webhookDeliveriesProjection, createStory(event.data.delivery_id)(event)),
    ),
  );

/** The same, each tried at a time; `undefined` for one that was not. */
async function takeTried(deliveries: readonly (readonly [string, string | undefined])[], tenant_id: string) {
  for (const [n, [id, attempted_at]] of deliveries.entries()) {
    const story = createStory(id);
    const project = (event: DomainEvent) => projectInto(core.database.knex, webhookDeliveriesProjection, story(event));
    await project(queued(id, tenant_id, 'http://one/', n));
    const attempt = { attempt: 1, response_status: 500, response_excerpt: null, error: 'no', duration_ms: 1 };
    const data = { ...attempt, delivery_id: id, attempted_at, gave_up: false };
    if (attempted_at !== undefined) await project({ type: 'WebhookAttemptFailed', data });
  }
}

const MINUTE = { from: new Date('2026-01-01T00:01:00.000Z'), until: new Date('2026-01-01T00:02:00.000Z') };

/** What is due in the order in which it is taken, so many at once, as a worker takes it that goes on where it was. */
async function takenBy(limit: number, full: readonly string[] = []): Promise<string[]> {
  const turns = { tenant: '', receivers: new Map<string, string>() };
  const taken: string[] = [];
  for (;;) {
    const due = await createWebhookDeliveryQueries(core.readModels).due({
      ...{ limit, turns, full, except: taken, notTriedIn: MINUTE },
    });
    if (due.length === 0) return taken;
    for (const { delivery_id, tenant_id, receiver } of due) {
      taken.push(delivery_id);
      turns.tenant = tenant_id;
      turns.receivers.set(tenant_id, receiver);
    }
  }
}

/** Rows that a statement looked at, also in vain. */
async function rowsLookedAt(ask: () => Promise<unknown>): Promise<number> {
  const { knex } = core.database;
  const asked: { sql: string; bindings: string[] }[] = [];
  const hear = (query: { sql: string; bindings: string[] }) => void asked.push(query);
  knex.on('query', hear);
  await ask();
  knex.removeListener('query', hear);
  const [statement] = asked.filter(({ sql }) => sql.includes('recursive'));
  const { rows } = await knex.raw<{ rows: { 'QUERY PLAN': string }[] }>(
    `explain (analyze, costs off, timing off) ${statement!.sql.replace(/\$\d+/g, '?')}`,
    statement!.bindings,
  );
  const plan = rows.map((row) => row['QUERY PLAN']);
  let loops = 0;
  let looked = 0;
  for (const line of plan) {
    const [, found, times] = /rows=([\d.]+) loops=(\d+)/.exec(line) ?? [];
    if (times !== undefined) loops = Number(times);
    if (line.includes('Scan') && line.includes('webhook_deliveries')) looked += Number(found) * loops;
    looked += Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0) * loops;
  }
  expect(looked).toBeGreaterThan(0);
  return looked;
}

describe('the queue of webhooks', () => {
  beforeEach(() => core.database.knex(TABLE).truncate());

  it('is shared by tenants, however many receivers one has, and within a tenant by receivers', async () => {
    await take([
      ...Array.from({ length: 12 }, (_, n) => queued(`many-${n}`, 'many', `http://many:${9_000 + n}/`, n)),
      ...Array.from({ length: 3 }, (_, n) => queued(`dead-${n}`, 'two', 'http://dead/', 30 + n)),
      queued('alive', 'two', 'http://alive/', 40),
      queued('single', 'one', 'http://one/', 50),
    ]);
    const shared = ['many-0', 'single', 'alive', 'many-1', 'dead-0', 'many-2', 'dead-1', 'many-3', 'dead-2', 'many-4'];
    for (const limit of [1, 2, 10]) expect((await takenBy(limit)).slice(0, 10), `${limit} at once`).toEqual(shared);
  });

  it('goes on with the next receiver of a tenant, and then with the first again', async () => {
    await take(
      ['a', 'b', 'c'].flatMap((host, n) => [
        queued(`${host}-new`, 'one', `http://${host}/x`, 30 + n),
        queued(`${host}-old`, 'one', `http://${host}/y`, n),
      ]),
    );
    expect(await takenBy(3)).toEqual(['a-old', 'b-old', 'c-old', 'a-new', 'b-new', 'c-new']);
  });

  it('leaves out tenants that have enough, and belongs to the platform as well', async () => {
    await take([queued('of-one', 'one', 'http://one/', 0), queued('of-two', 'two', 'http://two/', 1)]);
    await take([queued('of-platform', '', 'https:odd.example', 2)]);
    expect(await takenBy(10, ['one'])).toEqual(['of-two', 'of-platform']);
  });

  it('leaves out what was tried in a span of time, and nothing that was tried before or behind it', async () => {
    const tried = [
      ['never', undefined],
      ['before', '2026-01-01T00:00:59.999Z'],
      ['at its beginning', '2026-01-01T00:01:00.000Z'],
      ['at its end', '2026-01-01T00:01:59.999Z'],
      ['behind it', '2026-01-01T00:02:00.000Z'],
    ] as const;
    await takeTried(tried, 'one');
    const due = ['never', 'before', 'behind it'];
    expect(await takenBy(10)).toEqual(due);
    const among = [...tried.map(([id]) => id), 'no such delivery'];
    const queries = createWebhookDeliveryQueries(core.readModels);
    expect(await queries.dueAmong(among, MINUTE)).toEqual(new Set(due));
    expect(await queries.dueAmong(['before'], MINUTE)).toEqual(new Set(['before']));
  });

  it('is told once what to leave out', async () => {
    const except = Array.from({ length: 1_000 }, () => randomUUID());
    const turns = { tenant: '', receivers: new Map<string, string>() };
    const asked = { limit: 10, turns, full: [], notTriedIn: MINUTE };
    const queries = createWebhookDeliveryQueries(core.readModels);
    const sent = (some: readonly string[]) =>
      bytesOf(core.database.knex, 'recursive', () => queries.due({ ...asked, except: some }));
    expect((await sent(except)) - (await sent([]))).toBeLessThan(1.1 * JSON.stringify(except).length);
  });

  it('is looked at where its turns are: what one tenant or receiver has waiting is not read', async () => {
    await core.database.knex.raw(
      `insert into ${TABLE} (row_key, revision, delivery_id, tenant_id, execution_id, url, status, attempts, body, queued_at, erased)
       select 'd' || n, 0, 'd' || n, case when n <= 20 then 't' || n else 'big' end, 'd' || n,
         case when n % 2 = 0 then 'http://one/' else 'http://receiver-' || n || '/' end,
         'pending', '[]', '{}', to_char(timestamp '2026-01-01' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), false
       from generate_series(1, 10000) n`,
    );
    await core.database.knex.raw(`analyze ${TABLE}`);
    const queries = createWebhookDeliveryQueries(core.readModels);
    const turns = { tenant: 'a', receivers: new Map([['big', 'http://receiver-5']]) };
    const except = Array.from({ length: 30 }, (_, n) => `d${9_000 + n}`);
    const looked = await rowsLookedAt(() => queries.due({ limit: 10, turns, except, full: [], notTriedIn: MINUTE }));
    // For each tenant a look ahead in either round and one for the next receiver, and the first one's.
    expect(looked).toBeLessThan(10 * 5 + except.length);
  });
});
