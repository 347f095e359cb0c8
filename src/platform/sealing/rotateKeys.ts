import type { Knex } from 'knex';
import type { BulkKind, ItemFailure } from '../bulkWork/bulkWork.js';
import type { Database } from '../database/database.js';
import { subjectKeyPurpose } from './databaseSubjectKeys.js';
import type { MasterKeys } from './masterKeys.js';
import { proofOf } from './wrappingKey.js';

/** How much hangs on a master key. */
export interface MasterKeyUse {
  key_id: string;
  /** New data keys are wrapped by it. */
  wraps: boolean;
  /** Data keys that it wraps. */
  data_keys: number;
}

/** The master keys of a database, the one that wraps first. */
export async function masterKeyUses(knex: Knex): Promise<MasterKeyUse[]> {
  const { rows } = await knex.raw<{ rows: (Omit<MasterKeyUse, 'data_keys'> & { data_keys: string })[] }>(
    `select master.key_id, master.wraps, count(data.subject) as data_keys
     from master_keys as master left join subject_keys as data on data.wrapped_by = master.key_id
     group by master.key_id order by master.wraps desc, master.created_at`,
  );
  return rows.map((row) => ({ ...row, data_keys: Number(row.data_keys) }));
}

/** From its commit on every process wraps new data keys by the newest master key, or says that it does not have it. */
export async function beginRotation(knex: Knex, masterKeys: MasterKeys): Promise<void> {
  const key_id = masterKeys.newest;
  await knex.transaction(async (transaction) => {
    const row = { ...proofOf(masterKeys, key_id), wraps: false };
    await transaction('master_keys').insert(row).onConflict('key_id').ignore();
    await transaction('master_keys').where({ wraps: true }).whereNot({ key_id }).update({ wraps: false });
    await transaction('master_keys').where({ key_id, wraps: false }).update({ wraps: true });
  });
}

/** Forgets the master keys that wrap nothing any more, and gives their ids: no process needs them from now on. */
export async function retireMasterKeys(knex: Knex): Promise<string[]> {
  const { rows } = await knex.raw<{ rows: { key_id: string }[] }>(
    `delete from master_keys as master where not wraps
     and not exists (select from subject_keys where wrapped_by = master.key_id) returning key_id`,
  );
  return rows.map(({ key_id }) => key_id);
}

interface Row {
  subject: string;
  key_id: string;
  wrapped_key: Buffer;
  wrapped_by: string;
}

/** Wraps data keys anew by the newest master key. Its name holds that key's id: only processes that have the key take part. */
export function rotationKind({ knex }: Pick<Database, 'knex'>, masterKeys: MasterKeys): BulkKind {
  const { newest } = masterKeys;
  const left = () => knex<Row>('subject_keys').whereNotNull('wrapped_key').whereNot({ wrapped_by: newest });
  return {
    name: `rotate-keys/${newest}`,
    chunkItems: 500,

    next(_parameters, after, limit) {
      const behind = left().modify((query) => void (after !== null && query.where('subject', '>', after)));
      return behind.orderBy('subject').limit(limit).pluck<string[]>('subject');
    },

    async work(_parameters, subjects) {
      const failures: ItemFailure[] = [];
      const changes: { subject: string; before: Buffer; after: Buffer }[] = [];
      for (const { subject, key_id, wrapped_key } of await left().whereIn('subject', [...subjects])) {
        const purpose = subjectKeyPurpose(subject, key_id);
        try {
          const after = masterKeys.wrap(newest, purpose, masterKeys.unwrap(purpose, wrapped_key));
          changes.push({ subject, before: wrapped_key, after });
        } catch (error) {
          failures.push({ item: subject, error: error instanceof Error ? error.message : 'unknown error' });
        }
      }
      // Only where it is what was read: what was erased meanwhile stays erased.
      await knex.raw(
        `update subject_keys as data set wrapped_key = change.after, wrapped_by = ?
         from unnest(?::text[], ?::bytea[], ?::bytea[]) as change(subject, before, after)
         where data.subject = change.subject and data.wrapped_key = change.before`,
        [
          newest,
          changes.map(({ subject }) => subject),
          changes.map(({ before }) => before),
          changes.map(({ after }) => after),
        ] as never,
      );
      return failures;
    },
  };
}
