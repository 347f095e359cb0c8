import { errors, type Client, type estypes } from '@elastic/elasticsearch';
import { makeIndex, WAITING, writtenName } from '../search/makeIndex.js';
import { MOST_NEAREST, type NearestIds, type VectorIndex, VectorIndexAway } from './vectorIndex.js';

/** Bytes of numbers in one request, and of one of them as text. */
const MOST_BYTES = 5 * 1024 ** 2;
const BYTES_OF_A_NUMBER = 12;

/** As many digits tell any number of four bytes from all others (IEEE 754-2019, 5.12.2). */
const DIGITS = 9;

/** Ids in one answer. */
const PAGE = 5_000;

/** Of how many the graph takes the nearest: so many times what is asked for, and never fewer. Where a space has no more, each is compared. */
const CANDIDATES = { times: 10, least: 1_000 } as const;

/** Goes up where the form of an index changes: processes of both versions have their own. */
const FORM = 1;

/** The indexes of an installation, of all lengths and forms. */
export const allIndexesOfFaces = (prefix: string): string => `${prefix}-faces-*`;

/** An index of vectors of one length: it takes nothing but these, and finds the nearest by a graph over numbers that are rounded to a byte. */
const indexOf = (length: number): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> => ({
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // What was written is made visible by whoever wrote it.
    refresh_interval: '-1',
    // Of what was deleted nothing is too little to be written over.
    'merge.policy.expunge_deletes_allowed': 0,
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      vector_id: { type: 'keyword' },
      space: { type: 'keyword' },
      vector: {
        type: 'dense_vector',
        dims: length,
        index: true,
        similarity: 'cosine',
        index_options: { type: 'int8_hnsw', m: 32, ef_construction: 200 },
      },
    },
  },
});

/**
 * Vectors in Elasticsearch, an index for each length up to 4,096, of the type `dense_vector`:
 * https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dense-vector
 * @param prefix What the names of its indexes begin with
 */
export function createElasticsearchVectors(client: Client, prefix: string): VectorIndex {
  const nameOf = (length: number): string => `${prefix}-faces-v${FORM}-${length}`;
  const all = { index: allIndexesOfFaces(prefix), allow_no_indices: true, ignore_unavailable: true } as const;
  return {
    made: (length) => answered(madeOf(client, nameOf(length), length)),
    there: (length, space, ids) => answered(thereOf(client, nameOf(length), space, ids)),
    async write(length, space, vectors) {
      if (vectors.size > 0) await answered(write(client, nameOf(length), { space, vectors: [...vectors], length }));
    },
    async drop(ids) {
      for (let from = 0; from < ids.length; from += PAGE) {
        const query = { ids: { values: ids.slice(from, from + PAGE) } };
        await answered(client.deleteByQuery({ ...all, query, conflicts: 'proceed', refresh: true }, WAITING));
      }
    },
    nearest: (space, probe, most) => answered(nearestOf(client, nameOf(probe.length), { space, probe, most })),
    async page(after) {
      // What was written by a process that was killed can be found by nobody until then.
      if (after === undefined) await answered(client.indices.refresh(all, WAITING));
      const sort = [{ vector_id: { order: 'asc' as const, unmapped_type: 'keyword' as const } }];
      const asked = { ...all, ...WHOLE, size: PAGE, sort, ...(after !== undefined && { search_after: [after] }) };
      const { hits } = (await answered(client.search(asked, WAITING))).hits;
      return { ids: hits.map(idOf), after: hits.at(-1)?.sort?.map(String)[0] };
    },
    async purge() {
      // What was deleted since the last one is kept for the log of the index.
      await answered(client.indices.flush(all, WAITING));
      await answered(
        client.indices.forcemerge({ ...all, only_expunge_deletes: true, wait_for_completion: false }, WAITING),
      );
    },
  };
}

/** An answer without what was written, and no half one. */
const WHOLE = { _source: false, track_total_hits: false, allow_partial_search_results: false } as const;

const idOf = ({ _id }: { _id?: string }): string => _id ?? '';

/** Statuses of what may be answered at another time. */
const isAway = (status: number): boolean => status === 404 || status === 429 || status >= 500;

/** @throws VectorIndexAway where there may be an answer at another time; what is refused for what it is, is thrown as it is */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof errors.ResponseError && !isAway(error.statusCode ?? 500)) throw error;
    if (error instanceof errors.ElasticsearchClientError)
      throw new VectorIndexAway('The index of vectors does not answer', { cause: error });
    throw error;
  }
}

async function madeOf(client: Client, index: string, length: number): Promise<string> {
  const made = await idOfIndex(client, index);
  if (made !== undefined) return made;
  await makeIndex(client, index, indexOf(length));
  const now = await idOfIndex(client, index);
  if (now === undefined) throw new VectorIndexAway(`There is no index ${index}`);
  return now;
}

/** What an index is called by the cluster; undefined where there is none. @throws Error where somebody else made it */
async function idOfIndex(client: Client, index: string): Promise<string | undefined> {
  const asked = {
    index,
    ignore_unavailable: true,
    flat_settings: true,
    features: ['aliases' as const, 'settings' as const],
  };
  const [there] = Object.values(await client.indices.get(asked, WAITING));
  if (!there) return undefined;
  if (!there.aliases?.[writtenName(index)])
    throw new Error(`The index ${index} was not made by this service: delete it, and it is made anew`);
  const id: unknown = there.settings?.['index.uuid'];
  return typeof id === 'string' ? id : undefined;
}

async function thereOf(client: Client, index: string, space: string, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const filter = [{ ids: { values: ids.slice(from, from + PAGE) } }, { term: { space } }];
    const { hits } = await client.search({ ...WHOLE, index, size: PAGE, query: { bool: { filter } } }, WAITING);
    for (const hit of hits.hits) there.add(idOf(hit));
  }
  return there;
}

async function write(
  client: Client,
  index: string,
  { space, length, vectors }: { space: string; length: number; vectors: readonly (readonly [string, Float32Array])[] },
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(MOST_BYTES / BYTES_OF_A_NUMBER / length));
  for (let from = 0; from < vectors.length; from += atOnce) {
    const operations = vectors
      .slice(from, from + atOnce)
      .flatMap(([vector_id, vector]) => [
        { index: { _id: vector_id } },
        { vector_id, space, vector: Array.from(vector, (number) => Number(number.toPrecision(DIGITS))) },
      ]);
    const asked = { index: writtenName(index), operations, require_alias: true, filter_path: 'items.*.status' };
    const { items } = await client.bulk(asked, WAITING);
    const failed = items.map((item) => item.index?.status ?? 500).find((status) => status >= 300);
    if (failed === undefined) continue;
    const error = `A vector was not taken: the index answered ${failed}`;
    throw isAway(failed) ? new VectorIndexAway(error) : new Error(error);
  }
  await client.indices.refresh({ index }, WAITING);
}

async function nearestOf(
  client: Client,
  index: string,
  { space, probe, most }: { space: string; probe: Float32Array; most: number },
): Promise<NearestIds> {
  const filter = { term: { space } };
  const k = Math.min(most, MOST_NEAREST);
  const num_candidates = Math.min(MOST_NEAREST, Math.max(CANDIDATES.times * k, CANDIDATES.least));
  const knn = { field: 'vector', query_vector: [...probe], k, num_candidates, filter };
  const header = { index, allow_partial_search_results: false };
  const searches = [
    header,
    { size: 0, track_total_hits: true, query: filter },
    header,
    { size: k, _source: false, knn },
  ];
  const [counted, found] = (await client.msearch({ searches }, WAITING)).responses;
  if (!counted || !found || 'error' in counted || 'error' in found) {
    throw new VectorIndexAway('A part of the search failed', { cause: [counted, found] });
  }
  const { total } = counted.hits;
  return { ids: found.hits.hits.map(idOf), among: typeof total === 'object' ? total.value : (total ?? 0) };
}
