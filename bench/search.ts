import { env } from 'node:process';
import type { Knex } from 'knex';
import { createElasticsearchSearch } from '../src/platform/search/elasticsearchSearch.js';
import { createPostgresSearch } from '../src/platform/search/postgresSearch.js';
import type { Search } from '../src/platform/search/search.js';
import { onlyOf } from '../src/platform/search/tenantScope.js';
import { conditionWanted } from '../src/projections/search/searchWanted.js';
import { searchedKinds } from '../src/start/stored.js';
import { openBareIndex } from './bareIndex.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { compareInTurn } from './inTurn.js';
import { openScratchService } from './scratchService.js';
import { NAMES, numberOf, putDocuments, TABLE, TENANTS, TYPES } from './searchedThings.js';

/** How many documents there are when questions are asked: `BENCH_SEARCH`, by commas. */
const SIZES = (env['BENCH_SEARCH'] ?? '10000,100000,1000000').split(',').map(Number);
/** How often each is asked, in turn with the bare one; the middle counts. */
const TIMES = 60;
/** What the port may cost more than the bare question. */
const MOST = 1.3;
/** Longest that the first page of a list may take in Postgres, in milliseconds. */
const FIRST_PAGE_MS = 50;
const PAGE = 50;

/** A question of the port, and the same as whoever knows the tables and the index would ask it by hand. */
interface Question {
  name: string;
  ask(search: Search): Promise<unknown[]>;
  sql: { text: string; values: (string | number)[] };
  /** The conditions of the index, beside the tenant. */
  filter: object[];
  isFirstPage?: true;
}

/** The same question without the port. */
interface Bare {
  name: string;
  ask: () => Promise<unknown[]>;
}

/**
 * Searches of documents, each against the same one asked by hand: in the database, and in the Elasticsearch of `TEST_ELASTICSEARCH` where
 * there is one.
 */
export const benchSearch: Benchmark = async (workshop) => {
  const { knex } = (await openScratchService(workshop)).database;
  const elsewhere = await openIndex(workshop);
  const { own } = searchedKinds.documents;
  const table = { source: () => Promise.resolve(TABLE), own, time: 'created_at' };
  const inDatabase = createPostgresSearch(knex, { documents: table, cases: table, events: table });
  const figures: Figure[] = [];
  let there = 0;
  for (const size of SIZES) {
    await putDocuments(knex, elsewhere, { from: there, to: size });
    there = size;
    for (const question of questions(size)) {
      const of = `${question.name}, of ${size.toLocaleString('en')}`;
      const sql = { name: 'SQL', ask: () => rowsOf(knex, question.sql) };
      const figure = await compared(`${of}, in Postgres`, () => question.ask(inDatabase), sql);
      figures.push(figure);
      if (question.isFirstPage) {
        const { name, value, unit } = figure;
        figures.push({ name, value, unit, aim: { of: 'value', at: 'most', is: FIRST_PAGE_MS } });
      }
      if (!elsewhere) continue;
      const query = { name: 'its own query', ask: () => elsewhere.ask(question.filter) };
      figures.push(await compared(`${of}, in Elasticsearch`, () => question.ask(elsewhere.search), query));
    }
  }
  return figures;
};

function questions(size: number): Question[] {
  const [tenant = '', name = ''] = [TENANTS[3], NAMES[4]];
  const [type] = TYPES;
  const number = numberOf(Math.floor(size / 2));
  const ofTenant = `select source from ${TABLE} where tenant_id = ?`;
  const newest = `order by at desc, id desc limit ${PAGE}`;
  const ofValue = (called: string, field: string, value: string): Question => {
    const { where } = conditionWanted({ kind: 'documents', query: `${field}: ${value}`, filters: [] }, new Date());
    const word = value.toLowerCase();
    const inField = [{ term: { 'fields.path': field } }, { match_phrase: { 'fields.t': word } }];
    return {
      name: called,
      ask: (search) => search.hits(onlyOf(tenant), { kind: 'documents', where, sort: [], limit: PAGE - 1 }),
      sql: {
        text: `${ofTenant} and terms @> ?::jsonb ${newest}`,
        values: [tenant, JSON.stringify([`${field}=${word}`])],
      },
      filter: [{ nested: { path: 'fields', query: { bool: { filter: inField } } } }],
    };
  };
  return [
    {
      ...{ name: 'the first page of a type', isFirstPage: true },
      ask: (search) => {
        const where = { is: 'equal' as const, field: 'document_type', value: type };
        return search.newest(onlyOf(tenant), { kind: 'documents', where, limit: PAGE });
      },
      sql: { text: `${ofTenant} and document_type = ? ${newest}`, values: [tenant, type] },
      filter: [{ term: { 'own.document_type': type } }],
    },
    ofValue('a name that one in ten has', 'extracted.first_name', name),
    ofValue('a number that one has', 'extracted.document_number', number),
  ];
}

async function rowsOf(knex: Knex, { text, values }: Question['sql']): Promise<unknown[]> {
  const { rows } = await knex.raw<{ rows: unknown[] }>(text, values);
  return rows;
}

/** What both find must be as many. */
async function compared(name: string, asked: () => Promise<unknown[]>, bare: Bare): Promise<Figure> {
  const [found, same] = [await asked(), await bare.ask()];
  if (found.length !== same.length) throw new Error(`${name}: ${found.length} are found, and ${same.length} by hand`);
  const [value, byHand] = await compareInTurn(asked, bare.ask, TIMES);
  return {
    ...{ name, value, unit: 'ms', baseline: { name: bare.name, value: byHand } },
    aim: { of: 'ratio', at: 'most', is: MOST },
  };
}

/** An index of a real Elasticsearch, and how it is asked by hand. */
async function openIndex(workshop: Workshop) {
  const opened = await openBareIndex(workshop);
  if (!opened) return undefined;
  const { client, name, writer, post } = opened;
  const index = { name, own: searchedKinds.documents.own, time: 'created_at' };
  const ask = async (filter: object[]): Promise<unknown[]> => {
    const body = {
      ...{ size: PAGE, track_total_hits: false, _source: ['id', 'source'], sort: [{ at: 'desc' }, { id: 'desc' }] },
      query: { bool: { filter: [{ term: { tenant_id: TENANTS[3] } }, ...filter] } },
    };
    const { hits } = (await post('_search', JSON.stringify(body))) as {
      hits: { hits: { _source: { source: string } }[] };
    };
    return hits.hits.map(({ _source }) => JSON.parse(_source.source) as unknown);
  };
  return {
    ...{ name, writer, ask },
    search: createElasticsearchSearch(client, { documents: index, cases: index, events: index }),
  };
}
