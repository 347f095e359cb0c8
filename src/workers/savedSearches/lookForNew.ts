import type { CommandContext } from '../../commands/core/context.js';
import type { SearchAlerts } from '../../commands/savedSearches/searchAlerts.js';
import type { SavedSearch } from '../../domain/savedSearches/index.js';
import type { Log } from '../../platform/log.js';
import type { SavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';

/** What looking stands on. */
export interface LookForNewDeps {
  alerts: SearchAlerts;
  saved: Pick<SavedSearchQueries, 'alerting'>;
  log: Pick<Log, 'warn'>;
}

/** Saved searches that are read at a time. */
const PAGE = 200;

/** Looks for what is new in each saved search that tells it. One that is broken, or costs too much, keeps none of the others. */
export async function lookForNew(deps: LookForNewDeps, context: CommandContext, stopping: AbortSignal): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: SavedSearch[] = await deps.saved.alerting(after, PAGE);
    for (const search of page) {
      if (stopping.aborted) return;
      await deps.alerts
        .look(context, search)
        .catch((error: unknown) =>
          deps.log.warn(
            { err: error, view_id: search.view_id },
            'a saved search could not be looked at for what is new',
          ),
        );
    }
    after = page.length === PAGE ? page.at(-1)?.view_id : undefined;
  }
}
