import { randomUUID } from 'node:crypto';
import { Client, type estypes } from '@elastic/elasticsearch';
import { createIndexWriter, type IndexWriter } from '../src/platform/search/elasticsearchIndex.js';
import { searchedName } from '../src/projections/search/searchedKind.js';
import { searchedKinds } from '../src/start/stored.js';
import { givenNode } from './bareIndex.js';
import type { Workshop } from './figure.js';

/** The indexes of a service whose searches Elasticsearch answers. */
export interface ServiceIndexes {
  /** What it is started with. */
  settings: Record<string, string>;
  /** The index that it has of documents, once it has started. */
  documents(): Promise<{ writer: IndexWriter; name: string }>;
  /** @throws Error unless it has so many documents */
  assertHas(documents: number): Promise<void>;
  /** Reads all of its documents, newest first, so many at once, and counts them. */
  countPages(atOnce: number): Promise<number>;
}

/** Where a service may have indexes in the Elasticsearch of `TEST_ELASTICSEARCH`; those are deleted at the end. Undefined where there is none. */
export function openServiceIndexes(workshop: Workshop): ServiceIndexes | undefined {
  const node = givenNode();
  if (node === undefined) return undefined;
  const prefix = `bench_${randomUUID().slice(0, 8)}`;
  const client = new Client({ node });
  const writer = createIndexWriter(client);
  workshop.atEnd(async () => {
    for (const name of await writer.named(`${prefix}-`)) await writer.drop(name);
    await client.close();
  });
  const searched = searchedName(searchedKinds.documents, prefix);
  return {
    settings: { ELASTICSEARCH_URL: node, ELASTICSEARCH_PREFIX: prefix },
    async documents() {
      const [name] = await writer.named(`${searched}-`);
      if (name === undefined) throw new Error('The service has made no index of documents');
      return { writer, name };
    },
    async assertHas(documents) {
      // Those beneath a document are not counted here.
      const { count } = await client.count({ index: searched });
      if (count !== documents) throw new Error(`${count} of ${documents} documents are in the index`);
    },
    async countPages(size) {
      const order: estypes.SortCombinations[] = [{ at: 'desc' }, { id: 'desc' }];
      const page = { index: searched, size, sort: order, track_total_hits: false, _source: ['id', 'source'] };
      let after: estypes.SortResults | undefined;
      for (let counted = 0; ;) {
        const { hits } = (await client.search<{ source: string }>({ ...page, ...(after && { search_after: after }) }))
          .hits;
        for (const { _source } of hits) JSON.parse(_source?.source ?? '');
        counted += hits.length;
        if (hits.length < size) return counted;
        after = hits.at(-1)?.sort;
      }
    },
  };
}
