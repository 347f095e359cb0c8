import { createSavedSearchCommands } from '../../commands/savedSearches/savedSearchCommands.js';
import { createSavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';

/** Searches that are kept, to be run again. */
export const savedSearches = {
  queries: (readModels) => ({ savedSearches: createSavedSearchQueries(readModels) }),
  commands: (parts) => ({
    savedSearches: createSavedSearchCommands({
      ...{ ...parts, ...forgetElsewhere(parts.database.knex) },
      saved: parts.queries.savedSearches,
    }),
  }),
} satisfies Feature;
