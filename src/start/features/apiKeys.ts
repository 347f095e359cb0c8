import { createApiKeyCommands } from '../../commands/apiKeys/apiKeyCommands.js';
import { apiKeyEventDefinitions } from '../../domain/apiKeys/index.js';
import {
  apiKeysProjection,
  apiKeyUseMigrations,
  createApiKeyQueries,
} from '../../projections/apiKeys/apiKeysProjection.js';
import { createRevokedKeys, revokedKeyMigrations } from '../../projections/apiKeys/revokedKeys.js';
import type { Feature } from '../feature.js';

/** API keys, and when each was used last. */
export const apiKeys = {
  events: apiKeyEventDefinitions,
  projections: [apiKeysProjection],
  queries: (readModels) => ({ apiKeys: createApiKeyQueries(readModels) }),
  commands: (parts) => ({
    apiKeys: createApiKeyCommands({
      ...parts,
      revokedKeys: createRevokedKeys(parts.database.knex, () => parts.queries.apiKeys.source()),
    }),
  }),
  migrations: [...apiKeyUseMigrations, ...revokedKeyMigrations],
} satisfies Feature;
