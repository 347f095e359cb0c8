import { v5 } from 'uuid';
import { searchAlert, searchAlertStream, type SavedQuery, type SavedSearch } from '../../domain/savedSearches/index.js';
import type { Clock } from '../../platform/clock.js';
import type { SearchQueries } from '../../projections/search/searchQueries.js';
import { ID_FIELD } from '../../projections/search/searchWanted.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { CommandContext } from '../core/context.js';
import type { FoundBefore } from './foundBefore.js';

/** Among so many, the ones that were touched last, is looked for what is new. */
const LOOKED_AMONG = 200;

/** What of a thing says when it was last touched: a case can come to be found long after it was opened. */
const TOUCHED: { readonly [kind in SavedQuery['kind']]: string } = {
  documents: 'created_at',
  cases: 'updated_at',
  events: 'at',
};

/** Tells what saved searches find that they had not found before. */
export interface SearchAlerts {
  /**
   * Looks for what is new, and tells it: as one fact. What was found the first time is not new. Can be repeated: the same is told once.
   * @throws DomainError for a query that has become wrong, or costs too much
   */
  look(context: CommandContext, search: SavedSearch): Promise<void>;
}

/** What alerts stand on. */
export interface SearchAlertsDeps {
  handler: CommandHandler;
  search: Pick<SearchQueries, 'search'>;
  foundBefore: Pick<FoundBefore, 'unseen' | 'note'>;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    searchAlerts: SearchAlerts;
  }
}

/** Creates it. */
export function createSearchAlerts({ handler, search, foundBefore, clock }: SearchAlertsDeps): SearchAlerts {
  return {
    async look(context, { view_id, tenant_id, asks }) {
      if (!asks) return; // it is being deleted
      const { kind, query, filters, time } = asks;
      const now = clock();
      const { hits } = await search.search(
        {
          ...{ kind, query, filters, tenant_id: tenant_id === '' ? undefined : tenant_id },
          ...(time && { time: { field: time.field, from: time.from ?? undefined, to: time.to ?? undefined } }),
          ...{
            sort: [{ field: TOUCHED[kind], order: 'desc' as const }],
            columns: [ID_FIELD[kind]],
            limit: LOOKED_AMONG,
          },
          ...{ highlight: false, facets: [], percentiles: [] },
        },
        now,
      );
      const ids = hits.map(({ id }) => id);
      const fresh = await foundBefore.unseen(view_id, ids);
      if (fresh && fresh.length > 0) {
        // Of what is new and of nothing else: whoever finds the same again after a crash tells the same.
        const alert_id = v5(fresh.toSorted().join(), view_id);
        await handler.handle({
          ...{ stream: searchAlertStream(alert_id), decider: searchAlert, context: { ...context, tenant_id } },
          command: {
            type: 'tell',
            alert: {
              ...{ alert_id, view_id, tenant_id, kind, count: fresh.length, ids: fresh },
              found_at: now.toISOString(),
            },
          },
        });
      }
      await foundBefore.note(view_id, ids, now);
    },
  };
}
