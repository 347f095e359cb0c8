import { randomUUID } from 'node:crypto';
import { env } from 'node:process';
import { Client } from '@elastic/elasticsearch';
import { createIndexWriter, type IndexWriter } from '../src/platform/search/elasticsearchIndex.js';
import { searchedKinds } from '../src/start/stored.js';
import type { Workshop } from './figure.js';

/** An index of documents, made as those of the service are, that is written and asked by hand. */
export interface BareIndex {
  name: string;
  client: Client;
  writer: IndexWriter;
  /** Sends JSON, or lines of JSON, to what is under the name of the index. @throws Error where it is refused */
  post(path: string, body: string): Promise<unknown>;
}

/** The Elasticsearch that is measured too, where there is one. */
export const givenNode = (): string | undefined => env['TEST_ELASTICSEARCH'] || undefined;

/** Makes such an index in the Elasticsearch of `TEST_ELASTICSEARCH`, deleted at the end; undefined where there is none. */
export async function openBareIndex(workshop: Workshop): Promise<BareIndex | undefined> {
  const node = givenNode();
  if (node === undefined) return undefined;
  const client = new Client({ node });
  const writer = createIndexWriter(client);
  const name = `bench-documents-${randomUUID()}`;
  await writer.make(name, searchedKinds.documents.own);
  workshop.atEnd(async () => {
    await writer.drop(name);
    await client.close();
  });
  return { name, client, writer, post: (path, body) => post(`${node}/${name}/${path}`, body) };
}

async function post(url: string, body: string): Promise<unknown> {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!answer.ok) throw new Error(`Elasticsearch answered ${answer.status}`);
  return answer.json();
}
