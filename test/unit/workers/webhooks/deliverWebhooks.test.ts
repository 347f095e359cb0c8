import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { committed } from '../../../../src/commands/core/commandHandler.js';
import type { PendingDelivery } from '../../../../src/commands/webhooks/openDelivery.js';
import type { WebhookDelivery } from '../../../../src/domain/webhooks/webhookDelivery.js';
import { createLog } from '../../../../src/platform/log.js';
import type { DueDelivery, TimeSpan } from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { startWebhookDeliverer, type WebhookDelivererDeps } from '../../../../src/workers/webhooks/deliverWebhooks.js';
import { until } from '../../../support/until.js';

/** No second poll by the clock comes while a test runs. */
const ONE_POLL = 3_600;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`;
}

/** A delivery that waits, as a test says it. */
interface Waiting {
  id: string;
  url: string;
  tenant_id?: string;
  /** When it was tried before. */
  attempted_at?: string;
}

/** So many deliveries of a tenant to one receiver. */
const waiting = (size: number, url: string, tenant_id = 'acme'): Waiting[] =>
  Array.from({ length: size }, (_, n) => ({ id: `${tenant_id}-${String(n)}`, url, tenant_id }));

/** A delivery as the read model shows it. */
interface Shown extends DueDelivery {
  last_attempt_at?: string;
}

/** How a queue is that is not at its best. */
interface Flaws {
  /** Of so many attempts the read model does not show the last ones. */
  late?: number;
  /** The time that attempts are noted with. */
  clock?: () => Date;
}

/** A queue of deliveries, what was tried of it, and how many ids it was told to leave out. */
function queueOf(deliveries: readonly Waiting[], { late = 0, clock = () => new Date() }: Flaws = {}) {
  const pending = new Map<string, WebhookDelivery>();
  const attempts = new Map<string, number>();
  const opened: string[] = [];
  const leftOut: number[] = [];
  const shown = new Map<string, Shown>();
  const notShown: (() => void)[] = [];
  const add = (more: readonly Waiting[]): void => {
    for (const one of more) {
      const delivery = deliveryOf(one);
      const { delivery_id, tenant_id } = delivery;
      pending.set(one.id, delivery);
      attempts.set(one.id, 0);
      shown.set(one.id, { delivery_id, tenant_id, receiver: one.url });
    }
  };
  add(deliveries);
  const commands: WebhookDelivererDeps['commands'] = {
    open(id) {
      opened.push(id);
      const delivery = pending.get(id);
      const known = delivery && { state: { status: 'pending' as const, delivery, failures: 0 }, revision: 0n };
      return Promise.resolve(known && { delivery, url: delivery.url ?? '', body: Buffer.from('{}'), known });
    },
    secrets: () => Promise.resolve(committed({ live: [Buffer.alloc(32)], issued_at: '' })),
    recordAttempt(_context, { delivery }: PendingDelivery, outcome) {
      const made = (attempts.get(delivery.delivery_id) ?? 0) + 1;
      attempts.set(delivery.delivery_id, made);
      const { delivery_id: id } = delivery;
      const attempted_at = clock().toISOString();
      if (outcome.error === null) pending.delete(id);
      else delivery.attempts.push({ ...outcome, attempt: made, attempted_at });
      notShown.push(() => {
        if (outcome.error === null) shown.delete(id);
        else shown.get(id)!.last_attempt_at = attempted_at;
      });
      return Promise.resolve(committed(delivery));
    },
  };
  const dueNow = ({ from, until: end }: TimeSpan): Shown[] => {
    for (const show of notShown.splice(0, Math.max(0, notShown.length - late))) show();
    const isDue = (last: string): boolean => last < from.toISOString() || last >= end.toISOString();
    return [...shown.values()].filter(({ last_attempt_at }) => isDue(last_attempt_at ?? ''));
  };
  const due: WebhookDelivererDeps['queries']['due'] = ({ limit, except, full, notTriedIn }) => {
    leftOut.push(except.length);
    const found = new Map<string, DueDelivery>();
    for (const one of dueNow(notTriedIn)) {
      if (found.size === limit) break;
      const { delivery_id, tenant_id } = one;
      if (except.includes(delivery_id) || full.includes(tenant_id) || found.has(tenant_id)) continue;
      found.set(tenant_id, one);
    }
    return Promise.resolve([...found.values()]);
  };
  const dueAmong: WebhookDelivererDeps['queries']['dueAmong'] = (ids, notTriedIn) =>
    Promise.resolve(new Set(dueNow(notTriedIn).flatMap(({ delivery_id: id }) => (ids.includes(id) ? [id] : []))));
  return { add, attempts, pending, opened, leftOut, commands, queries: { due, dueAmong } };
}

const deliveryOf = ({ id, url, tenant_id = 'acme', attempted_at }: Waiting): WebhookDelivery => ({
  ...{ delivery_id: id, tenant_id, execution_id: id, url, status: 'pending' },
  ...{ body: { key: id, size: 2 }, queued_at: '2026-01-01T00:00:00.000Z', ended_at: null, erased: false },
  attempts: attempted_at === undefined ? [] : [{ ...failed, attempted_at }],
});
const failed = { attempt: 1, response_status: 500, response_excerpt: null, error: 'no', duration_ms: 1 };

const start = (
  { commands, queries }: Pick<ReturnType<typeof queueOf>, 'commands' | 'queries'>,
  { intervalSeconds = ONE_POLL, clock = () => new Date(), log = createLog('silent') } = {},
) =>
  startWebhookDeliverer({
    ...{ commands, queries, clock, log },
    exclusive: {
      hold: async (_name, work) => ({ value: await work({ signal: new AbortController().signal, fence: 1n }) }),
    },
    ...{ allowPrivate: true, intervalSeconds },
  });

/** A receiver that answers nobody until it is told to. */
async function silentReceiver() {
  const held = new Set<ServerResponse>();
  let most = 0;
  let answers = false;
  const url = await receiver((response) => {
    if (answers) return response.writeHead(204).end();
    held.add(response);
    most = Math.max(most, held.size);
  });
  return {
    url,
    held,
    most: () => most,
    answer() {
      answers = true;
      for (const response of held) response.writeHead(204).end();
    },
  };
}

describe('a poll of the queue of webhooks', () => {
  it('is followed by another at once while ten were full, and has no more than ten under way', async () => {
    let underWay = 0;
    let most = 0;
    const url = await receiver((response) => {
      most = Math.max(most, ++underWay);
      setImmediate(() => {
        underWay--;
        response.writeHead(204).end();
      });
    });
    const queue = queueOf([...waiting(34, url), ...waiting(34, url, 'other')]);
    const stop = start(queue);
    await until(() => queue.pending.size === 0 || undefined);
    await stop();
    expect(most).toBeLessThanOrEqual(10);
  });

  it('tries each delivery once, so that one that fails waits for the next poll by the clock', async () => {
    const url = await receiver((response) => response.writeHead(500).end());
    const queue = queueOf(waiting(24, url));
    const stop = start(queue);
    await until(() => [...queue.attempts.values()].every((made) => made > 0) || undefined);
    await stop();
    expect(new Set(queue.attempts.values())).toEqual(new Set([1]));
  });

  /** The lines of the log once a delivery was given up that was answered so. */
  async function givenUp(status: number, more: object = {}): Promise<string[]> {
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(line) });
    const receives = await receiver((response) => response.writeHead(status).end('answer-canary'));
    const queue = queueOf(waiting(1, `${receives}/?token=address-canary`));
    const { recordAttempt } = queue.commands;
    queue.commands.recordAttempt = async (...given) => {
      const { value, ...stored } = await recordAttempt(...given);
      return { ...stored, value: { ...value, ...more, status: 'failed' } };
    };
    const stop = start(queue, { log });
    await until(() => lines[0]);
    await stop();
    return lines;
  }

  it('says of an endpoint that answered 410 that it is disabled, and not that it was tried often', async () => {
    const [line = ''] = await givenUp(410, { endpoint_id: 'e1' });
    expect((JSON.parse(line) as { msg: string }).msg).toBe(
      'a webhook was given up: its endpoint answered 410, so that is disabled',
    );
  });

  it('says which delivery was given up, and neither its address nor what was answered', async () => {
    const lines = await givenUp(500);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      ...{ level: 'warn', delivery_id: 'acme-0', execution_id: 'acme-0', tenant_id: 'acme', response_status: 500 },
      msg: expect.stringContaining('given up') as string,
    });
    expect(lines.join('')).not.toContain('canary');
  });

  it('says of what it tried only what the read model does not show yet, and takes nothing of it twice', async () => {
    const url = await receiver((response) => response.writeHead(500).end());
    const queue = queueOf([...waiting(200, url), ...waiting(200, url, 'other')], { late: 15 });
    const stop = start(queue);
    await until(() => [...queue.attempts.values()].every((made) => made > 0) || undefined);
    await stop();
    expect(Math.max(...queue.leftOut)).toBeLessThan(150);
    expect(queue.opened).toHaveLength(400);
    expect(new Set(queue.attempts.values())).toEqual(new Set([1]));
  });

  it.each([-1, 9_000])('tries each delivery once, also where its attempts’ clock is %i hours off', async (hours) => {
    const url = await receiver((response) => response.writeHead(500).end());
    const queue = queueOf(waiting(250, url), { clock: () => new Date(Date.now() + hours * 3_600_000) });
    const stop = start(queue);
    await until(() => [...queue.attempts.values()].every((made) => made > 0) || undefined);
    await stop();
    expect(new Set(queue.attempts.values())).toEqual(new Set([1]));
  });

  it('by the clock tries again what failed, while others still wait for their receivers', async () => {
    const silent = await silentReceiver();
    const url = await receiver((response) => response.writeHead(500).end());
    const queue = queueOf([...waiting(3, silent.url, 'silent'), ...waiting(3, url)]);
    const stop = start(queue, { intervalSeconds: 0.02 });
    await until(() => waiting(3, url).every(({ id }) => queue.attempts.get(id)! >= 3) || undefined);
    expect(silent.held.size).toBe(3);
    silent.answer();
    await stop();
  });

  it('leaves what another worker tried since half a poll before it began to the next one, unless that worker’s clock was wrong', async () => {
    const posted = new Set<string>();
    const url = await receiver((response) => response.writeHead(204).end());
    const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    const queue = queueOf([
      { id: 'tried before', url, attempted_at: at(-0.75) },
      { id: 'tried just before', url, attempted_at: at(-0.25) },
      { id: 'tried since', url, attempted_at: at(0.5) },
      { id: 'tried tomorrow', url, attempted_at: at(24) },
    ]);
    const looked = until(() => queue.pending.size === 2 || undefined);
    const stop = start(queue);
    await looked;
    await stop();
    for (const [id, made] of queue.attempts) if (made > 0) posted.add(id);
    expect(posted).toEqual(new Set(['tried before', 'tried tomorrow']));
  });

  it('comes no sooner than half the time between two after an attempt, however many workers poll each for itself', async () => {
    const url = await receiver((response) => response.writeHead(500).end());
    let polls = 0;
    const clock = (): Date => new Date(Date.UTC(2026, 0, 1) + polls * ONE_POLL * 100); // a tenth of the time between two later
    const queue = queueOf(waiting(1, url), { clock });
    const made: (number | undefined)[] = [];
    for (; polls < 10; polls++) {
      await start(queue, { clock })(); // one more worker, which stops when it has looked
      made.push(queue.attempts.get('acme-0'));
    }
    expect(made).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
  });
});

describe('receivers that do not answer', () => {
  it('have no more than thirty deliveries under way, however many polls come meanwhile', async () => {
    const silent = await silentReceiver();
    const queue = queueOf(Array.from({ length: 20 }, (_, n) => waiting(10, silent.url, `tenant-${String(n)}`)).flat());
    let polls = 0;
    const clock = (): Date => {
      polls++; // and once for each that is signed
      return new Date();
    };
    const stop = start(queue, { intervalSeconds: 0.01, clock });
    await until(() => silent.held.size === 30 || undefined);
    const before = polls;
    await until(() => polls > before + 20 || undefined);
    expect(silent.most()).toBe(30);
    silent.answer();
    await until(() => queue.pending.size === 0 || undefined);
    await stop();
  });

  it('of one tenant hold up no other’s deliveries, not even until the next poll', async () => {
    const silent = await silentReceiver();
    const url = await receiver((response) => response.writeHead(204).end());
    const queue = queueOf([...waiting(40, silent.url, 'slow'), ...waiting(40, url)]);
    const stop = start(queue);
    await until(() => queue.pending.size === 40 || undefined);
    expect(silent.most()).toBe(9);
    silent.answer();
    await until(() => queue.pending.size === 0 || undefined);
    await stop();
  });

  it.each([1, 2, 5])('of %i tenants leave a place to others, however soon polls follow each other', async (tenants) => {
    const silent = await silentReceiver();
    const url = await receiver((response) => response.writeHead(204).end());
    const slow = Array.from({ length: tenants }, (_, n) => waiting(40, silent.url, `slow-${String(n)}`)).flat();
    const queue = queueOf(slow);
    let polls = 0;
    const clock = (): Date => {
      polls++; // and once for each that is signed
      return new Date();
    };
    const stop = start(queue, { intervalSeconds: 0.01, clock });
    await until(() => silent.held.size >= 20 || undefined);
    const before = polls;
    await until(() => polls > before + 20 || undefined);
    queue.add(waiting(40, url));
    await until(() => queue.pending.size === slow.length || undefined);
    expect(silent.most()).toBeLessThan(30);
    silent.answer();
    await until(() => queue.pending.size === 0 || undefined);
    await stop();
  });
});
