import { createApiKeyCommands } from '../../commands/apiKeys/apiKeyCommands.js';
import { apiKeyUseMigrations, createApiKeyQueries } from '../../projections/apiKeys/apiKeysProjection.js';
import {
  createRevokedKeys,
  expiringKeyMigrations,
  revokedKeyMigrations,
} from '../../projections/apiKeys/revokedKeys.js';
import type { Feature } from '../feature.js';

/** API keys, and when each was used last. */
export const apiKeys = {
  queries: (readModels) => ({ apiKeys: createApiKeyQueries(readModels) }),
  commands: (parts) => ({
    apiKeys: createApiKeyCommands({
      ...parts,
      revokedKeys: createRevokedKeys(parts.database.knex, () => parts.queries.apiKeys.source()),
    }),
  }),
  migrations: [...apiKeyUseMigrations, ...revokedKeyMigrations, ...expiringKeyMigrations],
} satisfies Feature;
