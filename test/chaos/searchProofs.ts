import { isDeepStrictEqual } from 'node:util';
import { Client } from '@elastic/elasticsearch';
import type { Knex } from 'knex';
import type { ThingDocument } from '../../src/platform/search/elasticsearchDocuments.js';
import { allIndexes, searchedName, type SearchedKind } from '../../src/projections/search/searchedKind.js';
import { tableName } from '../../src/projections/core/projection.js';
import { searchedKinds } from '../../src/start/stored.js';

/** Reads an Elasticsearch past the service. */
export interface Indexes {
  /** What the names of the installation's indexes begin with. */
  prefix: string;
  /** All that an index, or those of a pattern, have, in no order. */
  documents(index: string): Promise<ThingDocument[]>;
  close(): Promise<void>;
}

/** Reads all that a node has. */
export function readIndexes(url: string, prefix: string): Indexes {
  const client = new Client({ node: url });
  return {
    prefix,
    async documents(index) {
      const found: ThingDocument[] = [];
      for await (const one of client.helpers.scrollDocuments<ThingDocument>({ index })) found.push(one);
      return found;
    },
    close: () => client.close(),
  };
}

/** The documents of all indexes as text, by the name of a kind. */
export async function textOfIndexes(indexes: Indexes): Promise<[string, string][]> {
  const texts = Object.values(searchedKinds).map(async ({ kind }): Promise<[string, string]> => {
    const documents = await indexes.documents(`${allIndexes(kind, indexes.prefix)}*`);
    return [`the index of ${kind}`, documents.map((one) => JSON.stringify(one)).join('\n')];
  });
  return Promise.all(texts);
}

/**
 * What is found in the index otherwise than in the database, as sentences: both have each thing once, and show it alike. Everything must
 * have come to both.
 */
export async function judgeSearch(knex: Knex, indexes: Indexes): Promise<string[]> {
  const sentences: string[] = [];
  for (const kind of Object.values(searchedKinds)) sentences.push(...(await differences(knex, indexes, kind)));
  return sentences;
}

async function differences(knex: Knex, indexes: Indexes, kind: SearchedKind): Promise<string[]> {
  const rows = await knex(tableName(kind.projection, kind.table)).select<{ id: string; source: object }[]>();
  const documents = await indexes.documents(searchedName(kind, indexes.prefix));
  const found = documents.filter(({ gone }) => !gone).map(({ id, source }) => ({ id, source: source ?? '' }));
  return differ(kind.kind, rows, found);
}

/** How what is found differs from what there is to find, as sentences. */
export function differ(
  kind: string,
  rows: readonly { id: string; source: object }[],
  found: readonly { id: string; source: string }[],
): string[] {
  const shown = new Map(found.map(({ id, source }) => [id, source]));
  const there = new Set(rows.map(({ id }) => id));
  const about = (id: string): string => `${id} of the ${kind} that are searched`;
  return [
    ...(found.length === shown.size ? [] : [`the index has ${found.length - shown.size} of the ${kind} twice`]),
    ...rows.flatMap(({ id, source }) => {
      const text = shown.get(id);
      if (text === undefined) return [`${about(id)} is not in the index`];
      return isDeepStrictEqual(JSON.parse(text), source) ? [] : [`${about(id)} is another in the index: ${text}`];
    }),
    ...[...shown.keys()].filter((id) => !there.has(id)).map((id) => `${about(id)} is in the index alone`),
  ];
}
