import { errors, type Client } from '@elastic/elasticsearch';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../eventStore/eventStore.js';
import { documentOf, goneDocument, indexOf, type IndexedThing, type ThingDocument } from './elasticsearchDocuments.js';
import { makeIndex, WAITING, writtenName } from './makeIndex.js';

/** What an index is to have under a key, from a position of the log on. */
export interface IndexWrite {
  key: string;
  /** Of the last event that made it: what has come from a later one is left as it is. */
  version: Position;
  /** What it is, or who it was that is no more. */
  thing: IndexedThing | { id: string; tenant_id: string; gone: true };
  /** Whether it takes the place of what has come from the same event too: of what could not be shown before. */
  again?: boolean;
}

/** What an index does not take, however often it is tried: by its key the status that it was refused with. */
export type Refused = ReadonlyMap<string, number>;

/** Writes to indexes of Elasticsearch, and makes them. Each wait is bounded: it fails where there is no answer. */
export interface IndexWriter {
  /** Makes an index, unless it is there. */
  make(index: string, own: ReadonlySet<string>): Promise<void>;
  exists(index: string): Promise<boolean>;
  /**
   * Writes all that the index takes; gives back what it does not take, such as a document that has no room in a request.
   * @throws Error where something is not taken, and may be at another time
   */
  write(index: string, writes: readonly IndexWrite[]): Promise<Refused>;
  /** The latest position in the log that something of an index is of; undefined where it has nothing. */
  newest(index: string): Promise<bigint | undefined>;
  /** Makes what was written be found. */
  show(index: string): Promise<void>;
  /** Puts an index, and no other, behind the name that is searched; at once. */
  stand(alias: string, index: string): Promise<void>;
  /** The indexes that were made here and whose names begin so; copies of them that somebody else made are not written to. */
  named(prefix: string): Promise<string[]>;
  /** Deletes an index, where there is one. */
  drop(index: string): Promise<void>;
}

/** Most bytes of one request; one document may be more, and then goes alone. */
const MOST_BYTES = 5 * 1024 * 1024;

/** How often what had no room is tried again, and for how long is waited before the first time; twice as long before each other. */
const TRIES = 5;
const FIRST_PAUSE_MS = 100;

/** Creates what writes to the indexes of a cluster. */
export function createIndexWriter(
  client: Client,
  { mostBytes = MOST_BYTES, firstPauseMs = FIRST_PAUSE_MS } = {},
): IndexWriter {
  return {
    async make(index, own) {
      await makeIndex(client, index, indexOf(own));
    },
    exists: (index) => client.indices.exists({ index }, WAITING),
    async write(index, writes) {
      const refused = new Map<string, number>();
      for (const some of inRequests(writes, mostBytes)) {
        for (const [key, status] of await send(client, index, some, { mostBytes, firstPauseMs }))
          refused.set(key, status);
      }
      return refused;
    },
    async newest(index) {
      const sort = [{ position: 'desc' as const }];
      const asked = { index, size: 1, sort, _source: ['position'], track_total_hits: false };
      const [hit] = (await client.search<Pick<ThingDocument, 'position'>>(asked, WAITING)).hits.hits;
      return hit?._source && BigInt(hit._source.position);
    },
    async show(index) {
      await client.indices.refresh({ index }, WAITING);
    },
    async stand(alias, index) {
      await client.indices.updateAliases(
        { actions: [{ remove: { index: `${alias}-*`, alias, must_exist: false } }, { add: { index, alias } }] },
        WAITING,
      );
    },
    async named(prefix) {
      const there = await client.indices.get({ index: `${prefix}*`, features: ['aliases'] }, WAITING);
      return Object.keys(there).filter((index) => there[index]?.aliases?.[writtenName(index)] !== undefined);
    },
    async drop(index) {
      await client.indices.delete({ index, ignore_unavailable: true }, WAITING);
    },
  };
}

/** A write as its request has it. */
interface Line {
  key: string;
  action: string;
  document: string;
  /** Of both, in bytes. */
  size: number;
}

/** Writes in groups, each of which one request holds. */
function* inRequests(writes: readonly IndexWrite[], mostBytes: number): Generator<Line[]> {
  let some: Line[] = [];
  let bytes = 0;
  for (const write of writes) {
    const line = lineOf(write);
    const { size } = line;
    if (some.length > 0 && bytes + size > mostBytes) {
      yield some;
      some = [];
      bytes = 0;
    }
    some.push(line);
    bytes += size;
  }
  if (some.length > 0) yield some;
}

function lineOf({ key, version, thing, again = false }: IndexWrite): Line {
  const position = Number(version);
  const versioned = { version: position, version_type: again ? 'external_gte' : 'external' };
  const action = JSON.stringify({ index: { _id: key, ...versioned } });
  const document = JSON.stringify('gone' in thing ? goneDocument(thing, position) : documentOf(thing, position));
  return { key, action, document, size: Buffer.byteLength(action) + Buffer.byteLength(document) + 2 };
}

const CONFLICT = 409;
const NO_ROOM = 429;

/** With these a document is refused for what it is: it does not fit the index, or is larger than a request may be. */
const REFUSED: ReadonlySet<number> = new Set([400, 413]);

/**
 * Sends a request, and what of it there was no room for again after a while. One document that is more than a request has otherwise, and for
 * which there is never room, is taken for too large.
 * @throws Error
 */
async function send(
  client: Client,
  index: string,
  lines: readonly Line[],
  { mostBytes, firstPauseMs }: { mostBytes: number; firstPauseMs: number },
): Promise<Refused> {
  const refused = new Map<string, number>();
  let left = lines;
  for (let tries = 0; ; tries += 1) {
    const statuses = await statusesOf(client, index, left);
    const isFailure = (status: number): boolean => status !== CONFLICT && status !== NO_ROOM && !REFUSED.has(status);
    const failed = statuses.find((status) => status >= 300 && isFailure(status));
    if (failed !== undefined) throw new Error(`The search index did not take a document: it answered ${failed}`);
    for (const [at, status] of statuses.entries()) if (REFUSED.has(status)) refused.set(left[at]!.key, status);
    left = left.filter((_line, at) => statuses[at] === NO_ROOM);
    const [first, second] = left;
    if (!first) return refused;
    if (tries < TRIES) await pause(firstPauseMs * 2 ** tries);
    else if (!second && first.size > mostBytes) return refused.set(first.key, NO_ROOM);
    else throw new Error('The search index has no room for what is written');
  }
}

/**
 * What became of each. That a later state is there already is as good as having written it. Where a request is refused as a whole each is
 * sent by itself: the others are not to be lost for one.
 */
async function statusesOf(client: Client, index: string, lines: readonly Line[]): Promise<number[]> {
  const operations = lines.flatMap(({ action, document }) => [action, document]);
  try {
    const { items } = await client.bulk(
      { index: writtenName(index), operations, require_alias: true, filter_path: ['items.*.status'] },
      WAITING,
    );
    return lines.map((_line, at) => items[at]?.index?.status ?? 500);
  } catch (error) {
    const status = error instanceof errors.ResponseError ? (error.statusCode ?? 500) : 500;
    if (status === NO_ROOM) return lines.map(() => NO_ROOM);
    if (!REFUSED.has(status)) throw error;
    if (lines.length === 1) return [status];
    const statuses: number[] = [];
    for (const line of lines) statuses.push(...(await statusesOf(client, index, [line])));
    return statuses;
  }
}
