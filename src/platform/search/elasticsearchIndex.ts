import { errors, type Client } from '@elastic/elasticsearch';
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from '../eventStore/eventStore.js';
import { documentOf, goneDocument, indexOf, type IndexedThing } from './elasticsearchDocuments.js';

/** What an index is to have under a key, from a position of the log on. */
export interface IndexWrite {
  key: string;
  /** Of the last event that made it: what has come from a later one is left as it is. */
  version: Position;
  /** What it is, or who it was that is no more. */
  thing: IndexedThing | { id: string; tenant_id: string; gone: true };
}

/** Writes to indexes of Elasticsearch, and makes them. Each wait is bounded: it fails where there is no answer. */
export interface IndexWriter {
  /** Makes an index, unless it is there. */
  make(index: string, own: ReadonlySet<string>): Promise<void>;
  exists(index: string): Promise<boolean>;
  /** @throws Error where something is not taken, and may be at another time */
  write(index: string, writes: readonly IndexWrite[]): Promise<void>;
  /** Makes what was written be found. */
  show(index: string): Promise<void>;
  /** Puts an index, and no other, behind the name that is searched; at once. */
  stand(alias: string, index: string): Promise<void>;
  /** The indexes whose names begin so. */
  named(prefix: string): Promise<string[]>;
  /** Deletes an index, where there is one. */
  drop(index: string): Promise<void>;
}

/** Longest that one request is waited for. */
const ANSWER_MS = 10_000;
const WAITING = { requestTimeout: ANSWER_MS, maxRetries: 0 } as const;

/** Most bytes of one request; one document may be more, and then goes alone. */
const MOST_BYTES = 5 * 1024 * 1024;

/** How often what had no room is tried again, and for how long is waited before the first time; twice as long before each other. */
const TRIES = 5;
const FIRST_PAUSE_MS = 100;

/** Creates what writes to the indexes of a cluster. */
export function createIndexWriter(client: Client, { mostBytes = MOST_BYTES } = {}): IndexWriter {
  return {
    async make(index, own) {
      await client.indices
        .create({ index, aliases: { [writtenName(index)]: {} }, ...indexOf(own) }, WAITING)
        .catch((error: unknown) => {
          if (!isAlreadyThere(error)) throw error;
        });
    },
    exists: (index) => client.indices.exists({ index }, WAITING),
    async write(index, writes) {
      for (const some of inRequests(writes, mostBytes)) await send(client, index, some);
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
      return Object.keys(await client.indices.get({ index: `${prefix}*`, features: ['aliases'] }, WAITING));
    },
    async drop(index) {
      await client.indices.delete({ index, ignore_unavailable: true }, WAITING);
    },
  };
}

/** The name by which an index is written to: who comes late to one that is gone is refused, and does not make it anew. */
const writtenName = (index: string): string => `${index}.written`;

const isAlreadyThere = (error: unknown): boolean =>
  error instanceof errors.ResponseError && JSON.stringify(error.body).includes('resource_already_exists_exception');

/** A write as its request has it. */
interface Line {
  action: string;
  document: string;
}

/** Writes in groups, each of which one request holds. */
function* inRequests(writes: readonly IndexWrite[], mostBytes: number): Generator<Line[]> {
  let some: Line[] = [];
  let bytes = 0;
  for (const { key, version, thing } of writes) {
    const action = { index: { _id: key, version: Number(version), version_type: 'external' } };
    const line = {
      action: JSON.stringify(action),
      document: JSON.stringify('gone' in thing ? goneDocument(thing) : documentOf(thing)),
    };
    const size = Buffer.byteLength(line.action) + Buffer.byteLength(line.document) + 2;
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

const CONFLICT = 409;
const NO_ROOM = 429;

/** Sends a request, and what of it there was no room for again after a while. @throws Error */
async function send(client: Client, index: string, lines: readonly Line[]): Promise<void> {
  let left = lines;
  for (let tries = 0; ; tries += 1) {
    const statuses = await statusesOf(client, index, left);
    const refused = statuses.find((status) => status >= 300 && status !== CONFLICT && status !== NO_ROOM);
    if (refused !== undefined) throw new Error(`The search index did not take a document: it answered ${refused}`);
    left = left.filter((_line, at) => statuses[at] === NO_ROOM);
    if (left.length === 0) return;
    if (tries === TRIES) throw new Error('The search index has no room for what is written');
    await pause(FIRST_PAUSE_MS * 2 ** tries);
  }
}

/** What became of each. That a later state is there already is as good as having written it. */
async function statusesOf(client: Client, index: string, lines: readonly Line[]): Promise<number[]> {
  const operations = lines.flatMap(({ action, document }) => [action, document]);
  try {
    const { items } = await client.bulk(
      { index: writtenName(index), operations, require_alias: true, filter_path: ['items.*.status'] },
      WAITING,
    );
    return lines.map((_line, at) => items[at]?.index?.status ?? 500);
  } catch (error) {
    if (error instanceof errors.ResponseError && error.statusCode === NO_ROOM) return lines.map(() => NO_ROOM);
    throw error;
  }
}
