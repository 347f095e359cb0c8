import type { Knex } from 'knex';
import { NIL, v7 as uuid } from 'uuid';
import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import { prepared } from '../database/prepared.js';
import type { Log } from '../log.js';
import { MasterKeyMissing } from './masterKeys.js';
import { openBytes, SealBroken, sealBytes, type SealingKey, SealingKeyMissing } from './sealValue.js';
import { SubjectKeyUnusable, type SubjectKeys } from './subjectKeys.js';

/** Where the database tells every process of each vector that is gone. */
const VECTOR_DROPPED = 'vector_dropped';

/**
 * Numbers that tell one person from another, each sealed under the data key of its subject. A row lives as long as that key: whoever erases the
 * subject, of whichever version, deletes its rows in the same transaction, and none can come after. It is no read model: no rebuild brings it back.
 */
export const sealedVectorMigrations: readonly Migration[] = [
  {
    name: 'sealed_vectors_001',
    up: async (knex) => {
      await knex.raw(`create table sealed_vectors (
        vector_id uuid primary key,
        subject text not null references subject_keys on delete cascade,
        space text not null,
        sealed bytea not null
      )`);
      await knex.raw('create index on sealed_vectors (space, vector_id)');
      await knex.raw('create index on sealed_vectors (subject)');
      await knex.raw(`create function forget_vectors() returns trigger language plpgsql as
        $$ begin delete from sealed_vectors where subject = new.subject; return null; end $$`);
      await knex.raw(`create trigger forget_vectors after update of erased_at on subject_keys
        for each row when (new.erased_at is not null) execute function forget_vectors()`);
    },
  },
  {
    name: 'sealed_vectors_002',
    up: async (knex) => {
      // Which transaction a row came with: what came since a snapshot is found without reading all. Rows that are there came before any.
      await knex.raw(`alter table sealed_vectors add column added_in xid8 not null default '0'`);
      await knex.raw('alter table sealed_vectors alter column added_in set default pg_current_xact_id()');
      await knex.raw('create index on sealed_vectors (space, added_in)');
      await knex.raw(`create function tell_of_dropped_vector() returns trigger language plpgsql as
        $$ begin perform pg_notify('${VECTOR_DROPPED}', old.vector_id || ' ' || old.space); return null; end $$`);
      await knex.raw(`create trigger tell_of_dropped_vector after delete on sealed_vectors
        for each row execute function tell_of_dropped_vector()`);
    },
  },
];

/** A vector that is gone, and where it was: whoever has none of that space open need not look for it. */
export interface DroppedVector {
  vector_id: string;
  space: string;
}

/** A vector, and where it belongs. */
export interface KeptVector {
  /** A UUID of version 7. */
  vector_id: string;
  /** Whose data key it lives as long as. */
  subject: string;
  /** Vectors are looked for in one space alone: never across tenants. */
  space: string;
  vector: Float32Array;
}

/** A vector that was opened. */
export interface OpenedVector {
  /** Whose data key it lives as long as. */
  subject: string;
  /** Undefined where its row, or the key to it, is damaged. */
  vector: Float32Array | undefined;
}

/** Vectors, sealed. */
export interface SealedVectors {
  /** Keeps a vector. @throws SubjectErased */
  add(kept: KeptVector): Promise<void>;
  /** Forgets one, where it is there. */
  drop(vector_id: string): Promise<void>;
  /** How many a space has. */
  count(space: string): Promise<number>;
  /**
   * The ids of those that came to a space since a mark, of all that it has where none is given, and the mark of now. None is left out for a
   * transaction that ends late, and some may be told again. A mark is of this database, and means nothing to a restored one.
   */
  since(space: string, mark?: string): Promise<{ ids: string[]; mark: string }>;
  /** Which of some ids there are, whoever dropped the others. */
  among(vector_ids: readonly string[]): Promise<Set<string>>;
  /** Those that were kept before a moment, by their ids, of which the time is a part; a page of them behind an id. */
  olderThan(
    before: Date,
    page: { after?: string | undefined; most: number },
  ): Promise<Pick<Row, 'vector_id' | 'subject'>[]>;
  /**
   * Those with some ids, opened; what was erased meanwhile is left out. One that is damaged is said to be so, here and in the log, and keeps nobody
   * from the others.
   * @param space where only those of one space are meant, whoever says that the others are of it
   * @throws SubjectKeyUnusable where a master key is missing: then not one row is damaged, but all of them are out of reach
   */
  read(vector_ids: readonly string[], space?: string): Promise<Map<string, OpenedVector>>;
  /** The spaces whose names begin so. */
  spaces(prefix: string): Promise<string[]>;
  /**
   * Calls back with each that is dropped or erased, by whichever process, once that is so; with undefined where some may have been missed.
   * Resolves when none is missed any more, with how to stop it.
   */
  onDropped(dropped: (which: DroppedVector | undefined) => void): Promise<() => Promise<void>>;
}

interface Row {
  vector_id: string;
  subject: string;
  sealed: Buffer;
}

// The lock keeps an erasure waiting until the row is there to be deleted, or waits for it and then finds no key.
const ADD = `
with alive as (select subject from subject_keys where subject = ? and erased_at is null for share)
insert into sealed_vectors (vector_id, subject, space, sealed) select ?, subject, ?, ? from alive`;

/** Of a space, as one snapshot has it; every transaction before the mark has ended by then. @param where which of its rows */
const idsOf = (where: string): string => `
select pg_snapshot_xmin(now)::text as mark, array(select vector_id::text from sealed_vectors where space = ?${where}) as ids
from (select pg_current_snapshot() as now) snapshot`;
const ALL = idsOf('');
// Rows that were restored from elsewhere can be of transactions that are still to come here: those were read with all others.
const SINCE = idsOf(' and added_in >= ?::xid8 and added_in < pg_snapshot_xmax(now)');
const AMONG = 'select vector_id from sealed_vectors where vector_id = any (?::uuid[])';

// From each space to the next by the index: there are few, of many vectors each. In the order of a language those that begin alike need not lie together.
const SPACES = `
with recursive one as (
  (select space from sealed_vectors order by space limit 1)
  union all
  select (select space from sealed_vectors where space > one.space order by space limit 1) from one where one.space is not null
)
select space from one where starts_with(space, ?)`;

/** What a sealed vector is bound to: it opens in no other place. */
const placeOf = ({ subject, vector_id }: Pick<Row, 'subject' | 'vector_id'>): string =>
  `vector ${subject} ${vector_id}`;

/** Keeps vectors in a database that has its table. */
export function createSealedVectors(
  database: Pick<Database, 'knex' | 'listen'>,
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'find'>,
  log: Pick<Log, 'error'>,
): SealedVectors {
  const { knex } = database;
  return {
    async add({ vector_id, subject, space, vector }) {
      const key = await subjectKeys.obtain(subject);
      const bytes = Buffer.alloc(4 * vector.length);
      vector.forEach((number, at) => bytes.writeFloatLE(number, 4 * at));
      const sealed = sealBytes(key, placeOf({ subject, vector_id }), bytes);
      await knex.raw(ADD, [subject, vector_id, space, sealed]);
    },

    async drop(vector_id) {
      await knex('sealed_vectors').where({ vector_id }).delete();
    },

    async count(space) {
      const [row] = await knex('sealed_vectors').where({ space }).count<{ count: string }[]>('* as count');
      return Number(row?.count ?? 0);
    },

    since: (space, mark) => sinceMark(knex, space, mark),

    async among(vector_ids) {
      const { rows } = await prepared<Pick<Row, 'vector_id'>>(knex, AMONG, [[...vector_ids]]);
      return new Set(rows.map(({ vector_id }) => vector_id));
    },

    olderThan: (before, { after = NIL, most }) =>
      knex<Row>('sealed_vectors')
        .where('vector_id', '<', leastIdAt(before))
        .where('vector_id', '>', after)
        .orderBy('vector_id')
        .limit(most)
        .select('vector_id', 'subject'),

    read: (vector_ids, space) => readVectors({ knex, subjectKeys, log }, vector_ids, space),

    async spaces(prefix) {
      const { rows } = await knex.raw<{ rows: { space: string }[] }>(SPACES, [prefix]);
      return rows.map(({ space }) => space);
    },

    onDropped: (dropped) =>
      database.listen(VECTOR_DROPPED, (told) => dropped(told === undefined ? undefined : toDropped(told))),
  };
}

/** Out of what the trigger tells: the id has a length that does not change, and no space in it. */
function toDropped(told: string): DroppedVector {
  const end = told.indexOf(' ');
  return { vector_id: told.slice(0, end), space: told.slice(end + 1) };
}

/** What reading vectors stands on. */
interface Reading {
  knex: Knex;
  subjectKeys: Pick<SubjectKeys, 'find'>;
  log: Pick<Log, 'error'>;
}

async function readVectors(
  { knex, subjectKeys, log }: Reading,
  vector_ids: readonly string[],
  space: string | undefined,
): Promise<Map<string, OpenedVector>> {
  const rows = await knex<Row>('sealed_vectors')
    .whereRaw('vector_id = any (?::uuid[])', [[...vector_ids]])
    .whereRaw('space = coalesce(?, space)', [space ?? null])
    .select('vector_id', 'subject', 'sealed');
  const { keys, unusable } = await keysOf(subjectKeys, new Set(rows.map(({ subject }) => subject)));
  const damaged = (row: Row, err: unknown): OpenedVector => {
    log.error({ err, vector_id: row.vector_id }, 'a sealed vector is damaged, and is left out');
    return { subject: row.subject, vector: undefined };
  };
  return new Map(
    rows.flatMap((row): [string, OpenedVector][] => {
      const key = keys.get(row.subject);
      const why = key ? undefined : unusable.get(row.subject);
      if (!key) return why ? [[row.vector_id, damaged(row, why)]] : [];
      try {
        return [[row.vector_id, { subject: row.subject, vector: opened(row, key) }]];
      } catch (error) {
        if (!(error instanceof SealBroken || error instanceof SealingKeyMissing)) throw error;
        return [[row.vector_id, damaged(row, error)]];
      }
    }),
  );
}

async function sinceMark(
  knex: Knex,
  space: string,
  mark: string | undefined,
): Promise<{ ids: string[]; mark: string }> {
  const [sql, bindings] = mark === undefined ? [ALL, [space]] : [SINCE, [space, mark]];
  const { rows } = await prepared<{ ids: string[]; mark: string }>(knex, sql, bindings);
  return rows[0]!;
}

/** The least id of a vector that is kept at some moment: none of that moment or later is less. */
export const leastIdAt = (moment: Date): string =>
  uuid({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });

/** The keys of subjects, and what is wrong with those that were damaged. @throws SubjectKeyUnusable where a master key is missing */
async function keysOf(
  subjectKeys: Pick<SubjectKeys, 'find'>,
  subjects: ReadonlySet<string>,
): Promise<{ keys: ReadonlyMap<string, SealingKey | null>; unusable: ReadonlyMap<string, SubjectKeyUnusable> }> {
  const unusable = new Map<string, SubjectKeyUnusable>();
  for (;;) {
    try {
      const keys = await subjectKeys.find([...subjects].filter((subject) => !unusable.has(subject)));
      return { keys, unusable };
    } catch (error) {
      const isOneRow = error instanceof SubjectKeyUnusable && !(error.cause instanceof MasterKeyMissing);
      if (!isOneRow || unusable.has(error.subject)) throw error;
      unusable.set(error.subject, error);
    }
  }
}

function opened(row: Row, key: SealingKey): Float32Array {
  const bytes = openBytes(key, placeOf(row), row.sealed);
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at));
}
