import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@elastic/elasticsearch';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toPosition } from '../../../../src/platform/eventStore/eventStore.js';
import { createIndexWriter, type IndexWrite } from '../../../../src/platform/search/elasticsearchIndex.js';

/** What the cluster answers to a request, for the keys that it writes: a status for each, or one for the request as a whole. */
type Answer = (keys: readonly string[]) => readonly number[] | number;

interface Action {
  index: { _id: string; version: number; version_type: string };
}

let requests: Action['index'][][];
let answer: Answer;
let indexes: object;
let server: Server;
let client: Client;
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => void (text += chunk.toString()));
    request.on('end', () => {
      const headers = { 'content-type': 'application/vnd.elasticsearch+json', 'x-elastic-product': 'Elasticsearch' };
      if (request.method === 'GET') return response.writeHead(200, headers).end(JSON.stringify(indexes));
      const lines = text.trimEnd().split('\n');
      const actions = lines.filter((_line, at) => at % 2 === 0).map((line) => (JSON.parse(line) as Action).index);
      requests.push(actions);
      const answered = answer(actions.map(({ _id }) => _id));
      const isWhole = typeof answered === 'number';
      const body = isWhole ? {} : { items: answered.map((status) => ({ index: { status } })) };
      return response.writeHead(isWhole ? answered : 200, headers).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new Client({ node: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterEach(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

const written = (key: string, more: Partial<IndexWrite> = {}): IndexWrite => ({
  ...{ key, version: toPosition('7'), thing: { id: key, tenant_id: 'acme', gone: true } },
  ...more,
});
const three = ['a', 'b', 'c'].map((key) => written(key));
const sent = () => requests.map((actions) => actions.map(({ _id }) => _id));

describe('writing to an index of Elasticsearch', () => {
  it('says which documents are refused for what they are, and has written all others', async () => {
    answer = (keys) => keys.map((key) => (key === 'b' ? 400 : 201));
    expect(await createIndexWriter(client).write('things', three)).toEqual(new Map([['b', 400]]));
  });

  it('writes each by itself where a request is refused as a whole, so that none is lost for another', async () => {
    answer = (keys) => (keys.includes('b') ? 413 : keys.map(() => 201));
    expect(await createIndexWriter(client).write('things', three)).toEqual(new Map([['b', 413]]));
    expect(sent()).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  });

  it('fails where it is the index that takes nothing just now, and not the document', async () => {
    for (const status of [403, 404, 500, 503]) {
      answer = (keys) => keys.map((key) => (key === 'b' ? status : 201));
      await expect(createIndexWriter(client).write('things', three)).rejects.toThrow(`it answered ${status}`);
    }
    answer = () => 401;
    await expect(createIndexWriter(client).write('things', three)).rejects.toThrow();
  });

  it('tries again what there is no room for, and takes one that is too large for any request for refused', async () => {
    let room = 0;
    answer = (keys) => keys.map((key) => (key === 'b' && room++ < 1 ? 429 : 201));
    expect(await createIndexWriter(client).write('things', three)).toEqual(new Map());
    expect(sent()).toEqual([['a', 'b', 'c'], ['b']]);
    answer = (keys) => keys.map((key) => (key === 'b' ? 429 : 201));
    const writer = createIndexWriter(client, { mostBytes: 10, firstPauseMs: 1 });
    expect(await writer.write('things', three)).toEqual(new Map([['b', 429]]));
    const roomy = createIndexWriter(client, { firstPauseMs: 1 });
    await expect(roomy.write('things', three)).rejects.toThrow('no room');
  });

  it('lets no older state take the place of a newer one, and one of the same event only where it is written again', async () => {
    answer = (keys) => keys.map(() => 409);
    const writes = [written('a'), written('b', { again: true })];
    expect(await createIndexWriter(client).write('things', writes)).toEqual(new Map());
    expect(requests).toEqual([
      [
        { _id: 'a', version: 7, version_type: 'external' },
        { _id: 'b', version: 7, version_type: 'external_gte' },
      ],
    ]);
  });

  it('names the indexes that it made, and no copy of one that somebody else made', async () => {
    const made = { aliases: { 'things-1.written': {}, things: {} } };
    indexes = { 'things-1': made, 'things-1-copy': { aliases: {} }, 'things-2': made };
    expect(await createIndexWriter(client).named('things-')).toEqual(['things-1']);
  });
});
