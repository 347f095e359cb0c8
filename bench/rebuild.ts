import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../src/domain/core/event.js';
import { apiKeysProjection } from '../src/projections/apiKeys/apiKeysProjection.js';
import { executionsProjection } from '../src/projections/executions/executionsProjection.js';
import type { Projection } from '../src/projections/core/projection.js';
import { rebuild, type RebuildDeps } from '../src/projections/core/rebuild.js';
import { createTableSink } from '../src/projections/core/tableSink.js';
import { createShareThreads } from '../src/start/rebuild/shareThreads.js';
import type { Benchmark, Figure } from './figure.js';
import { pipelineRun } from './pipelineRun.js';
import { openScratchService, type ScratchService } from './scratchService.js';

const KEYS = 60_000;
/** With five events each: rebuilds are for logs of millions, and what is split at all has to be long. */
const RUNS = 48_000;

/** Read models made anew from the log, against reading that log. */
export const benchRebuild: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  await fillLog(service);
  return [
    await measure(service, 'events without sealed values', apiKeysProjection),
    ...(await measureShares(service, 'events with sealed values', executionsProjection)),
  ];
};

/** As the tool does it, and in one, from the same log. */
async function measureShares(service: ScratchService, name: string, projection: Projection): Promise<Figure[]> {
  const one = await rebuildsPerSecond(service, projection);
  const threads = createShareThreads(service);
  const figure = await measure({ ...service, threads }, name, projection);
  const baseline = { name: 'in one', value: one };
  return [
    figure,
    { name: `rebuild in ${threads.shares} shares, ${name}`, value: figure.value, unit: figure.unit, baseline },
  ];
}

async function measure(service: RebuildDeps & ScratchService, name: string, projection: Projection): Promise<Figure> {
  const reading = await read(service, projection);
  return {
    name: `rebuild, ${name}`,
    value: await rebuildsPerSecond(service, projection),
    unit: 'events/s',
    baseline: { name: 'reading them', value: reading },
    aim: { of: 'value', at: 'least', is: 20_000 },
  };
}

async function rebuildsPerSecond(service: RebuildDeps & ScratchService, projection: Projection): Promise<number> {
  const { events, seconds } = await rebuild(service, createTableSink(service, projection));
  return events / seconds;
}

async function read({ eventStore }: ScratchService, { eventTypes }: Projection): Promise<number> {
  const started = performance.now();
  let events = 0;
  for await (const batch of eventStore.subscribe({ typePrefixes: eventTypes, batchSize: 2_000 })) {
    events += batch.events.length;
    if (batch.live) break;
  }
  return (events * 1000) / (performance.now() - started);
}

/** The fold goes by what the events say, so that many of them can share a stream here and be appended quickly. */
async function fillLog({ codec, eventStore }: ScratchService): Promise<void> {
  const append = async (stream: string, events: readonly DomainEvent[]): Promise<void> => {
    const occurred_at = new Date().toISOString();
    const mode = 'live' as const;
    const metadata = {
      tenant_id: 'acme',
      actor: 'system',
      correlation_id: stream,
      causation_id: stream,
      mode,
      occurred_at,
    };
    await eventStore.append(stream, await codec.encode(stream, events, metadata), 'no_stream');
  };
  for (let n = 0; n < KEYS; n += 500) await append(`bench-${n}`, Array.from({ length: 500 }, keyIssued));
  const runs = Array.from({ length: RUNS }, () => pipelineRun(randomUUID()));
  const work = async (): Promise<void> => {
    for (let run = runs.pop(); run; run = runs.pop()) await append(run.stream, run.events);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

function keyIssued(): DomainEvent {
  const key_id = randomUUID();
  return {
    type: 'ApiKeyIssued',
    data: {
      ...{ key_id, tenant_id: 'acme', name: 'Bench', scopes: ['read', 'write'], prefix: key_id.slice(-12) },
      hash: { kind: 'bcrypt', value: '$2b$10$'.padEnd(60, 'x') },
      issued_at: new Date().toISOString(),
    },
  };
}
