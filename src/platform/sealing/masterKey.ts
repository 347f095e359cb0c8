import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMasterKey, type Config } from '../config.js';
import type { Database } from '../database/database.js';
import type { Migration } from '../database/migrate.js';
import { StartError } from '../startError.js';
import { openBytes, sealBytes } from './sealValue.js';

/** One row, sealed with the master key that this database's data is sealed with. */
export const masterKeyMigrations: readonly Migration[] = [
  {
    name: 'master_key_001',
    up: (knex) =>
      knex.schema.createTable('master_key_proof', (table) => {
        table.boolean('is_only').primary().defaultTo(true);
        table.binary('proof').notNullable();
        table.check('is_only');
      }),
  },
];

/**
 * The key that wraps every data key: `MASTER_KEY`, else the file `master.key` in the data folder, made on first use
 * with mode 600.
 * @throws StartError when the file holds anything but a key
 */
export async function obtainMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>): Promise<Buffer> {
  if (config.masterKey) return config.masterKey;
  const file = join(config.dataDir, 'master.key');
  const text = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await mkdir(config.dataDir, { recursive: true });
    await createKeyFile(file);
    return readFile(file, 'utf8');
  });
  const key = parseMasterKey(text.trim());
  if (!key) throw new StartError(`${file} is no master key (32 bytes in base64): put the right file back.`);
  return key;
}

/** Written whole under another name and then linked: a crash leaves no half key, and of two processes one wins. */
async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  await chmod(file, 0o600);
}

const PROOF = 'attest master key';

/**
 * Makes sure that the master key is the one the data of this database is sealed with; the first key ever seen is.
 * @throws StartError when it is another one
 */
export async function proveMasterKey(database: Database, masterKey: Buffer): Promise<void> {
  const proof = sealBytes(masterKey, PROOF, Buffer.alloc(0));
  await database.knex('master_key_proof').insert({ proof }).onConflict('is_only').ignore();
  const row = await database.knex<{ proof: Buffer }>('master_key_proof').first();
  try {
    if (row) openBytes(masterKey, PROOF, row.proof);
  } catch {
    throw new StartError(
      'The master key is not the one that the data in this database was sealed with: set MASTER_KEY to that one, or put the master.key file back into the data folder.',
    );
  }
}
