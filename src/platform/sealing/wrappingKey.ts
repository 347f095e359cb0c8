import type { Knex } from 'knex';
import type { Database } from '../database/database.js';
import { StartError } from '../startError.js';
import type { MasterKeys } from './masterKeys.js';
import { MasterKeyMissing } from './masterKeys.js';

/** A row of `master_keys`. */
interface Row {
  key_id: string;
  proof: Buffer;
  wraps: boolean;
}

const purposeOf = (keyId: string): string => `master key ${keyId}`;

/**
 * Makes sure that this process has every master key that something in the database hangs on; the first one ever seen is
 * noted as the one that wraps. A process without any uses none, and has nothing to prove.
 * @throws StartError when one is missing, or is another one than it says
 */
export async function proveMasterKeys({ knex }: Pick<Database, 'knex'>, masterKeys: MasterKeys): Promise<void> {
  if (masterKeys.ids.length === 0) return;
  const first = { ...proofOf(masterKeys, masterKeys.newest), wraps: true };
  await knex<Row>('master_keys').insert(first).onConflict().ignore();
  for (const { key_id, proof } of await knex<Row>('master_keys')) {
    try {
      masterKeys.unwrap(purposeOf(key_id), proof);
    } catch (error) {
      throw error instanceof MasterKeyMissing ? missing(key_id, masterKeys) : changed(key_id);
    }
  }
}

const missing = (keyId: string, { ids }: MasterKeys): StartError =>
  new StartError(
    `Data in this database is sealed under the master key ${keyId}, and this process has ${ids.join(', ')}: set MASTER_KEY (or MASTER_KEY_OLD, during a rotation) to that key, or put its master.key file back into the data folder.`,
  );

const changed = (keyId: string): StartError =>
  new StartError(`The row of the master key ${keyId} in the table master_keys was changed: restore the database.`);

/** A row that shows, to whoever has the key, that it is the same one. @throws MasterKeyMissing */
export const proofOf = (masterKeys: MasterKeys, keyId: string): Omit<Row, 'wraps'> => ({
  key_id: keyId,
  proof: masterKeys.wrap(keyId, purposeOf(keyId), Buffer.alloc(0)),
});

/** Id of the master key that new data keys are wrapped by, in every process alike: what the last rotation went to. */
export async function wrappingKeyId(knex: Knex): Promise<string> {
  const row = await knex<Row>('master_keys').where({ wraps: true }).first('key_id');
  if (!row) throw new Error('The table master_keys names no key that wraps: proveMasterKeys puts it there');
  return row.key_id;
}
