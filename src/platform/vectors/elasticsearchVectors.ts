import type { Client, estypes } from '@elastic/elasticsearch';
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
  const nameOf = (length: number | '*'): string => `${prefix}-faces-${length}`;
  const all = { index: nameOf('*'), allow_no_indices: true, ignore_unavailable: true } as const;
  return {
    made: (length) => answered(madeOf(client, nameOf(length), length)),
    there: (length, ids) => answered(thereOf(client, nameOf(length), ids)),
    async write(length, space, vectors) {
      if (vectors.size === 0) return [];
      return answered(write(client, nameOf(length), { space, vectors: [...vectors], length }));
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
      const sort = [{ vector_id: 'asc' as const }];
      const asked = { ...all, ...WHOLE, size: PAGE, sort, ...(after !== undefined && { search_after: [after] }) };
      return (await answered(client.search(asked, WAITING))).hits.hits.map(idOf);
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

/** @throws VectorIndexAway where it fails */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    throw new VectorIndexAway('The index of vectors does not answer', { cause: error });
  }
}

async function madeOf(client: Client, index: string, length: number): Promise<string> {
  const idNow = async (): Promise<string | undefined> => {
    const asked = { index, name: 'index.uuid', flat_settings: true, ignore_unavailable: true };
    const settings = (await client.indices.getSettings(asked, WAITING))[index]?.settings;
    const id: unknown = settings?.['index.uuid'];
    return typeof id === 'string' ? id : undefined;
  };
  const made = await idNow();
  if (made !== undefined) return made;
  await makeIndex(client, index, indexOf(length));
  const now = await idNow();
  if (now === undefined) throw new Error(`There is no index ${index}`);
  return now;
}

async function thereOf(client: Client, index: string, ids: readonly string[]): Promise<Set<string>> {
  const there = new Set<string>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const query = { ids: { values: ids.slice(from, from + PAGE) } };
    const { hits } = await client.search({ ...WHOLE, index, size: PAGE, query }, WAITING);
    for (const hit of hits.hits) there.add(idOf(hit));
  }
  return there;
}

/** What is refused with this is refused for what it is. */
const REFUSED = 400;

async function write(
  client: Client,
  index: string,
  { space, length, vectors }: { space: string; length: number; vectors: readonly (readonly [string, Float32Array])[] },
): Promise<string[]> {
  const refused: string[] = [];
  const atOnce = Math.max(1, Math.floor(MOST_BYTES / BYTES_OF_A_NUMBER / length));
  for (let from = 0; from < vectors.length; from += atOnce) {
    const some = vectors.slice(from, from + atOnce);
    const operations = some.flatMap(([vector_id, vector]) => [
      { index: { _id: vector_id } },
      { vector_id, space, vector: Array.from(vector, (number) => Number(number.toPrecision(DIGITS))) },
    ]);
    const asked = { index: writtenName(index), operations, require_alias: true, filter_path: 'items.*.status' };
    const { items } = await client.bulk(asked, WAITING);
    for (const [at, [vector_id]] of some.entries()) {
      const status = items[at]?.index?.status ?? 500;
      if (status === REFUSED) refused.push(vector_id);
      else if (status >= 300) throw new Error(`A vector was not taken: the index answered ${status}`);
    }
  }
  await client.indices.refresh({ index }, WAITING);
  return refused;
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
    throw new Error('A part of the search failed', { cause: [counted, found] });
  }
  const { total } = counted.hits;
  return { ids: found.hits.hits.map(idOf), among: typeof total === 'object' ? total.value : (total ?? 0) };
}
