import { Client } from '@elastic/elasticsearch';
import { NotWell } from '../health.js';
import { createElasticsearchVectors } from '../vectors/elasticsearchVectors.js';
import type { VectorIndex } from '../vectors/vectorIndex.js';
import { createElasticsearchSearch, type SearchedIndex } from './elasticsearchSearch.js';
import { createIndexWriter, type IndexWriter } from './elasticsearchIndex.js';
import type { Search, SearchKind } from './search.js';

/** A cluster of Elasticsearch. */
export interface SearchCluster {
  /** What the names of this installation's indexes begin with. */
  prefix: string;
  writer: IndexWriter;
  /** Vectors, to find the nearest of. */
  vectors: VectorIndex;
  searchOn(indexes: { readonly [Kind in SearchKind]: SearchedIndex }): Search;
  /** @throws NotWell where it does not answer */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How long an answer is waited for that says that it is there. */
const PING_MS = 1_500;

/** Connects to a cluster when it is first asked something. @param url With name and password where it wants them */
export function createSearchCluster(url: string, prefix: string): SearchCluster {
  const client = new Client({ node: url });
  return {
    prefix,
    writer: createIndexWriter(client),
    vectors: createElasticsearchVectors(client, prefix),
    searchOn: (indexes) => createElasticsearchSearch(client, indexes),
    async ping() {
      await client.ping({}, { requestTimeout: PING_MS, maxRetries: 0 }).catch(() => {
        throw new NotWell('The search index does not answer');
      });
    },
    close: () => client.close(),
  };
}
