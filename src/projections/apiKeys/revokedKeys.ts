import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';

/** The table of revoked keys, by id. */
export const REVOKED_KEYS = 'revoked_api_keys';

/**
 * Which keys were revoked, or are about to be. Not a read model: a revocation is written here before its event is
 * appended, so that no key works on because a projection is late, stopped or at another version.
 */
export const revokedKeyMigrations: readonly Migration[] = [
  {
    name: 'revoked_api_keys_001',
    up: (knex) => knex.schema.createTable(REVOKED_KEYS, (table) => void table.text('key_id').primary()),
  },
];

/** Notes revocations for all processes. */
export interface RevokedKeys {
  /** From here on no request is let in with the key. May be repeated. */
  add(key_id: string): Promise<void>;
}

/** Revoked keys in the database. */
export function createRevokedKeys(knex: Knex): RevokedKeys {
  return {
    async add(key_id) {
      await knex(REVOKED_KEYS).insert({ key_id }).onConflict('key_id').ignore();
    },
  };
}
