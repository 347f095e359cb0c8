import { Client } from '@elastic/elasticsearch';
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createElasticsearchSearch } from '../../../src/platform/search/elasticsearchSearch.js';
import { createIndexWriter } from '../../../src/platform/search/elasticsearchIndex.js';
import { SEARCH_KINDS, type SearchKind } from '../../../src/platform/search/search.js';
import { indexed } from '../../../src/platform/search/searchable.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { searchContract } from './searchContract.js';

const url = givenElasticsearch();

describe.skipIf(url === undefined)('on Elasticsearch', () => {
  searchContract(async () => {
    const client = new Client({ node: url ?? expect.unreachable() });
    const run = randomUUID();
    const nameOf = (kind: SearchKind) => `contract-${kind}-${run}`;
    const writer = createIndexWriter(client);
    for (const kind of SEARCH_KINDS) await writer.make(nameOf(kind), new Set());
    const indexOf = (kind: SearchKind) => ({ name: nameOf(kind), own: new Set<string>() });
    return {
      search: createElasticsearchSearch(
        client,
        { documents: indexOf('documents'), cases: indexOf('cases'), events: indexOf('events') },
        // So few, that what is passed over is more than an index gives in one answer.
        { window: 5 },
      ),
      async put(kind, things) {
        const documents = things.map(({ source, ...thing }) => ({
          ...thing,
          ...{ source: { id: thing.id, ...source }, own: {} },
          ...indexed(source),
        }));
        await writer.write(
          nameOf(kind),
          documents.map((thing) => ({ key: thing.id, version: toPosition(1), thing })),
        );
        await writer.show(nameOf(kind));
      },
      async close() {
        await client.indices.delete({ index: SEARCH_KINDS.map(nameOf) });
        await client.close();
      },
    };
  });
});
