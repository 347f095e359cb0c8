import type { Knex } from 'knex';
import type { ApiKey, ApiKeyEvent } from '../../domain/apiKeys/apiKey.js';
import type { Migration } from '../../platform/database/migrate.js';
import { readRows, type Projection } from '../core/projection.js';
import { REVOKED_KEYS } from './revokedKeys.js';

/** A key with when it was last used (ISO 8601), or null. */
export interface ApiKeyWithUse extends ApiKey {
  last_used: string | null;
}

/** API keys, revoked ones too. */
export const apiKeysProjection: Projection<ApiKey, ApiKeyEvent> = {
  name: 'api_keys',
  version: 1,
  table: {
    name: 'api_keys',
    columns: {
      id: 'text not null',
      tenant_id: 'text not null',
      name: 'text not null',
      scopes: 'json not null',
      revoked: 'boolean not null',
      created_at: 'text collate "C" not null',
    },
    indexes: ['(tenant_id, created_at desc, id desc)', '(created_at desc, id desc)'],
  },
  eventTypes: ['ApiKeyIssued', 'ApiKeyRevoked'],
  key: (event) => event.data.key_id,

  apply(row, event) {
    switch (event.type) {
      case 'ApiKeyIssued': {
        const { key_id, tenant_id, name, scopes, issued_at } = event.data;
        return { id: key_id, tenant_id, name, scopes, revoked: false, created_at: issued_at };
      }
      case 'ApiKeyRevoked':
        return row && { ...row, revoked: true };
    }
  },
};

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
  /** Notes when keys were last used; later times win. Not an event: lost on purpose when the database is. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}

declare module '../core/queries.js' {
  interface Queries {
    apiKeys: ApiKeyQueries;
  }
}

/** Creates the queries of API keys. */
export function createApiKeyQueries(knex: Knex): ApiKeyQueries {
  return {
    async list({ tenant_id }) {
      const { name } = apiKeysProjection.table;
      const keys = readRows(knex, apiKeysProjection)
        .leftJoin('api_key_uses', 'api_key_uses.key_id', `${name}.id`)
        .leftJoin(REVOKED_KEYS, `${REVOKED_KEYS}.key_id`, `${name}.id`)
        // Shown as it is treated, also where the projection has not seen the revocation.
        .select<ApiKeyWithUse[]>(
          'last_used',
          knex.raw(`${name}.revoked or ${REVOKED_KEYS}.key_id is not null as revoked`),
        )
        .orderByRaw('created_at desc, id desc');
      return tenant_id === undefined ? keys : keys.where({ tenant_id });
    },
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
