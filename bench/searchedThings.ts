import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { DomainEvent } from '../src/domain/core/event.js';
import { toPosition } from '../src/platform/eventStore/eventStore.js';
import type { IndexedThing } from '../src/platform/search/elasticsearchDocuments.js';
import type { IndexWriter } from '../src/platform/search/elasticsearchIndex.js';
import { copyRows } from '../src/projections/core/copyRows.js';
import { createIndexes, REVISION, ROW_KEY, tableName, type StoredEvent } from '../src/projections/core/projection.js';
import type { SearchedKind } from '../src/projections/search/searchedKind.js';
import { searchedKinds } from '../src/start/stored.js';
import { caseEvents } from './caseEvents.js';
import { contextOf } from './grownLog.js';

/** Each has a tenth of the documents. */
export const TENANTS = Array.from({ length: 10 }, (_, n) => `tenant-${n}`);

/** Documents are of these types, a fifth of them of each. */
export const TYPES = ['passport', 'identity_card', 'utility_bill', 'bank_statement', 'driving_licence'] as const;

/** Names that people have here, about as many of each. */
export const NAMES = ['Aurelie', 'Bertil', 'Casimir', 'Dunja', 'Edvard', 'Fenna', 'Gwenda', 'Hakon', 'Ilka', 'Jarle'];

const KIND: SearchedKind = searchedKinds.documents;
/** Documents of a case. */
export const PER_CASE = 3;
const AT_ONCE = 3_000;
/** The first one came then, and each other so many milliseconds later. */
const FIRST_AT = Date.UTC(2020, 0, 1);
const APART_MS = 100;

/** The table of the documents that are searched. */
export const TABLE = tableName(KIND.projection, KIND.table);

/** A number that only the nth document has. */
export const numberOf = (n: number): string => `N${String(n).padStart(8, '0')}`;

/** A document as it is found, with what its table has of it. */
interface Made {
  key: string;
  row: object;
  thing: IndexedThing;
}

/** A case of three documents, the first of which is the nth, and its events. */
export function searchedCase(n: number) {
  const at = new Date(FIRST_AT + n * APART_MS);
  const tenant_id = TENANTS[Math.floor(n / PER_CASE) % TENANTS.length]!;
  const made = caseEvents({
    ...{ session_id: randomUUID(), tenant_id, reference: String(n), at, ended: false },
    read: (nth) => ({
      document_type: TYPES[(n + nth) % TYPES.length]!,
      values: {
        first_name: NAMES[(n + nth) % NAMES.length]!,
        last_name: `${NAMES[Math.floor(n / NAMES.length) % NAMES.length]}sen`,
        document_number: numberOf(n + nth),
      },
    }),
  });
  return { ...made, tenant_id, at };
}

/** The documents from one number up to another, as the events of their cases make them. */
function* documents(from: number, to: number): Generator<Made> {
  for (let n = from; n < to; n += PER_CASE) {
    const { stream, events, tenant_id } = searchedCase(n);
    yield* folded(stream, tenant_id, events).slice(0, to - n);
  }
}

function folded(stream: string, tenant_id: string, events: readonly DomainEvent[]): Made[] {
  const states = new Map<string, object>();
  const occurred_at = new Date().toISOString();
  const metadata = { ...contextOf(tenant_id, stream), mode: 'live' as const, occurred_at, schema_version: 1 };
  for (const [revision, event] of events.entries()) {
    const at = { position: toPosition(0n), revision: BigInt(revision), recorded_at: occurred_at };
    const stored: StoredEvent = { ...event, ...at, id: randomUUID(), stream, metadata };
    if (!KIND.states.eventTypes.includes(event.type)) continue;
    for (const key of KIND.states.keys(stored)) {
      const state = KIND.states.fold(states.get(key), stored);
      if (state) states.set(key, state);
    }
  }
  return [...states].map(([key, row]) => ({ key, row, thing: KIND.thing(row) }));
}

/** Puts documents into the table and the index, as read models have them. */
export async function putDocuments(
  knex: Knex,
  index: { writer: IndexWriter; name: string } | undefined,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select indexrelid::regclass::text as name from pg_index where indrelid = ?::regclass and not indisprimary`,
    [TABLE],
  );
  for (const { name } of rows) await knex.raw(`drop index ${name}`);
  for (const some of inPieces(documents(from, to))) {
    const written = some.map(({ key, row }) => ({ ...row, [ROW_KEY]: key, [REVISION]: '0' }));
    await knex.transaction((transaction) => copyRows(transaction, KIND.table, TABLE, { rows: written, stored: [] }));
    const writes = some.map(({ key, thing }) => ({ key, thing, version: toPosition(0n) }));
    await index?.writer.write(index.name, writes);
  }
  await createIndexes(knex, KIND.table, TABLE);
  await knex.raw(`vacuum analyze ${TABLE}`);
  await index?.writer.show(index.name);
}

function* inPieces<One>(all: Iterable<One>): Generator<One[]> {
  let piece: One[] = [];
  for (const one of all) {
    piece.push(one);
    if (piece.length < AT_ONCE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}
