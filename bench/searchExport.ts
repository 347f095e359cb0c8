import { env } from 'node:process';
import type { Knex } from 'knex';
import { percentile, type Benchmark, type Figure, type Workshop } from './figure.js';
import { openInstallation } from './installation.js';
import { putDocuments, TABLE } from './searchedThings.js';
import { startService } from './servers.js';
import { openServiceIndexes, type ServiceIndexes } from './serviceIndexes.js';

/** How many documents are exported: `BENCH_EXPORT`. */
const DOCUMENTS = Number(env['BENCH_EXPORT'] ?? 50_000);
/** How often, in turn with the bare rows; the middle counts. */
const TIMES = 3;
/** Rows that are read at once where they are read by hand. */
const AT_ONCE = 1_000;
const COLUMNS = ['doc_id', 'document_type', 'created_at', 'extracted.first_name', 'extracted.last_name'];

const FORMATS = [
  { name: 'as JSON Lines', asked: { format: 'jsonl' }, heads: 0 },
  { name: 'as CSV of five columns', asked: { format: 'csv', columns: COLUMNS }, heads: 1 },
  { name: 'as CSV of all fields', asked: { format: 'csv' }, heads: 1 },
] as const;

/**
 * All documents over `POST /v1/search/export`, against the same read by hand and sent nowhere: out of the database, and out of the
 * Elasticsearch of `TEST_ELASTICSEARCH` where there is one.
 */
export const benchSearchExport: Benchmark = async (workshop) => {
  const indexes = openServiceIndexes(workshop);
  return [...(await measure(workshop)), ...(indexes ? await measure(workshop, indexes) : [])];
};

async function measure(workshop: Workshop, indexes?: ServiceIndexes): Promise<Figure[]> {
  const { database, key, env: settings } = await openInstallation(workshop);
  const { url } = await startService(workshop, { ...settings, ...indexes?.settings });
  await putDocuments(database.knex, await indexes?.documents(), { from: 0, to: DOCUMENTS });
  const bare = indexes
    ? { name: 'reading its pages', read: () => indexes.countPages(AT_ONCE) }
    : { name: 'reading the rows', read: () => countRows(database.knex) };
  const rates: number[][] = FORMATS.map(() => []);
  const bareRates: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    for (const [index, { asked, heads }] of FORMATS.entries())
      rates[index]!.push(await rateOf(async () => (await countLines(url, key, asked)) - heads));
    bareRates.push(await rateOf(bare.read));
  }
  const baseline = { name: bare.name, value: percentile(bareRates, 50) };
  const where = indexes ? 'Elasticsearch' : 'Postgres';
  return FORMATS.map(({ name }, index) => ({
    name: `documents exported ${name}, of ${DOCUMENTS.toLocaleString('en')} in ${where}`,
    ...{ value: percentile(rates[index]!, 50), unit: '/s', baseline },
  }));
}

/** Documents per second. */
async function rateOf(count: () => Promise<number>): Promise<number> {
  const began = performance.now();
  const counted = await count();
  const seconds = (performance.now() - began) / 1000;
  if (counted !== DOCUMENTS) throw new Error(`${counted} of ${DOCUMENTS} documents were read`);
  return counted / seconds;
}

async function countLines(url: string, key: string, asked: object): Promise<number> {
  const answer = await fetch(`${url}/v1/search/export`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'documents', ...asked }),
  });
  if (!answer.ok || !answer.body) throw new Error(`The export was answered ${answer.status}: ${await answer.text()}`);
  let lines = 0;
  for await (const bytes of answer.body) for (const byte of bytes as Uint8Array) if (byte === LINE_FEED) lines++;
  return lines;
}

const LINE_FEED = 10;

/** By a cursor, in the order of the export. */
function countRows(knex: Knex): Promise<number> {
  return knex.transaction(async (transaction) => {
    await transaction.raw(`declare bare cursor for select source from ${TABLE} order by at desc, id desc`);
    for (let counted = 0; ;) {
      const { rows } = await transaction.raw<{ rows: object[] }>(`fetch ${AT_ONCE} from bare`);
      counted += rows.length;
      if (rows.length < AT_ONCE) return counted;
    }
  });
}
