import { Client } from '@elastic/elasticsearch';
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { createElasticsearchSearch } from '../../../src/platform/search/elasticsearchSearch.js';
import { createIndexWriter } from '../../../src/platform/search/elasticsearchIndex.js';
import { indexed } from '../../../src/platform/search/searchable.js';
import { givenElasticsearch } from '../../support/elasticsearchServer.js';
import { toPosition } from '../../../src/platform/eventStore/eventStore.js';
import { searchContract } from './searchContract.js';

const url = givenElasticsearch();

describe.skipIf(url === undefined)('on Elasticsearch', () => {
  searchContract(async () => {
    const client = new Client({ node: url ?? expect.unreachable() });
    const name = `contract-${randomUUID()}`;
    const writer = createIndexWriter(client);
    await writer.make(name, new Set());
    return {
      search: createElasticsearchSearch(client, { documents: { name, own: new Set() } }),
      async put(things) {
        const documents = things.map(({ source, ...thing }) => ({
          ...thing,
          ...{ source: { id: thing.id, ...source }, own: {} },
          ...indexed(source),
        }));
        await writer.write(
          name,
          documents.map((thing) => ({ key: thing.id, version: toPosition(1), thing })),
        );
        await writer.show(name);
      },
      async close() {
        await client.indices.delete({ index: name });
        await client.close();
      },
    };
  });
});
