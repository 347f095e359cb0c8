import type { Knex } from 'knex';
import { PLATFORM } from '../../domain/core/tenant.js';
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
  /**
   * The same, unless no other key of the platform could manage keys then: false in this case. One at a time over all
   * processes, so that of two keys that revoke each other one is left. A key that the read model of keys does not show yet
   * does not count, which only refuses what could have been done.
   */
  addUnlessLastAdmin(key_id: string): Promise<boolean>;
}

/** Revoked keys in the database. `apiKeys` tells where the read model of keys is served. */
export function createRevokedKeys(knex: Knex, apiKeys: () => Promise<string>): RevokedKeys {
  const addBy = (client: Knex, key_id: string) => client(REVOKED_KEYS).insert({ key_id }).onConflict('key_id').ignore();
  return {
    async add(key_id) {
      await addBy(knex, key_id);
    },
    async addUnlessLastAdmin(key_id) {
      const source = await apiKeys();
      return knex.transaction(async (trx) => {
        await trx.raw(`lock table ${REVOKED_KEYS} in share row exclusive mode`);
        const { rows } = await trx.raw<{ rows: unknown[] }>(
          `select 1 from ${source} where tenant_id = ? and jsonb_exists(scopes::jsonb, 'admin') and not revoked and id <> ?
             and not exists (select 1 from ${REVOKED_KEYS} where key_id = api_keys.id) limit 1`,
          [PLATFORM, key_id],
        );
        if (rows.length === 0) return false;
        await addBy(trx, key_id);
        return true;
      });
    },
  };
}
