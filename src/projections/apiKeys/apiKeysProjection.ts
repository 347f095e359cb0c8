import type { Knex } from 'knex';
import type { ApiKey, ApiKeyHash } from '../../domain/apiKeys/apiKey.js';
import type { Migration } from '../../platform/database/migrate.js';
import { ROW_KEY, readRows, type Projection } from '../core/projection.js';

/** A row of the read model: the key, and what authentication needs. */
export interface ApiKeyRow extends ApiKey {
  /** The 12 hex characters of a `zk_` key; null for a legacy key. */
  prefix: string | null;
  hash_kind: ApiKeyHash['kind'];
  hash: string;
}

/** A key with when it was last used (ISO 8601), or null. */
export interface ApiKeyWithUse extends ApiKeyRow {
  last_used: string | null;
}

/** API keys, revoked ones too. */
export const apiKeysProjection: Projection<ApiKeyRow, 'ApiKeyIssued' | 'ApiKeyRevoked'> = {
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
      prefix: 'text',
      hash_kind: 'text not null',
      hash: 'text not null',
    },
    indexes: ['(prefix)', '(hash)', '(tenant_id, created_at desc, id desc)', '(created_at desc, id desc)'],
  },
  eventTypes: ['ApiKeyIssued', 'ApiKeyRevoked'],
  key: (event) => event.data.key_id,

  apply(row, event) {
    switch (event.type) {
      case 'ApiKeyIssued': {
        const { key_id, tenant_id, name, scopes, prefix, hash, issued_at } = event.data;
        const key = { id: key_id, tenant_id, name, scopes, revoked: false, created_at: issued_at };
        return { ...key, prefix, hash_kind: hash.kind, hash: hash.value };
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

/** Reads API keys. Rows hold hashes: pick what leaves the service. */
export interface ApiKeyQueries {
  find(id: string): Promise<ApiKeyWithUse | undefined>;
  /** Also finds revoked keys. */
  findByPrefix(prefix: string): Promise<ApiKeyRow | undefined>;
  /** A legacy key by the lower-case hex SHA-256 of the whole key. */
  findBySha256(hash: string): Promise<ApiKeyRow | undefined>;
  /** Whether the key exists and is not revoked; asked on every request. */
  isActive(id: string): Promise<boolean>;
  /** Newest first, revoked ones too; of every tenant when `tenant_id` is left out. */
  list(filter: { tenant_id?: string }): Promise<ApiKeyWithUse[]>;
  /** Whether there is any key at all. */
  any(): Promise<boolean>;
  /** Notes when keys were last used; later times win. Not an event: lost on purpose when the database is. */
  recordUse(uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** Creates the queries of API keys. */
export function createApiKeyQueries(knex: Knex): ApiKeyQueries {
  const rows = () => readRows(knex, apiKeysProjection);
  const withUse = () =>
    rows().leftJoin('api_key_uses', 'api_key_uses.key_id', 'api_keys.id').select<ApiKeyWithUse[]>('last_used');
  const first = async <Row>(query: PromiseLike<Row[]>): Promise<Row | undefined> => (await query)[0];
  return {
    find: (id) => first(withUse().where({ [ROW_KEY]: id })),
    findByPrefix: (prefix) => first(rows().where({ prefix })),
    findBySha256: (hash) => first(rows().where({ hash_kind: 'sha256', hash })),
    async isActive(id) {
      const found = await rows().where({ [ROW_KEY]: id, revoked: false });
      return found.length > 0;
    },
    async list({ tenant_id }) {
      const keys = withUse().orderByRaw('created_at desc, id desc');
      return tenant_id === undefined ? keys : keys.where({ tenant_id });
    },
    async any() {
      return (await rows().limit(1)).length > 0;
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
