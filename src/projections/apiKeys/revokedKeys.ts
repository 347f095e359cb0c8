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

/** The table of keys that others took the place of: when each expires, by id. */
export const EXPIRING_KEYS = 'expiring_api_keys';

/**
 * When keys expire that were not issued so. Written before the event is appended, as revocations are: a process that verified such a
 * key earlier knows of no end of it.
 */
export const expiringKeyMigrations: readonly Migration[] = [
  {
    name: 'expiring_api_keys_001',
    up: (knex) =>
      knex.schema.createTable(EXPIRING_KEYS, (table) => {
        table.text('key_id').primary();
        // In UTC with milliseconds, which as texts stand in their order.
        table.specificType('expires_at', 'text collate "C" not null');
      }),
  },
];

/** Notes revocations, and ends that keys were given later, for all processes. */
export interface RevokedKeys {
  /** From here on no request is let in with the key. May be repeated. */
  add(key_id: string): Promise<void>;
  /**
   * The same, unless no other key of the platform could manage keys then: false in this case. One at a time over all
   * processes, so that of two keys that revoke each other one is left. A key that the read model of keys does not show yet
   * does not count, nor does one that expires some day, which only refuses what could have been done.
   */
  addUnlessLastAdmin(key_id: string): Promise<boolean>;
  /** From that time on no request is let in with the key; of several times the first holds. @param expires_at ISO 8601 in UTC with milliseconds */
  expire(key_id: string, expires_at: string): Promise<void>;
  /** The same, unless no other key of the platform could manage keys for good then: false in this case. */
  expireUnlessLastAdmin(key_id: string, expires_at: string): Promise<boolean>;
}

/** Revoked keys in the database. `apiKeys` tells where the read model of keys is served. */
export function createRevokedKeys(knex: Knex, apiKeys: () => Promise<string>): RevokedKeys {
  const unlessLastAdmin = async (key_id: string, mark: (trx: Knex) => Promise<void>): Promise<boolean> => {
    const source = await apiKeys();
    return knex.transaction(async (trx) => {
      await trx.raw(`lock table ${REVOKED_KEYS}, ${EXPIRING_KEYS} in share row exclusive mode`);
      const { rows } = await trx.raw<{ rows: unknown[] }>(
        `select 1 from ${source} where tenant_id = ? and jsonb_exists(scopes::jsonb, 'admin') and not revoked and id <> ?
           and expires_at is null
           and not exists (select 1 from ${REVOKED_KEYS} where key_id = api_keys.id)
           and not exists (select 1 from ${EXPIRING_KEYS} where key_id = api_keys.id) limit 1`,
        [PLATFORM, key_id],
      );
      if (rows.length === 0) return false;
      await mark(trx);
      return true;
    });
  };
  return {
    add: (key_id) => addBy(knex, key_id),
    addUnlessLastAdmin: (key_id) => unlessLastAdmin(key_id, (trx) => addBy(trx, key_id)),
    expire: (key_id, expires_at) => expireBy(knex, key_id, expires_at),
    expireUnlessLastAdmin: (key_id, expires_at) => unlessLastAdmin(key_id, (trx) => expireBy(trx, key_id, expires_at)),
  };
}

async function addBy(client: Knex, key_id: string): Promise<void> {
  await client(REVOKED_KEYS).insert({ key_id }).onConflict('key_id').ignore();
}

async function expireBy(client: Knex, key_id: string, expires_at: string): Promise<void> {
  await client(EXPIRING_KEYS)
    .insert({ key_id, expires_at })
    .onConflict('key_id')
    .merge({ expires_at: client.raw(`least(${EXPIRING_KEYS}.expires_at, excluded.expires_at)`) });
}
