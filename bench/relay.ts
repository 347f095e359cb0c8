import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { routes } from '../src/start/features.js';
import { startRelay } from '../src/workers/core/relay.js';
import { idIn } from '../src/workers/core/work.js';
import { pipelineRunWork } from '../src/workers/executions/acceptedWork.js';
import { busesIn, type BenchBus } from './buses.js';
import { percentile, type Benchmark, type Figure, type Workshop } from './figure.js';
import { pipelineRun } from './pipelineRun.js';
import { openScratchService } from './scratchService.js';

const RUNS = 500;
/** About a hundred runs a second: more than engines take, less than what would queue. */
const PAUSE_MS = 10;

/** From the append of an event until a worker has it in hand, over the relay and the bus. */
export const benchRelay: Benchmark = async (workshop) => {
  const figures: Figure[] = [];
  for (const bus of await busesIn(workshop)) figures.push(...(await measure(workshop, bus)));
  return figures;
};

async function measure(workshop: Workshop, { name, settings }: BenchBus): Promise<Figure[]> {
  const service = await openScratchService(workshop, settings);
  const { eventStore, codec, bus } = service;
  const relay = startRelay({ ...service, routes });
  workshop.atEnd(() => relay.stop());
  const appended = new Map<string, number>();
  const lags: number[] = [];
  const appends: number[] = [];
  await bus.consume({
    ...{ topic: pipelineRunWork.topic, group: 'bench', concurrency: 8 },
    handle: ({ message }) => {
      const at = appended.get(idIn(message.payload, 'execution_id'));
      if (at !== undefined) lags.push(performance.now() - at);
      return Promise.resolve();
    },
  });
  for (let run = 0; run < RUNS; run++) {
    const id = randomUUID();
    const { stream, events } = pipelineRun(id, 'http://127.0.0.1/');
    const metadata = { tenant_id: 'acme', actor: 'system', correlation_id: id, causation_id: id };
    const encoded = await codec.encode(stream, events.slice(0, 1), {
      ...metadata,
      mode: 'live',
      occurred_at: new Date().toISOString(),
    });
    const began = performance.now();
    await eventStore.append(stream, encoded, 'no_stream');
    appended.set(id, performance.now());
    appends.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  while (lags.length < RUNS) await sleep(20);
  return [50, 99].map((percent) => ({
    name: `from an event to its worker, bus in ${name}, p${percent}`,
    value: percentile(lags, percent),
    unit: 'ms',
    baseline: { name: 'the append alone', value: percentile(appends, percent) },
  }));
}
