import { randomUUID } from 'node:crypto';
import type { CommandContext } from '../src/commands/core/context.js';
import type { DomainEvent } from '../src/domain/core/event.js';
import type { AppendResult } from '../src/platform/eventStore/eventStore.js';
import { webhookDeliveryStream } from '../src/domain/webhooks/webhookDelivery.js';
import { caseEvents, type BenchCase } from './caseEvents.js';
import { pipelineRun } from './pipelineRun.js';
import type { ScratchService } from './scratchService.js';

/** Tenants that share the cases evenly, so that each has a full page of them even where there are few. */
export const TENANTS = 10;
const WRITERS = 16;
/** Every hundredth case goes on collecting, as the newest do; and every tenth has a run beside it that was told of. */
const COLLECTING_EVERY = 100;
const RUN_EVERY = 10;
/** All of it happened within so many hours, in which no case expires. */
const WITHIN_HOURS = 12;

/** Appends the events of so many cases, ten each, as the service would, many at a time; and gives the cases. */
export async function fillLog(service: ScratchService, count: number): Promise<BenchCase[]> {
  const began = Date.now() - WITHIN_HOURS * 3_600_000;
  const made = Array.from({ length: count }, (_, n): BenchCase => ({
    ...{ session_id: randomUUID(), tenant_id: `tenant-${n % TENANTS}`, reference: `reference-${n}` },
    ...{ at: new Date(began + (n * WITHIN_HOURS * 3_600_000) / count), ended: n % COLLECTING_EVERY !== 0 },
  }));
  let next = 0;
  const write = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const one = made[n]!;
      await appendTo(service, one, caseEvents(one));
      if (n % RUN_EVERY === 0) await appendRun(service, one);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return made;
}

/** A run that has ended, and the delivery of its outcome. */
async function appendRun(service: ScratchService, one: BenchCase): Promise<void> {
  const [execution_id, delivery_id] = [randomUUID(), randomUUID()];
  const [tenant_id, time] = [one.tenant_id, one.at.toISOString()];
  await appendTo(service, one, pipelineRun(execution_id, 'https://receiver.example/'));
  const attempt = { attempt: 1, response_status: 200, response_excerpt: 'noted', error: null, duration_ms: 12 };
  const body = { key: `webhooks/${delivery_id}`, size: 4_000 };
  const queued = { delivery_id, tenant_id, execution_id, url: 'https://receiver.example/', body, queued_at: time };
  await appendTo(service, one, {
    stream: webhookDeliveryStream(delivery_id),
    events: [
      { type: 'WebhookQueued', data: queued },
      { type: 'WebhookDelivered', data: { delivery_id, ...attempt, attempted_at: time } },
    ],
  });
}

/** Appends events of a case, or of what is beside it, as the service would. */
export async function appendTo(
  { codec, eventStore }: ScratchService,
  { tenant_id, at }: Pick<BenchCase, 'tenant_id' | 'at'>,
  { stream, events }: { stream: string; events: readonly DomainEvent[] },
): Promise<AppendResult> {
  const metadata = { ...contextOf(tenant_id, stream), mode: 'live' as const, occurred_at: at.toISOString() };
  return eventStore.append(stream, await codec.encode(stream, events, metadata), 'no_stream');
}

/** Whoever acts in a benchmark, for a tenant. */
export const contextOf = (tenant_id: string, id: string): CommandContext => ({
  ...{ tenant_id, actor: 'system', correlation_id: id, causation_id: id },
});
