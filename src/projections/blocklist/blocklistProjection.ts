import {
  applyToBlocklistEntry,
  type BlocklistEntry,
  type BlocklistEntryEvent,
  blocklistEntryStream,
  type BlocklistKind,
} from '../../domain/blocklist/index.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const blocklistTable = declareTable<BlocklistEntry, BlocklistEntryEvent>({
  name: 'blocklist',
  columns: {
    entry_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    kind: 'text not null',
    value_count: 'integer not null',
    reason: 'text',
    added_by: 'text not null',
    created_at: 'text collate "C" not null',
  },
  indexes: [
    '(tenant_id, created_at desc, entry_id desc)',
    '(tenant_id, kind, created_at desc, entry_id desc)',
    '(created_at desc, entry_id desc)',
  ],
  stream: blocklistEntryStream,
  keys: (event) => [event.data.entry_id],
  on: { BlocklistEntryAdded: applyToBlocklistEntry, BlocklistEntryRemoved: applyToBlocklistEntry },
});

/** What tenants do not take, as far as that can be shown: never the values. */
export const blocklistProjection = declareProjection({ name: 'blocklist', version: 1, tables: [blocklistTable] });

/** Which entries a list shows. */
export interface BlocklistFilter {
  /** Every tenant's where it is left out. */
  tenant_id?: string | undefined;
  kind?: BlocklistKind | undefined;
  /** The entry behind which the page begins. */
  after?: Pick<BlocklistEntry, 'created_at' | 'entry_id'> | undefined;
  limit: number;
}

/** Reads blocklists. */
export interface BlocklistQueries {
  find(entry_id: string, maySee?: MaySee): Promise<BlocklistEntry | undefined>;
  /** Newest first, by time and then id. */
  list(filter: BlocklistFilter): Promise<BlocklistEntry[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    blocklist: BlocklistQueries;
  }
}

/** Creates the queries of blocklists. */
export function createBlocklistQueries(readModels: ReadModels): BlocklistQueries {
  const entries = readModels.of(blocklistProjection, blocklistTable);
  return {
    find: entries.find,
    list: ({ tenant_id, kind, after, limit }) =>
      entries.list((query) => {
        query.orderByRaw('created_at desc, entry_id desc').limit(limit);
        if (tenant_id !== undefined) query.where({ tenant_id });
        if (kind !== undefined) query.where({ kind });
        return after ? query.whereRaw('(created_at, entry_id) < (?, ?)', [after.created_at, after.entry_id]) : query;
      }),
  };
}
