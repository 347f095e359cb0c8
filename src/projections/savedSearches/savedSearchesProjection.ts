import {
  applyToSavedSearch,
  type SavedSearch,
  type SavedSearchEvent,
  savedSearchStream,
} from '../../domain/savedSearches/index.js';
import { declareProjection, declareTable, type StoredRow } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const savedSearchesTable = declareTable<SavedSearch, SavedSearchEvent>({
  name: 'saved_searches',
  columns: {
    view_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    name: 'text',
    asks: 'json',
    shared: 'boolean not null',
    alerts: 'boolean not null',
    version: 'integer not null',
    owner: 'text not null',
    changed_by: 'text not null',
    created_at: 'text collate "C" not null',
    updated_at: 'text collate "C" not null',
    erased_at: 'text collate "C"',
  },
  indexes: [
    ...['(tenant_id, created_at desc, view_id desc)', '(created_at desc, view_id desc)'],
    '(view_id) where alerts',
  ],
  stream: savedSearchStream,
  keys: (event) => [event.data.view_id],
  on: {
    SearchSaved: applyToSavedSearch,
    SavedSearchChanged: applyToSavedSearch,
    SavedSearchErased: applyToSavedSearch,
    SavedSearchDeleted: applyToSavedSearch,
  },
});

/** Searches that were saved, as they are now. */
export const savedSearchesProjection = declareProjection({
  ...{ name: 'saved_searches', version: 3, tables: [savedSearchesTable] },
});

/** Which saved searches a list shows. */
export interface SavedSearchFilter {
  /** Every tenant's where it is left out. */
  tenant_id?: string | undefined;
  /** For whom only those are shown that are shared, or their own; all of them where it is left out. */
  seen_by?: string | undefined;
  /** The one behind which the page begins. */
  after?: Pick<SavedSearch, 'created_at' | 'view_id'> | undefined;
  limit: number;
}

/** Reads saved searches. */
export interface SavedSearchQueries {
  find(view_id: string, maySee?: MaySee): Promise<StoredRow<SavedSearch> | undefined>;
  /** Newest first, by time and then id. */
  list(filter: SavedSearchFilter): Promise<SavedSearch[]>;
  /** Which tell what they find, and whose they are; by their ids, `limit` of them behind `after`. */
  alerting(after: string, limit: number): Promise<Pick<SavedSearch, 'view_id' | 'tenant_id'>[]>;
  /** How many a tenant has, whoever sees them, up to `most`. */
  count(tenant_id: string, most: number): Promise<number>;
}

declare module '../core/queries.js' {
  interface Queries {
    savedSearches: SavedSearchQueries;
  }
}

/** Creates the queries of saved searches. */
export function createSavedSearchQueries(readModels: ReadModels): SavedSearchQueries {
  const searches = readModels.of(savedSearchesProjection, savedSearchesTable);
  return {
    find: searches.find,

    list: ({ tenant_id, seen_by, after, limit }) =>
      searches.list((query) => {
        query.orderByRaw('created_at desc, view_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        if (seen_by !== undefined) query.whereRaw('(shared or owner = ?)', [seen_by]);
        return after ? query.whereRaw('(created_at, view_id) < (?, ?)', [after.created_at, after.view_id]) : query;
      }),

    alerting: (after, limit) =>
      searches.listOnly(['view_id', 'tenant_id'], (query) =>
        query.whereRaw('alerts').where('view_id', '>', after).orderBy('view_id').limit(limit),
      ),

    count: async (tenant_id, most) =>
      (await searches.listOnly(['view_id'], (query) => query.where({ tenant_id }).limit(most))).length,
  };
}
