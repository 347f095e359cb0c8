import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/platform/database/database.js';
import { tableName } from '../src/projections/core/projection.js';
import { executionsProjection, executionsTable } from '../src/projections/executions/executionsProjection.js';
import { bareEngine } from './bareEngine.js';
import { busesIn, type BenchBus } from './buses.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { openInstallation } from './installation.js';
import { renderedPages, textPage } from './pages.js';
import { startService } from './servers.js';

/** What is run: a scanned page, where reading is all; and a page with a layer of text, where the way there shows. */
const LOADS = [
  { name: 'scanned pages', documents: 6, bytes: async () => (await renderedPages(1))[0]!.bytes },
  { name: 'pages of text', documents: 150, bytes: textPage },
] as const;
const TYPE = 'receipt';
const RUNS = tableName(executionsProjection, executionsTable);

/** Asynchronous runs from the request to their end with one worker of one engine process, against that engine alone. */
export const benchAsyncRuns: Benchmark = async (workshop) => {
  const figures: Figure[] = [];
  for (const bus of await busesIn(workshop)) figures.push(...(await measure(workshop, bus)));
  return figures;
};

async function measure(workshop: Workshop, { name, settings }: BenchBus): Promise<Figure[]> {
  const installation = await openInstallation(workshop);
  const { database, key } = installation;
  const env = { ...installation.env, ENGINE_PROCESSES: '1', ...settings };
  const api = await startService(workshop, { ...env, ROLES: 'api,projector,relay' });
  await startService(workshop, { ...env, ROLES: 'worker' });
  const figures: Figure[] = [];
  for (const load of LOADS) {
    const run = { url: api.url, key, database, bytes: await load.bytes(), documents: load.documents };
    await runsPerSecond({ ...run, documents: 1 });
    figures.push({
      ...{ name: `async runs of ${load.name}, bus in ${name}`, value: await runsPerSecond(run), unit: '/s' },
      baseline: { name: 'the engine alone', value: await bareEngine(database, TYPE, run.bytes, run.documents) },
      ...(load.name === 'scanned pages' && { aim: { of: 'ratio', at: 'least', is: 0.9 } as const }),
    });
  }
  const run = { url: api.url, key, database, bytes: await LOADS[1].bytes(), documents: LOADS[1].documents };
  const one = await runsPerSecond(run);
  await startService(workshop, { ...env, ROLES: 'worker' });
  await runsPerSecond({ ...run, documents: 4 });
  const baseline = { name: 'one worker', value: one };
  const value = await runsPerSecond(run);
  return [...figures, { name: `two workers, ${LOADS[1].name}, bus in ${name}`, value, unit: '/s', baseline }];
}

interface Run {
  url: string;
  key: string;
  database: Database;
  bytes: Uint8Array;
  documents: number;
}

/** From the first request until the last run has ended. */
async function runsPerSecond({ url, key, database, bytes, documents }: Run): Promise<number> {
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' };
  const input = {
    data: Buffer.from(bytes).toString('base64'),
    mime_type: 'application/octet-stream',
    filename: 'page',
  };
  const body = JSON.stringify({ context_id: TYPE, input, sync: false });
  const began = performance.now();
  let left = documents;
  const ask = async (): Promise<void> => {
    while (left-- > 0) {
      const response = await fetch(`${url}/v1/pipeline/run`, { method: 'POST', headers, body });
      if (response.status !== 200) throw new Error(`A run was answered ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  while (await database.knex(RUNS).where({ status: 'running' }).first()) await sleep(20);
  const value = (documents * 1000) / (performance.now() - began);
  if (await database.knex(RUNS).where({ status: 'failed' }).first()) throw new Error('A run failed');
  return value;
}
