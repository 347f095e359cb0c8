import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, type Condition } from '../../../../src/platform/search/condition.js';
import { createElasticsearchSearch } from '../../../../src/platform/search/elasticsearchSearch.js';
import { SearchTooDear, SearchUnavailable, type Search } from '../../../../src/platform/search/search.js';
import { everyTenant, onlyOf, type TenantScope } from '../../../../src/platform/search/tenantScope.js';

/** What a cluster answers that has nothing. */
const NOTHING = { status: 200, body: { timed_out: false, hits: { total: { value: 0 }, hits: [] } } as object };

const indexes = (own: ReadonlySet<string>) => ({
  documents: { name: 'things', own },
  cases: { name: 'cases', own },
  events: { name: 'events', own },
});

let asked: { query: { bool: { filter: object[] } } }[];
let answer: { status: number; body: object } | undefined;
let server: Server;
let client: Client;
let search: Search;
beforeEach(async () => {
  asked = [];
  answer = NOTHING;
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    request.on('end', () => {
      asked.push(JSON.parse(text) as (typeof asked)[number]);
      if (!answer) return; // never
      const headers = { 'content-type': 'application/vnd.elasticsearch+json', 'x-elastic-product': 'Elasticsearch' };
      response.writeHead(answer.status, headers).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Client({ node: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  search = createElasticsearchSearch(client, indexes(new Set(['status'])));
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const within = (depth: number): Condition => (depth === 0 ? EVERYTHING : { is: 'not', of: within(depth - 1) });
const ofAll = { kind: 'documents' as const, where: EVERYTHING, sort: [], limit: 5, facets: [], percentiles: [] };
const QUESTIONS: readonly [string, (scope: TenantScope, where: Condition) => Promise<unknown>][] = [
  ['newest', (scope, where) => search.newest(scope, { ...ofAll, where })],
  ['hits', (scope, where) => search.hits(scope, { ...ofAll, where })],
  ['search', (scope, where) => search.search(scope, { ...ofAll, where, facets: ['status'], percentiles: ['n'] })],
];
const CONDITIONS: readonly Condition[] = [
  EVERYTHING,
  { is: 'or', of: [] },
  { is: 'not', of: { is: 'equal', field: 'status', value: 'done' } },
  {
    is: 'or',
    of: [
      { is: 'exists', field: 'tenant_id' },
      { is: 'contains', text: 'x' },
    ],
  },
  { is: 'within', field: 'list', of: { is: 'pattern', field: null, pieces: ['', ''] } },
];

describe('a search on Elasticsearch', () => {
  it('asks for things of its tenant alone, whatever is asked and however', async () => {
    for (const [, ask] of QUESTIONS) for (const where of CONDITIONS) await ask(onlyOf('acme'), where);
    expect(asked).toHaveLength(QUESTIONS.length * CONDITIONS.length);
    for (const { query } of asked) {
      expect(Object.keys(query)).toEqual(['bool']);
      expect(Object.keys(query.bool)).toEqual(['filter']);
      expect(query.bool.filter).toContainEqual({ term: { tenant_id: 'acme' } });
      expect(query.bool.filter).toContainEqual({ term: { gone: false } });
    }
  });

  it('asks for things of everybody only where that was said', async () => {
    await search.hits(everyTenant, ofAll);
    await search.hits(onlyOf(''), ofAll);
    expect(JSON.stringify(asked[0])).not.toContain('tenant_id');
    expect(asked[1]?.query.bool.filter).toContainEqual({ term: { tenant_id: '' } });
  });

  it('is not waited for when the cluster says nothing', async () => {
    answer = undefined;
    const impatient = createElasticsearchSearch(client, indexes(new Set()), { longestMs: 10, answerMs: 10 });
    await expect(impatient.hits(everyTenant, ofAll)).rejects.toThrow(SearchTooDear);
  });

  it('passes over more than an index gives at once, and not for longer than a search may take', async () => {
    const hit = { _source: { id: 'a', source: '{"id":"a"}' }, sort: ['2026-01-01T00:00:00.000Z', 'a'] };
    answer = { status: 200, body: { timed_out: false, hits: { hits: [hit] } } };
    const narrow = createElasticsearchSearch(client, indexes(new Set()), { window: 1 });
    expect(await narrow.newest(everyTenant, { ...ofAll, limit: 1, offset: 3 })).toEqual([{ id: 'a' }]);
    expect(asked).toHaveLength(4);
    const inNoTime = createElasticsearchSearch(client, indexes(new Set()), { window: 1, longestMs: 0 });
    await expect(inNoTime.newest(everyTenant, { ...ofAll, offset: 1_000 })).rejects.toThrow(SearchTooDear);
    expect(asked.length).toBeLessThan(4 + 1_000);
  });

  it('tells what would cost too much from what cannot be asked', async () => {
    answer = { status: 200, body: { ...NOTHING.body, timed_out: true } };
    await expect(search.hits(everyTenant, ofAll)).rejects.toThrow(SearchTooDear);
    answer = { status: 400, body: { error: { type: 'too_many_nested_clauses' } } };
    await expect(search.hits(everyTenant, ofAll)).rejects.toThrow(SearchTooDear);
    // What a pattern of thousands of signs is refused with.
    const reason = 'input automaton is too large: 1001';
    answer = { status: 400, body: { error: { type: 'query_shard_exception', caused_by: { reason } } } };
    await expect(search.hits(everyTenant, ofAll)).rejects.toThrow(SearchTooDear);
    answer = { status: 404, body: { error: { type: 'index_not_found_exception', reason: 'no such index' } } };
    await expect(search.hits(everyTenant, ofAll)).rejects.toThrow(
      new SearchUnavailable('The search index answered 404'),
    );
    await expect(search.hits(everyTenant, { ...ofAll, where: within(40) })).rejects.toThrow(SearchTooDear);
    server.closeAllConnections();
    server.close();
    await expect(search.hits(everyTenant, ofAll)).rejects.toThrow(SearchUnavailable);
  });
});
