import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEraseDelivery } from '../../src/commands/webhooks/eraseDelivery.js';
import { createWebhookCommands } from '../../src/commands/webhooks/webhookCommands.js';
import { createWebhookEndpointCommands } from '../../src/commands/webhookEndpoints/webhookEndpointCommands.js';
import type { Commands } from '../../src/commands/core/commands.js';
import type { CommandContext } from '../../src/commands/core/context.js';
import { caseStream } from '../../src/domain/cases/case.js';
import type { CaseEvent } from '../../src/domain/cases/caseEvents.js';
import { caseRules } from '../../src/domain/cases/caseRules.js';
import type { Bus } from '../../src/platform/bus/bus.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createEndpointDeliveryQueries } from '../../src/projections/webhookEndpoints/endpointDeliveriesProjection.js';
import { createWebhookEndpointQueries } from '../../src/projections/webhookEndpoints/webhookEndpointsProjection.js';
import { startProjector } from '../../src/projections/core/projector.js';
import { allProjections, ownRelays } from '../../src/start/features.js';
import { relayMigrations, startRelay } from '../../src/workers/core/relay.js';
import { startEndpointDeliverer } from '../../src/workers/webhookEndpoints/deliverToEndpoints.js';
import { happeningWork } from '../../src/workers/webhookEndpoints/happeningWork.js';
import { openCore } from './core.js';

/** A request that reached the receiver. */
interface Arrived {
  path: string;
  id: string;
  body: { type: string; timestamp: string; data: { [field: string]: unknown } };
}

/** How the receiver answers at a path; 204 where nothing is said. */
export type Answer = (response: ServerResponse, nth: number) => void;

export const context = (tenant_id: string): CommandContext => ({
  ...{ tenant_id, actor: 'key:1', correlation_id: 'r', causation_id: 'r' },
});

/**
 * Endpoints over real adapters, with a receiver, and a clock that stands until it is moved: what happens is told from the
 * log to the receiver. The bus does at once what is put on it.
 */
export async function openEndpointWorld() {
  const core = await openCore();
  await migrate(core.database, relayMigrations);
  const time = { now: Date.parse('2026-03-02T09:00:00.000Z') };
  const clock = (): Date => new Date(time.now);
  const webhookEndpoints = createWebhookEndpointCommands({ ...core, clock, random: () => 0.5 });
  const webhooks = createWebhookCommands({ ...core, clock, eraseDelivery: createEraseDelivery(core) });
  const deliveries = createEndpointDeliveryQueries(core.readModels);
  const endpoints = createWebhookEndpointQueries(core.readModels);
  const receiver = await startReceiver();
  const projector = startProjector({ ...core, projections: allProjections });
  const parts = { ...core, clock, deliveries, endpoints, allowPrivate: true };
  const commands = {
    ...webhookEndpoints,
    secrets: (...asked: Parameters<typeof webhooks.secrets>) => webhooks.secrets(...asked),
  };
  const stopDelivering = startEndpointDeliverer({ ...parts, commands, intervalSeconds: 0.05 });
  const relays = ownRelays.map((one) => startRelay({ ...core, bus: doingAtOnce({ webhookEndpoints }), ...one }));
  return {
    ...{ core, clock, commands: webhookEndpoints, deliveries, endpoints, receiver },
    /** Moves the clock on. */
    pass(seconds: number): void {
      time.now += seconds * 1_000;
    },
    /** Adds an endpoint at a path of the receiver; its id. */
    async add(tenant_id: string, path: string, events: string[] = ['case.completed']): Promise<string> {
      const settings = { url: `${receiver.url}/${path}`, events, description: '', enabled: true };
      return (await webhookEndpoints.add(context(tenant_id), settings)).value.endpoint_id;
    },
    /** Has these things happen to a case. */
    async happen(tenant_id: string, session_id: string, events: readonly CaseEvent[]): Promise<void> {
      const decider = { ...caseRules, decide: () => [...events] };
      await core.handler.handle({ stream: caseStream(session_id), decider, command: {}, context: context(tenant_id) });
    },
    async close(): Promise<void> {
      await Promise.all(relays.map((relay) => relay.stop()));
      receiver.close(); // whoever still waits for it does no more
      await stopDelivering();
      await projector.stop();
      await core.close();
    },
  };
}

/** A bus that does what is put on it. */
const doingAtOnce = (commands: Pick<Commands, 'webhookEndpoints'>): Bus => ({
  kind: 'notebook',
  identify: () => Promise.resolve('notebook'),
  async publish(_topic, messages) {
    for (const { tenant_id = '', correlation_id, causation_id, payload } of messages)
      await happeningWork.work(
        commands as Commands,
        { ...{ tenant_id, correlation_id, causation_id }, actor: happeningWork.actor },
        payload,
      );
  },
  consume: () => Promise.reject(new Error('Nobody consumes here')),
  ping: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

async function startReceiver() {
  const arrived: Arrived[] = [];
  const answers = new Map<string, Answer>();
  const counts = new Map<string, number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').slice(1);
      const nth = counts.get(path) ?? 0;
      counts.set(path, nth + 1);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Arrived['body'];
      arrived.push({ path, id: String(request.headers['webhook-id']), body });
      const answer = answers.get(path) ?? ((one: ServerResponse) => one.writeHead(204).end());
      answer(response, nth);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    /** What came at a path, in the order in which it came. */
    at: (path: string): Arrived[] => arrived.filter((one) => one.path === path),
    answer: (path: string, how: Answer): void => void answers.set(path, how),
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
