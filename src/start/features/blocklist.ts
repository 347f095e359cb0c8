import { createBlocklistCommands } from '../../commands/blocklist/blocklistCommands.js';
import { createBlocklistQueries } from '../../projections/blocklist/blocklistProjection.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';

/** What tenants do not take. */
export const blocklist = {
  queries: (readModels) => ({ blocklist: createBlocklistQueries(readModels) }),
  commands: (parts) => ({
    blocklist: createBlocklistCommands({ ...parts, ...forgetElsewhere(parts.database.knex) }),
  }),
} satisfies Feature;
