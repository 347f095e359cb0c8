import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { BlobKeyMissing, BlobNotFound } from '../../src/platform/blobs/blobStore.js';
import type { Core } from './core.js';

/** Where a text stands in the clear: tables of the database, and files that can be decrypted. */
export async function placesOf({ database: { knex }, blobs, folder }: Core, canary: string): Promise<string[]> {
  const places: string[] = [];
  const tables = await knex('pg_tables').where({ schemaname: 'public' }).pluck<string[]>('tablename');
  for (const table of tables) {
    const rows = await knex(table).whereRaw(`${table}::text like ?`, [`%${canary}%`]);
    if (rows.length > 0) places.push(table);
  }
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const key = relative(folder, join(file.parentPath, file.name)).replace(/~$/, '');
    const content = await blobs.read(key).catch((error: unknown) => {
      if (error instanceof BlobNotFound || error instanceof BlobKeyMissing) return Buffer.from('');
      throw error;
    });
    if (content.includes(canary)) places.push(key);
  }
  return places;
}
