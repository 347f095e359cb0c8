import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEraseDelivery } from '../src/commands/webhooks/eraseDelivery.js';
import { createWebhookCommands } from '../src/commands/webhooks/webhookCommands.js';
import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { startProjector } from '../src/projections/core/projector.js';
import {
  createWebhookDeliveryQueries,
  webhookDeliveriesProjection,
} from '../src/projections/webhooks/webhookDeliveriesProjection.js';
import { startWebhookDeliverer } from '../src/workers/webhooks/deliverWebhooks.js';
import type { Benchmark, Workshop } from './figure.js';
import { perSecond } from './perSecond.js';
import { pipelineRun } from './pipelineRun.js';
import { openScratchService } from './scratchService.js';

const DELIVERIES = 300;
/** The shortest that the setting allows. */
const INTERVAL_SECONDS = 0.1;

/** Deliveries of one process, each signed, posted and noted, against posting the same body as often. */
export const benchWebhooks: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const { handler, blobs, clock } = service;
  const receiver = await startReceiver(workshop);
  const eraseDelivery = createEraseDelivery(service);
  const commands = createWebhookCommands({ handler, blobs, clock, eraseDelivery });
  const projector = startProjector({
    ...service,
    signal: createCheckpointSignal(),
    projections: [webhookDeliveriesProjection],
  });
  workshop.atEnd(() => projector.stop());
  for (let n = 0; n < DELIVERIES; n++) await queue(service, commands, receiver.url);
  const queries = createWebhookDeliveryQueries(service.readModels);
  while ((await queries.unfinished()).count < DELIVERIES) await sleep(50);

  const began = performance.now();
  const deps = { ...service, commands, queries, allowPrivate: true };
  const stop = startWebhookDeliverer({ ...deps, intervalSeconds: INTERVAL_SECONDS });
  const isDone = async (): Promise<boolean> => (await queries.unfinished()).count === 0;
  while (!(await isDone())) await sleep(20);
  const value = (DELIVERIES * 1000) / (performance.now() - began);
  await stop();
  const baseline = { name: 'bare posts, ten at a time', value: await barePosts(receiver.url) };
  return [{ name: `webhooks, polled every ${INTERVAL_SECONDS} s`, value, unit: '/s', baseline }];
};

async function queue(
  { codec, eventStore }: Awaited<ReturnType<typeof openScratchService>>,
  commands: ReturnType<typeof createWebhookCommands>,
  url: string,
): Promise<void> {
  const id = randomUUID();
  const { stream, events } = pipelineRun(id, url);
  const context = { tenant_id: 'acme', actor: 'system', correlation_id: id, causation_id: id };
  const metadata = { ...context, mode: 'live' as const, occurred_at: new Date().toISOString() };
  await eventStore.append(stream, await codec.encode(stream, events, metadata), 'no_stream');
  await commands.queueOutcome(context, id);
}

async function barePosts(url: string): Promise<number> {
  const body = JSON.stringify(pipelineRun(randomUUID()).events);
  const post = async (): Promise<unknown> => (await fetch(url, { method: 'POST', body })).arrayBuffer();
  return perSecond(DELIVERIES, 10, post);
}

async function startReceiver(workshop: Workshop): Promise<{ url: string }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('noted'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  workshop.atEnd(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}
