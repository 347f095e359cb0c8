import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '../src/domain/core/event.js';
import { apiKeysProjection } from '../src/projections/apiKeys/apiKeysProjection.js';
import { executionsProjection } from '../src/projections/executions/executionsProjection.js';
import type { Projection } from '../src/projections/core/projection.js';
import { rebuild, type RebuildDeps } from '../src/projections/core/rebuild.js';
import { createTableSink } from '../src/projections/core/tableSink.js';
import { createShareThreads } from '../src/start/rebuild/shareThreads.js';
import { percentile, type Benchmark, type Figure } from './figure.js';
import { pipelineRun } from './pipelineRun.js';
import { openScratchService, type ScratchService } from './scratchService.js';

const KEYS = 60_000;
/** Rebuilds are for logs of millions, and what is split at all has to be long. */
const RUNS = 48_000;
const EVENTS_OF_RUN = 5;

/** How often each is rebuilt; the middle counts. */
const TIMES = 3;

/** Read models made anew from the log, against reading that log; in shares as `npm run projections` does it, and in one. */
export const benchRebuild: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  await fillLog(service);
  const threads = createShareThreads(service);
  const sealed = `of ${(RUNS * EVENTS_OF_RUN).toLocaleString('en')} events with sealed values`;
  const inOne = await rebuildsPerSecond(service, executionsProjection);
  const inShares = await rebuildsPerSecond({ ...service, threads }, executionsProjection);
  const name = `rebuild ${sealed}, in ${threads.shares} shares`;
  return [
    {
      ...{ name: `rebuild of ${KEYS.toLocaleString('en')} events without sealed values, in one`, unit: 'events/s' },
      value: await rebuildsPerSecond(service, apiKeysProjection),
      ...{ baseline: await reading(service, apiKeysProjection), aim: AIM },
    },
    {
      ...{ name, value: inShares, unit: 'events/s' },
      ...{ baseline: await reading(service, executionsProjection), aim: AIM },
    },
    { name, value: inShares, unit: 'events/s', baseline: { name: 'in one', value: inOne } },
  ];
};

const AIM: Figure['aim'] = { of: 'value', at: 'least', is: 20_000 };

async function rebuildsPerSecond(service: RebuildDeps & ScratchService, projection: Projection): Promise<number> {
  const rates: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const { events, seconds } = await rebuild(service, createTableSink(service, projection));
    rates.push(events / seconds);
  }
  return percentile(rates, 50);
}

async function reading(service: ScratchService, projection: Projection): Promise<Figure['baseline']> {
  return { name: 'reading them', value: await read(service, projection) };
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
