import { createSearchQueries } from '../../src/projections/search/searchQueries.js';
import { searchedKinds } from '../../src/start/stored.js';
import type { Core } from './core.js';

const big = { tenant_id: 'big', limit: 20 };
const searched = ({ readModels }: Pick<Core, 'readModels'>) => createSearchQueries(readModels, searchedKinds);
const now = new Date('2026-03-01T00:00:00.000Z');
const pages = (of: Pick<Core, 'readModels'>, kind: 'cases' | 'events', query: string) =>
  searched(of).everything({ tenant_id: 'big', kind, query, filters: [], sort: [] }, now);
/** The first page of it. */
const firstPage = async (...asked: Parameters<typeof pages>) =>
  (await pages(...asked))()[Symbol.asyncIterator]().next();

/** Searches that have to be answered by an index, of the rows that the test of all read models makes. */
export const searchesByIndex: readonly [string, (core: Core) => Promise<unknown>][] = [
  ['the documents of a tenant', (of) => searched(of).documents({ tenant_id: 'x7', limit: 20 })],
  ['the newest documents', (of) => searched(of).documents({ limit: 20 })],
  ['the documents of a tenant that stand so', (of) => searched(of).documents({ ...big, limit: 10, status: 'failed' })],
  ['documents of a type that is seldom', (of) => searched(of).documents({ ...big, limit: 5, document_type: 'seldom' })],
  ['documents in which something seldom stands', (of) => searched(of).documents({ ...big, query: 'eldo' })],
  ['documents in which something stands mostly', (of) => searched(of).documents({ ...big, query: 'ostl' })],
  [
    'the documents behind another one',
    (of) => searched(of).documents({ ...big, after: { created_at: '2026-01-05', doc_id: 'x8' } }),
  ],
  ['the cases of a tenant, page by page', (of) => firstPage(of, 'cases', '')],
  ['cases in which a word stands that is seldom', (of) => firstPage(of, 'cases', 'seldom')],
  ['the events of a tenant, page by page', (of) => firstPage(of, 'events', '')],
  ['events that say what is seldom', (of) => firstPage(of, 'events', 'seldom')],
];
