import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { ownRelays } from '../../src/start/features.js';
import type { Before, Remains } from './judgeRemains.js';
import { metricsOf, sample, type Measured } from './sample.js';
import { unexplainedFiles } from './unexplainedFiles.js';
import { NOTARY } from '../../src/workers/audit/notarise.js';

/** How often it is looked: the service does something now and then by itself, and what is there at every look stays. */
const LOOKS = 12;
const EVERY_MS = 400;

/**
 * Gauges of what is taken of something, of all of which nothing may be at rest. With the requests that are open without anybody
 * asking: the one for the metrics.
 */
const PLACES: Readonly<Record<string, number>> = {
  attest_database_connections: 0,
  attest_http_room_taken_ratio: 0,
  attest_http_requests_in_flight: 1,
  attest_work_in_hand: 0,
  attest_engine_queued_jobs: 0,
  'attest_engine_processes{state="busy"}': 0,
  attest_unfinished_work: 0,
  attest_due_work: 0,
  attest_parked_messages_total: 0,
  attest_projection_set_aside: 0,
  attest_projection_stopped: 0,
};

/** What there is at rest: of what comes and goes, the least of some looks. @param known Temporary files that were there before */
export async function atRest(measured: Measured, known: readonly string[]): Promise<Remains> {
  const looks = [await look(measured)];
  while (looks.length < LOOKS) {
    await sleep(EVERY_MS);
    looks.push(await look(measured));
  }
  const leastOf = (of: 'openFiles' | 'threads' | 'connections' | 'engineProcesses'): number =>
    Math.min(...looks.map((one) => one[of]));
  const stays = (name: string): boolean => looks.every(({ temporary }) => temporary.includes(name));
  return {
    queues: least(looks.map(({ queues }) => queues)),
    places: placesOf(looks.map(({ places }) => places)),
    tables: await tablesOf(measured.knex),
    emptied: await sizesOf(measured.knex, EMPTIED),
    unexplainedFiles: [
      ...looks[0]!.temporary.filter((name) => stays(name) && !known.includes(name)),
      ...(await unexplainedFiles(measured)),
    ],
    openFiles: leastOf('openFiles'),
    threads: leastOf('threads'),
    connections: leastOf('connections'),
    engineProcesses: leastOf('engineProcesses'),
  };
}

/** What there is before the load, and the temporary files that belong to it. */
export async function beforeLoad(measured: Measured): Promise<{ before: Before; known: readonly string[] }> {
  const { openFiles, threads, connections } = await sample(measured);
  return { before: { openFiles, threads, connections }, known: await temporaryFiles(measured) };
}

async function look(measured: Measured) {
  const [taken, queues, metrics] = [
    await sample(measured),
    await queuesOf(measured.knex),
    await metricsOf(measured.url),
  ];
  const places: Record<string, number> = {};
  for (const [place, without] of Object.entries(PLACES))
    for (const [name, value] of metrics.series(place)) places[name] = Math.max(0, value - without);
  return { ...taken, queues, places, temporary: await temporaryFiles(measured) };
}

/** The least of each, of those looks that tell of it. */
function least(looks: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = [...new Set(looks.flatMap((one) => Object.keys(one)))];
  return Object.fromEntries(names.map((name) => [name, Math.min(...looks.flatMap((one) => one[name] ?? []))]));
}

/** What places are taken, by metric and labels. A scrape leaves out what is not known within a second: what no look tells of is undefined. */
function placesOf(looks: readonly Readonly<Record<string, number>>[]): Remains['places'] {
  const places = least(looks);
  const untold = Object.keys(PLACES).filter((place) => !Object.keys(places).some((name) => isSeriesOf(place, name)));
  return { ...places, ...Object.fromEntries(untold.map((place) => [place, undefined])) };
}

const isSeriesOf = (metric: string, name: string): boolean => name === metric || name.startsWith(`${metric}{`);

/** What somebody leads as long as the service runs. */
const LED = ['relay', ...ownRelays.map(({ name }) => name), NOTARY];

/** How many there are of everything that waits, or is to be ended by somebody. */
export async function queuesOf(knex: Knex): Promise<Record<string, number>> {
  const { rows } = await knex.raw<{ rows: Record<string, number>[] }>(
    `select
       (select count(*) from bus_keys)::int as "keys of the bus",
       (select count(*) from bus_deliveries)::int as "deliveries of the bus",
       (select count(*) from due_work where done_at is null and topic not like 'schedule.%')::int as "work that is due",
       (select count(*) from kept_answers where status is null and claimed_until > now())::int as "requests under way",
       (select count(*) from subject_keys where erasure is not null)::int as "unfinished erasures",
       (select count(*) from bulk_chunks)::int as "chunks of bulk work",
       (select count(*) from projection_set_aside)::int as "streams that are set aside",
       (select count(*) from exclusive where name <> all(?::text[]))::int as "work that somebody holds"`,
    [LED],
  );
  return rows[0]!;
}

async function tablesOf(knex: Knex): Promise<Record<string, number>> {
  const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const counted: Record<string, number> = {};
  for (const { name } of tables) counted[name] = Number((await knex(name).count<{ count: string }[]>())[0]!.count);
  return counted;
}

/** Tables through which everything goes, and in which nothing stays. */
const EMPTIED = ['bus_keys', 'bus_deliveries', 'due_work', 'exclusive', 'rate_hits', 'rate_windows'];

async function sizesOf(knex: Knex, tables: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await knex.raw<{ rows: { name: string; bytes: number }[] }>(
    'select name, pg_total_relation_size(name::regclass)::float8 as bytes from unnest(?::text[]) name',
    [[...tables]],
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Files that are there for a moment only: parts of uploads, what was written to see whether there is room, and temporary ones. */
async function temporaryFiles({ dataDir, tmpDir }: Measured): Promise<string[]> {
  const probes = (await readdir(dataDir)).filter((name) => name.startsWith('.probe-'));
  const drafts = await readdir(join(dataDir, 'blobs', '.incoming'));
  return [
    ...probes,
    ...drafts.map((name) => `.incoming/${name}`),
    ...(await readdir(tmpDir)).map((name) => `tmp/${name}`),
  ];
}
