import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { committed } from '../../../../src/commands/core/commandHandler.js';
import type { WebhookDelivery } from '../../../../src/domain/webhooks/webhookDelivery.js';
import { createLog } from '../../../../src/platform/log.js';
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

/** A queue of so many deliveries to one receiver, and what was tried of it. */
function queueOf(size: number, url: string) {
  const pending = new Map(
    Array.from({ length: size }, (_, n) => deliveryTo(url, `d${String(n)}`)).map((d) => [d.delivery_id, d]),
  );
  const attempts = new Map([...pending.keys()].map((id) => [id, 0]));
  const commands: WebhookDelivererDeps['commands'] = {
    open(id) {
      const delivery = pending.get(id);
      const known = delivery && { state: { status: 'pending' as const, delivery, failures: 0 }, revision: 0n };
      return Promise.resolve(known && { delivery, url, body: Buffer.from('{}'), known });
    },
    secrets: () => Promise.resolve(committed({ live: [Buffer.alloc(32)], issued_at: '' })),
    recordAttempt(_context, { delivery }, outcome) {
      const made = (attempts.get(delivery.delivery_id) ?? 0) + 1;
      attempts.set(delivery.delivery_id, made);
      if (outcome.error === null) pending.delete(delivery.delivery_id);
      else delivery.attempts.push({ ...outcome, attempt: made, attempted_at: '' });
      return Promise.resolve(committed(delivery));
    },
  };
  const due = (limit: number) =>
    Promise.resolve(
      [...pending.values()]
        .slice(0, limit)
        .map(({ delivery_id, attempts: made }) => ({ delivery_id, attempts: made.length })),
    );
  return { attempts, pending, commands, queries: { due } };
}

const deliveryTo = (url: string, delivery_id: string): WebhookDelivery => ({
  ...{ delivery_id, tenant_id: 'acme', execution_id: delivery_id, url, status: 'pending', attempts: [] },
  ...{ body: { key: delivery_id, size: 2 }, queued_at: '2026-01-01T00:00:00.000Z', ended_at: null, erased: false },
});

const start = ({ commands, queries }: Pick<ReturnType<typeof queueOf>, 'commands' | 'queries'>) =>
  startWebhookDeliverer({
    ...{ commands, queries, clock: () => new Date(), log: createLog('silent') },
    exclusive: {
      hold: async (_name, work) => ({ value: await work({ signal: new AbortController().signal, fence: 1n }) }),
    },
    ...{ allowPrivate: true, intervalSeconds: ONE_POLL },
  });

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
    const queue = queueOf(34, url);
    const stop = start(queue);
    await until(() => queue.pending.size === 0 || undefined);
    await stop();
    expect(most).toBeLessThanOrEqual(10);
  });

  it('tries each delivery once, so that one that fails waits for the next poll by the clock', async () => {
    const url = await receiver((response) => response.writeHead(500).end());
    const queue = queueOf(24, url);
    const stop = start(queue);
    await until(() => [...queue.attempts.values()].every((made) => made > 0) || undefined);
    await stop();
    expect(new Set(queue.attempts.values())).toEqual(new Set([1]));
  });
});
