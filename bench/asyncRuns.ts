import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { candidatesFor } from '../src/commands/pipelineTypes.js';
import { createDocumentEngine, DOCUMENT_TIMEOUT_MS } from '../src/engines/documents/createDocumentEngine.js';
import { openDatabase } from '../src/platform/database/openDatabase.js';
import type { Database } from '../src/platform/database/database.js';
import { createLog } from '../src/platform/log.js';
import { createDocumentTypeQueries } from '../src/projections/documentTypes.js';
import { busesIn, type BenchBus } from './buses.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { renderedPages } from './pages.js';
import { startService } from './servers.js';

/** What is run: a scanned page, where reading is all; and a page with a layer of text, where the way there shows. */
const LOADS = [
  { name: 'scanned pages', documents: 6, bytes: async () => (await renderedPages(1))[0]!.bytes },
  { name: 'pages of text', documents: 150, bytes: textPage },
] as const;
const TYPE = 'receipt';

/** Asynchronous runs from the request to their end with one worker of one engine process, against that engine alone. */
export const benchAsyncRuns: Benchmark = async (workshop) => {
  const figures: Figure[] = [];
  for (const bus of await busesIn(workshop)) figures.push(...(await measure(workshop, bus)));
  return figures;
};

async function measure(workshop: Workshop, { name, settings }: BenchBus): Promise<Figure[]> {
  const database = await openDatabase({ databasePool: 4, dataDir: await workshop.folder() }, createLog('error'));
  workshop.atEnd(() => database.close());
  const key = `zk_${randomBytes(6).toString('hex')}_${randomBytes(16).toString('hex')}`;
  const env = {
    ...{ DATABASE_URL: database.url, DATA_DIR: await workshop.folder(), MASTER_KEY: randomBytes(32).toString('hex') },
    ...{ BOOTSTRAP_API_KEY: key, RATE_LIMIT: '1000000', ENGINE_PROCESSES: '1', ...settings },
  };
  const api = await startService(workshop, { ...env, ROLES: 'api,projector,relay' });
  await startService(workshop, { ...env, ROLES: 'worker' });
  const figures: Figure[] = [];
  for (const load of LOADS) {
    const run = { url: api.url, key, database, bytes: await load.bytes(), documents: load.documents };
    await runsPerSecond({ ...run, documents: 1 });
    figures.push({
      ...{ name: `async runs of ${load.name}, bus in ${name}`, value: await runsPerSecond(run), unit: '/s' },
      baseline: { name: 'the engine alone', value: await bareEngine(run) },
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
  while (await database.knex('executions').where({ status: 'running' }).first()) await sleep(20);
  const value = (documents * 1000) / (performance.now() - began);
  if (await database.knex('executions').where({ status: 'failed' }).first()) throw new Error('A run failed');
  return value;
}

/** The same documents through the engine, one after the other. */
async function bareEngine({ database, bytes, documents }: Run): Promise<number> {
  const log = createLog('error');
  const engine = await createDocumentEngine({ processes: 1, log, documentTimeoutMs: DOCUMENT_TIMEOUT_MS });
  try {
    const types = createDocumentTypeQueries(database.knex);
    const documentType = await types.resolve({ tenant_id: '', context_id: TYPE });
    if (!documentType) throw new Error(`The type ${TYPE} does not ship`);
    const candidates = await candidatesFor(types, '');
    const job = { bytes, filename: 'page', documentType, candidates, today: '2026-01-01', extra: {} };
    await engine.process(job);
    const began = performance.now();
    for (let n = 0; n < documents; n++) await engine.process(job);
    return (documents * 1000) / (performance.now() - began);
  } finally {
    await engine.close();
  }
}

async function textPage(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([595, 423]);
  const lines = ['HARBOUR STORES', 'Receipt 4711', 'Date: 2026-05-01', 'Four crates of rope', 'Total: 120.45'];
  lines.forEach((line, index) => page.drawText(line, { x: 40, y: 350 - index * 40, size: 20, font }));
  return pdf.save();
}
