import { createFoundBefore, foundBeforeMigrations } from '../../commands/savedSearches/foundBefore.js';
import { createSavedSearchCommands } from '../../commands/savedSearches/savedSearchCommands.js';
import { createSearchAlerts } from '../../commands/savedSearches/searchAlerts.js';
import { createSavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';
import { lookForNew } from '../../workers/savedSearches/lookForNew.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';

/** What no saved search has found for so long is forgotten. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;

/** Searches that are kept, to be run again, and tell what is new in them. */
export const savedSearches = {
  queries: (readModels) => ({ savedSearches: createSavedSearchQueries(readModels) }),
  commands: (parts) => ({
    savedSearches: createSavedSearchCommands({
      ...{ ...parts, ...forgetElsewhere(parts.database.knex) },
      saved: parts.queries.savedSearches,
    }),
    searchAlerts: createSearchAlerts({
      ...parts,
      search: parts.queries.search,
      foundBefore: createFoundBefore(parts.database),
    }),
  }),
  schedules: ({ commands, queries, clock, log, database }) => {
    const foundBefore = createFoundBefore(database);
    const lookDeps = { alerts: commands.searchAlerts, saved: queries.savedSearches, foundBefore, clock, log };
    return [
      {
        ...{ name: 'search-alerts', cron: '* * * * *', actor: 'worker:search-alerts' },
        run: (context, stopping) => lookForNew(lookDeps, context, stopping),
      },
      {
        ...{ name: 'old-search-alerts', cron: '20 3 * * *', actor: 'system' },
        run: () => foundBefore.forgetUntil(new Date(clock().getTime() - REMEMBERED_MS)),
      },
    ];
  },
  migrations: foundBeforeMigrations,
} satisfies Feature;
