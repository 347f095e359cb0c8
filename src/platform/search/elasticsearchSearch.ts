import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { conditionQuery, type Query } from './elasticsearchConditions.js';
import { countsAsked, countsOf, type CountsAnswered } from './elasticsearchCounts.js';
import type { ThingDocument } from './elasticsearchDocuments.js';
import type { OwnColumns } from './postgresConditions.js';
import { fieldName } from './searchable.js';
import {
  SearchTooDear,
  SearchUnavailable,
  type Hit,
  type PageAsked,
  type Search,
  type SearchKind,
  type SortKey,
  type SortValues,
  type Source,
} from './search.js';
import type { TenantScope } from './tenantScope.js';

/** Things of a kind. */
export interface SearchedIndex extends OwnColumns {
  /** The index, or what stands for it. */
  name: string;
}

/** How long a search may take. */
const LONGEST_MS = 5_000;

/** How long is waited for its answer beyond that. */
const ANSWER_MS = 2_000;

/** How many an index gives at most, passed over and shown together: `index.max_result_window`. */
const WINDOW = 10_000;

type Asking = Omit<estypes.SearchRequest, 'index' | 'query' | 'timeout'>;
type Answer = estypes.SearchResponse<ThingDocument, CountsAnswered>;

/** Search on indexes of Elasticsearch. */
export function createElasticsearchSearch(
  client: Client,
  indexes: { readonly [Kind in SearchKind]: SearchedIndex },
  { longestMs = LONGEST_MS, answerMs = ANSWER_MS, window = WINDOW } = {},
): Search {
  /** The one place where something is asked: never without whose things it may find. @throws SearchTooDear, SearchUnavailable */
  const ask = async (
    { tenant }: TenantScope,
    { kind, where }: Pick<PageAsked, 'kind' | 'where'>,
    asking: Asking,
  ): Promise<Answer> => {
    const index = indexes[kind];
    const own: Query[] = tenant === null ? [] : [{ term: { tenant_id: tenant } }];
    const query: Query = {
      bool: { filter: [...own, { term: { gone: false } }, conditionQuery(where, index)] },
    };
    try {
      const answer = await client.search<ThingDocument, CountsAnswered>(
        {
          ...{ index: index.name, query, timeout: `${longestMs}ms`, allow_partial_search_results: false },
          ...{ _source: ['id', 'source'], ...asking },
        },
        { requestTimeout: longestMs + answerMs, maxRetries: 0 },
      );
      if (answer.timed_out) throw tooLong();
      return answer;
    } catch (error) {
      throw understood(error);
    }
  };
  const askHits = async (scope: TenantScope, asked: Parameters<Search['hits']>[1], more: Asking) => {
    const { sort, after, limit } = asked;
    const order = orderOf(sort);
    const behind = after && { search_after: after.map((value, index) => given(value, order[index])) };
    return ask(scope, asked, { sort: order.map(({ by }) => by), size: limit + 1, ...behind, ...more });
  };
  return {
    async newest<Thing extends object>(scope: TenantScope, asked: PageAsked) {
      const { limit, offset = 0, after } = asked;
      const order = { sort: orderOf([]).map(({ by }) => by), track_total_hits: false };
      const from = await passOver((more) => ask(scope, asked, { ...order, ...more }), {
        ...{ place: after && [after.at, after.id], offset, limit, window, longestMs },
      });
      if (!from) return [];
      const answer = await ask(scope, asked, { ...order, size: limit, ...from });
      return answer.hits.hits.map((hit) => sourceOf(hit) as Thing);
    },
    async hits(scope, asked) {
      return hitsOf(await askHits(scope, asked, { track_total_hits: false }), asked.sort);
    },
    async search(scope, asked) {
      const answer = await askHits(scope, asked, { track_total_hits: true, aggs: countsAsked(asked) });
      const total = totalOf(answer);
      return {
        total,
        hits: hitsOf(answer, asked.sort),
        ...countsOf(answer.aggregations ?? {}, asked, total),
      };
    },
  };
}

/** What is passed over of a list: so many behind a place in its order, which is its beginning where it is left out. */
interface PassedOver {
  place: estypes.SortResults | undefined;
  offset: number;
  limit: number;
  /** How many an index gives at most. */
  window: number;
  longestMs: number;
}

/**
 * Where a list goes on once its first are passed over; undefined where it has no more. What an index does not give in one answer is passed over
 * from place to place, as is what stands behind one: it does not count from there. @throws SearchTooDear where that takes too long
 */
async function passOver(
  ask: (more: Asking) => Promise<Answer>,
  { place: first, offset, limit, window, longestMs }: PassedOver,
): Promise<Pick<Asking, 'search_after' | 'from'> | undefined> {
  const until = performance.now() + longestMs;
  let [place, over] = [first, offset];
  while (over > 0 && (place || over + limit > window)) {
    if (performance.now() > until) throw tooLong();
    const size = Math.min(over, window);
    const { hits } = (await ask({ size, _source: false, ...(place && { search_after: place }) })).hits;
    if (hits.length < size) return undefined;
    place = hits.at(-1)?.sort;
    over -= size;
  }
  return place ? { search_after: place } : { from: over };
}

const totalOf = ({ hits: { total } }: Answer): number => (typeof total === 'number' ? total : (total?.value ?? 0));

const sourceOf = ({ _source }: estypes.SearchHit<ThingDocument>): Source =>
  JSON.parse(_source?.source ?? '{}') as Source;

/** A place in an order. What a number is in the place of none is told apart from all others. */
interface Ordered {
  by: { [field: string]: estypes.FieldSort };
  none?: 'Infinity' | '-Infinity';
}

/** As the port says; things without a value stand last. */
function orderOf(sort: readonly SortKey[]): Ordered[] {
  const id = (order: SortKey['order']): Ordered => ({ by: { id: { order } } });
  if (sort.length === 0) return [{ by: { at: { order: 'desc' } } }, id('desc')];
  const keys = sort.flatMap(({ field, order }): Ordered[] => {
    const first = {
      ...{ order, mode: order === 'asc' ? ('min' as const) : ('max' as const), missing: '_last' as const },
      nested: { path: 'fields', filter: { term: { 'fields.path': fieldName(field).toWellFormed() } } },
    };
    return [
      { by: { 'fields.n': first }, none: order === 'asc' ? 'Infinity' : '-Infinity' },
      { by: { 'fields.v': first } },
    ];
  });
  return [...keys, id(sort[0]?.order ?? 'desc')];
}

/** A place as Elasticsearch takes it, and as the port tells it. */
const given = (value: SortValues[number], ordered?: Ordered): estypes.FieldValue =>
  value === null && ordered?.none !== undefined ? ordered.none : value;
const told = (value: unknown, ordered?: Ordered): SortValues[number] =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== ordered?.none ? value : null;

function hitsOf({ hits: { hits } }: Answer, sort: readonly SortKey[]): Hit[] {
  const order = orderOf(sort);
  return hits.map((hit) => ({
    id: hit._source?.id ?? '',
    source: sourceOf(hit),
    sort: order.map((ordered, index) => told(hit.sort?.[index], ordered)),
  }));
}

const tooLong = () => new SearchTooDear('looks at too much to be answered in the time that a search may take');

/** What Elasticsearch refuses because it would take too much of it; what its message repeats of a query is told to nobody. */
const TOO_LARGE =
  /too_complex_to_determinize|too_many_clauses|too_many_nested_clauses|too_many_buckets|circuit_breaking|max_nested_depth|nested depth|automaton is too large/;

/** What an error means for whoever asked. */
function understood(error: unknown): unknown {
  if (error instanceof errors.TimeoutError) return tooLong();
  if (error instanceof errors.ResponseError) {
    if (TOO_LARGE.test(JSON.stringify(error.body))) return new SearchTooDear('asks for too much at once');
    return new SearchUnavailable(`The search index answered ${error.statusCode}`);
  }
  if (error instanceof errors.ElasticsearchClientError)
    return new SearchUnavailable('The search index cannot be reached');
  return error;
}
