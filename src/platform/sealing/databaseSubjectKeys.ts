import type { Knex } from 'knex';
import { batchedQuery } from '../database/batchedQuery.js';
import type { Database } from '../database/database.js';
import { prepared } from '../database/prepared.js';
import { onceItWorks } from '../onceItWorks.js';
import { MasterKeyMissing, type MasterKeys } from './masterKeys.js';
import { newSealingKey, type SealingKey } from './sealValue.js';
import {
  type ErasureNote,
  SubjectErased,
  SubjectKeyUnusable,
  type SubjectKeys,
  type UnfinishedErasure,
} from './subjectKeys.js';
import { wrappingKeyId } from './wrappingKey.js';

/** A row of `subject_keys`; all but the subject is null where it was erased. */
interface Row {
  subject: string;
  key_id: string | null;
  wrapped_key: Buffer | null;
  wrapped_by: string | null;
}

/** Where the database tells every process of each subject that is erased. */
export const SUBJECT_ERASED = 'subject_erased';
const CACHED_KEYS = 1000;

/**
 * Subject keys in the database. `find` asks the table every time, so an erasure counts from its commit on in every
 * process. `obtain` remembers keys, and forgets them when any process erases: what is sealed in between by a key that
 * no longer exists can be read by no one.
 */
export function createSubjectKeys(deps: { database: Database; masterKeys: MasterKeys }): SubjectKeys {
  const { knex } = deps.database;
  const cache = new Map<string, SealingKey>();
  const insert = createInsert(knex, deps.masterKeys);

  // Keys are only remembered while erasures are heard of.
  const listen = onceItWorks(() =>
    deps.database.listen(SUBJECT_ERASED, (subject) => (subject === undefined ? cache.clear() : cache.delete(subject))),
  );

  return {
    async obtain(subject) {
      const cached = recall(cache, subject);
      if (cached) return cached;
      await listen();
      const key = unwrap(deps.masterKeys, await insert(subject));
      if (!key) throw new SubjectErased(subject);
      remember(cache, subject, key);
      return key;
    },

    async find(subjects) {
      const { rows } = await prepared<Row>(knex, FIND, [[...new Set(subjects)]]);
      return new Map(rows.map((row) => [row.subject, unwrap(deps.masterKeys, row)]));
    },

    async erase(subject, note) {
      cache.delete(subject);
      return knex.transaction(async (transaction) => {
        await transaction<Row>('subject_keys').insert({ subject }).onConflict('subject').ignore();
        const before = await transaction<Row>('subject_keys').where({ subject }).forUpdate().first();
        const erasure = note ? JSON.stringify(note) : null;
        await transaction<Row & { erased_at: Date; erasure: string | null }>('subject_keys')
          .where({ subject })
          .whereNull('erased_at')
          .update({ key_id: null, wrapped_key: null, wrapped_by: null, erased_at: transaction.fn.now(), erasure });
        await transaction.raw('select pg_notify(?, ?)', [SUBJECT_ERASED, subject]);
        return before !== undefined && before.wrapped_key !== null;
      });
    },

    async noteOf(subject) {
      const row = await knex('subject_keys')
        .where({ subject })
        .first<{ erasure: ErasureNote | null } | undefined>('erasure');
      return row?.erasure ?? undefined;
    },

    async erasureDone(subject) {
      await knex('subject_keys').where({ subject }).whereNotNull('erasure').update({ erasure: null });
    },

    unfinishedErasures: ({ seconds, limit, except }) =>
      knex('subject_keys')
        .whereNotNull('erasure')
        .where('erased_at', '<=', knex.raw(`now() - ? * interval '1 second'`, [seconds]))
        .whereRaw('subject <> all (?::text[])', [[...except]])
        .orderBy('erased_at')
        .limit(limit)
        .select<UnfinishedErasure[]>('subject', 'erasure as note'),
  };
}

const FIND = 'select subject, key_id, wrapped_key, wrapped_by from subject_keys where subject = any(?::text[])';

/** Binds a wrapped key to its subject and to the id by which seals name it. */
export const subjectKeyPurpose = (subject: string, keyId: string): string => `subject key ${keyId} of ${subject}`;

/** @throws SubjectKeyUnusable */
function unwrap(masterKeys: MasterKeys, { subject, key_id, wrapped_key }: Row): SealingKey | null {
  if (wrapped_key === null || key_id === null) return null;
  try {
    return { id: key_id, bytes: masterKeys.unwrap(subjectKeyPurpose(subject, key_id), wrapped_key) };
  } catch (cause) {
    const reason = cause instanceof MasterKeyMissing ? cause.message : 'its row in subject_keys was changed';
    throw new SubjectKeyUnusable(subject, reason, { cause });
  }
}

/** How often the key that wraps may change while one key is made. */
const WRAPPING_TRIES = 3;

/** Most rows that one statement makes. */
const MOST_AT_ONCE = 100;

const INSERT = `
insert into subject_keys (subject, key_id, wrapped_key, wrapped_by)
select made.subject, made.key_id, made.wrapped_key, master_keys.key_id
from unnest((select ?::text[]), (select ?::text[]), (select ?::bytea[])) as made (subject, key_id, wrapped_key)
join master_keys on master_keys.key_id = ? and wraps
order by made.subject
on conflict (subject) do nothing returning subject, key_id, wrapped_key, wrapped_by`;

/**
 * Inserts the rows of subjects where there are none: those that are wanted at the same time with one statement, as each waits
 * for the disk; in order, so that two processes never wait for each other. The database says which master key wraps, and is asked again when a rotation changed it.
 */
function createInsert(knex: Knex, masterKeys: MasterKeys): (subject: string) => Promise<Row> {
  let wrapping: string | undefined;
  const insertMissing = async (subjects: readonly string[]): Promise<Row[]> => {
    wrapping ??= await wrappingKeyId(knex);
    const master = wrapping;
    const made = subjects.map((subject) => {
      const { id, bytes } = newSealingKey();
      return { subject, id, wrapped: masterKeys.wrap(master, subjectKeyPurpose(subject, id), bytes) };
    });
    const { rows } = await prepared<Row>(knex, INSERT, [
      made.map(({ subject }) => subject),
      made.map(({ id }) => id),
      made.map(({ wrapped }) => wrapped),
      master,
    ]);
    return rows;
  };
  return batchedQuery(async (wanted) => {
    const found = new Map<string, Row>();
    for (let tries = 0; tries < WRAPPING_TRIES; tries++) {
      const missing = [...new Set(wanted)].filter((subject) => !found.has(subject));
      for (const row of await insertMissing(missing)) found.set(row.subject, row);
      const old = missing.filter((subject) => !found.has(subject));
      if (old.length > 0)
        for (const row of await knex<Row>('subject_keys').whereIn('subject', old)) found.set(row.subject, row);
      const rows = wanted.flatMap((subject) => found.get(subject) ?? []);
      if (rows.length === wanted.length) return rows;
      wrapping = undefined;
    }
    throw new Error('The master key that wraps changed again and again while a subject key was made');
  }, MOST_AT_ONCE);
}

function recall(cache: Map<string, SealingKey>, subject: string): SealingKey | undefined {
  const key = cache.get(subject);
  if (key) remember(cache, subject, key);
  return key;
}

// A Map iterates in order of insertion: the first key is the one that was used longest ago.
function remember(cache: Map<string, SealingKey>, subject: string, key: SealingKey): void {
  cache.delete(subject);
  cache.set(subject, key);
  const oldest = cache.keys().next().value;
  if (cache.size > CACHED_KEYS && oldest !== undefined) cache.delete(oldest);
}
