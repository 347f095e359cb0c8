import { NIL, v7 as uuid } from 'uuid';
import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import type { Log } from '../log.js';
import { SUBJECT_ERASED } from './databaseSubjectKeys.js';
import { MasterKeyMissing } from './masterKeys.js';
import { openBytes, SealBroken, sealBytes, type SealingKey, SealingKeyMissing } from './sealValue.js';
import { SubjectKeyUnusable, type SubjectKeys } from './subjectKeys.js';

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
];

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
  /** The ids of all that a space has. */
  ids(space: string): Promise<string[]>;
  /** Those that were kept before a moment, by their ids, of which the time is a part; a page of them behind an id. */
  olderThan(
    before: Date,
    page: { after?: string | undefined; most: number },
  ): Promise<Pick<Row, 'vector_id' | 'subject'>[]>;
  /**
   * Those with some ids, opened; what was erased meanwhile is left out. One that is damaged is said to be so, here and in the log, and keeps nobody
   * from the others.
   * @throws SubjectKeyUnusable where a master key is missing: then not one row is damaged, but all of them are out of reach
   */
  read(vector_ids: readonly string[]): Promise<Map<string, OpenedVector>>;
  /**
   * Calls back with each subject that is erased, by whichever process, once that is so; with undefined where some may have been missed. Resolves when
   * none is missed any more.
   */
  onErased(erased: (subject: string | undefined) => void): Promise<unknown>;
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

    ids: (space) => knex('sealed_vectors').where({ space }).pluck<string[]>('vector_id'),

    olderThan: (before, { after = NIL, most }) =>
      knex<Row>('sealed_vectors')
        .where('vector_id', '<', leastIdAt(before))
        .where('vector_id', '>', after)
        .orderBy('vector_id')
        .limit(most)
        .select('vector_id', 'subject'),

    async read(vector_ids) {
      const rows = await knex<Row>('sealed_vectors')
        .whereRaw('vector_id = any (?::uuid[])', [[...vector_ids]])
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
    },

    onErased: (erased) => database.listen(SUBJECT_ERASED, erased),
  };
}

/** No id of that moment or later is less. */
const leastIdAt = (moment: Date): string => uuid({ msecs: moment.getTime(), seq: 0, random: new Uint8Array(16) });

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
