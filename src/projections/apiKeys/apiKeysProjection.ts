import { issuedKey, rotatedKey, type ApiKey, type ApiKeyEvent } from '../../domain/apiKeys/apiKey.js';
import type { Migration } from '../../platform/database/migrate.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';
import { REVOKED_KEYS } from './revokedKeys.js';

/** A key with when it was last used (ISO 8601), or null. */
export interface ApiKeyWithUse extends ApiKey {
  last_used: string | null;
}

/** The table of API keys. */
export const apiKeysTable = declareTable<ApiKey, ApiKeyEvent>({
  name: 'api_keys',
  columns: {
    id: 'text not null',
    tenant_id: 'text not null',
    name: 'text not null',
    scopes: 'json not null',
    revoked: 'boolean not null',
    mode: 'text',
    expires_at: 'text collate "C"',
    replaced_by: 'text',
    created_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, created_at desc, id desc)', '(created_at desc, id desc)'],
  ofOneStream: true,
  keys: (event) => [event.data.key_id],
  on: {
    ApiKeyIssued: (_row, { data }) => issuedKey(data),
    ApiKeyRevoked: (row) => row && { ...row, revoked: true },
    ApiKeyRotated: (row, { data }) => row && rotatedKey(row, data),
  },
});

/** API keys, revoked ones too. */
export const apiKeysProjection = declareProjection({ name: 'api_keys', version: 2, tables: [apiKeysTable] });

/** When keys were last used. Not a read model: it is written with the requests and survives a rebuild. */
export const apiKeyUseMigrations: readonly Migration[] = [
  {
    name: 'api_key_uses_001',
    up: (knex) =>
      knex.schema.createTable('api_key_uses', (table) => {
        table.text('key_id').primary();
        table.text('last_used').notNullable();
      }),
  },
];

/** Reads API keys. */
export interface ApiKeyQueries {
  /** Newest first, revoked ones too; of every tenant when `tenant_id` is left out. */
  list(filter: { tenant_id?: string }): Promise<ApiKeyWithUse[]>;
  /** The table of keys for a statement's `from`, as `api_keys`: for what is asked together with other things. */
  source(): Promise<string>;
  /** Notes when keys were last used; later times win. Not an event: lost on purpose when the database is. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}

declare module '../core/queries.js' {
  interface Queries {
    apiKeys: ApiKeyQueries;
  }
}

/** Creates the queries of API keys. */
export function createApiKeyQueries(readModels: ReadModels): ApiKeyQueries {
  const keys = readModels.of(apiKeysProjection, apiKeysTable);
  const { knex } = readModels;
  return {
    list: ({ tenant_id }) =>
      keys.list<Pick<ApiKeyWithUse, 'last_used'>>((query) => {
        query
          .leftJoin('api_key_uses', 'api_key_uses.key_id', 'api_keys.id')
          .leftJoin(REVOKED_KEYS, `${REVOKED_KEYS}.key_id`, 'api_keys.id')
          // Shown as it is treated, also where the projection has not seen the revocation.
          .select('last_used', knex.raw(`api_keys.revoked or ${REVOKED_KEYS}.key_id is not null as revoked`))
          .orderByRaw('created_at desc, id desc');
        return tenant_id === undefined ? query : query.where({ tenant_id });
      }),
    source: () => keys.source(),
    async recordUse(uses) {
      if (uses.size === 0) return;
      const used = [...uses].map(([key_id, time]) => ({ key_id, last_used: time.toISOString() }));
      await knex('api_key_uses')
        .insert(used)
        .onConflict('key_id')
        .merge({ last_used: knex.raw('greatest(api_key_uses.last_used, excluded.last_used)') });
    },
  };
}
