import { documentOf } from '../src/platform/search/elasticsearchDocuments.js';
import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { copyRows } from '../src/projections/core/copyRows.js';
import { ROW_KEY } from '../src/projections/core/projection.js';
import { startProjector, type ProjectorDeps } from '../src/projections/core/projector.js';
import { rebuild } from '../src/projections/core/rebuild.js';
import { createTableSink } from '../src/projections/core/tableSink.js';
import { sinksOf } from '../src/start/features.js';
import { searchedKinds } from '../src/start/stored.js';
import { openBareIndex, type BareIndex } from './bareIndex.js';
import type { Benchmark, Figure } from './figure.js';
import { appendTo } from './grownLog.js';
import { openScratchService, type ScratchService } from './scratchService.js';
import { PER_CASE, searchedCase, TABLE } from './searchedThings.js';
import { openServiceIndexes } from './serviceIndexes.js';

const CASES = 4_000;
const DOCUMENTS = CASES * PER_CASE;
const WRITERS = 8;
/** Documents of one transaction, or one request, where they are written by hand. */
const AT_ONCE = 1_000;
const KIND = searchedKinds.documents;

/** A document as its table has it. */
type Row = Record<string, unknown> & { [ROW_KEY]: string };

/**
 * How many documents a second become searchable, from their events in the log: where a read model follows it, and where it is made anew.
 * Against the same documents, ready made, written by hand into a table with the same indexes, and into an index of the Elasticsearch of
 * `TEST_ELASTICSEARCH` where there is one.
 */
export const benchIndexing: Benchmark = async (workshop) => {
  const indexes = openServiceIndexes(workshop);
  const service = await openScratchService(workshop, indexes?.settings);
  await fillLog(service);
  const { projection } = KIND;
  const inTable = {
    following: await rateOf(() => follow(service, { projections: [projection] })),
    anew: await rateOf(() => rebuild(service, createTableSink(service, projection))),
  };
  const rows = (await service.database.knex(TABLE).select('*')) as Row[];
  if (rows.length !== DOCUMENTS) throw new Error(`${rows.length} of ${DOCUMENTS} documents are there`);
  const copied = await rateOf(() => copyAll(service, rows));
  const figures = figuresOf('Postgres', inTable, { name: 'COPY of their rows', value: copied });
  const bare = await openBareIndex(workshop);
  const sink = sinksOf(service).find(({ name }) => name === KIND.index.name);
  if (!indexes || !bare || !sink) return figures;
  const inIndex = {
    following: await rateOf(() => follow(service, { projections: [], sinks: [sink] })),
    anew: await rateOf(() => rebuild(service, sink)),
  };
  await indexes.assertHas(DOCUMENTS);
  const sent = await rateOf(() => sendAll(bare, rows));
  return [...figures, ...figuresOf('Elasticsearch', inIndex, { name: 'bulk requests alone', value: sent })];
};

function figuresOf(
  where: string,
  { following, anew }: { following: number; anew: number },
  baseline: Figure['baseline'],
): Figure[] {
  return [
    { name: `documents indexed along the log, in ${where}`, value: following, unit: '/s', baseline },
    { name: `documents indexed anew, in ${where}`, value: anew, unit: '/s', baseline },
  ];
}

/** Documents per second. */
async function rateOf(index: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await index();
  return (DOCUMENTS * 1000) / (performance.now() - began);
}

/** Follows the log from its first event to its end. */
async function follow(service: ScratchService, followers: Pick<ProjectorDeps, 'projections' | 'sinks'>): Promise<void> {
  const projector = startProjector({ ...service, signal: createCheckpointSignal(), ...followers });
  await projector.caughtUp();
  await projector.stop();
}

/** By hand, into a table like theirs. */
async function copyAll({ database: { knex } }: ScratchService, rows: readonly Row[]): Promise<void> {
  await knex.raw(`create table bench_documents (like ${TABLE} including all)`);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = { rows: rows.slice(at, at + AT_ONCE), stored: [] };
    await knex.transaction((transaction) => copyRows(transaction, KIND.table, 'bench_documents', some));
  }
}

/** By hand, into an index like theirs, and shown. */
async function sendAll({ post }: BareIndex, rows: readonly Row[]): Promise<void> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const lines = rows.slice(at, at + AT_ONCE).flatMap((row, nth) => {
      const action = { index: { _id: row[ROW_KEY] } };
      return [JSON.stringify(action), JSON.stringify(documentOf(KIND.thing(row), at + nth))];
    });
    const { errors } = (await post('_bulk?filter_path=errors', `${lines.join('\n')}\n`)) as { errors: boolean };
    if (errors) throw new Error('The index does not take all documents');
  }
  await post('_refresh', '');
}

async function fillLog(service: ScratchService): Promise<void> {
  let next = 0;
  const write = async (): Promise<void> => {
    for (let n = next++; n < CASES; n = next++) {
      const made = searchedCase(n * PER_CASE);
      await appendTo(service, made, made);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}
