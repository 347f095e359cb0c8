import {
  applyToParkedWork,
  type ParkedWork,
  type ParkedWorkEvent,
  parkedWorkStream,
} from '../../domain/operations/parkedWork.js';
import { declareProjection, declareTable } from '../core/projection.js';
import type { MaySee, ReadModels } from '../core/readModels.js';

const parkedWorkTable = declareTable<ParkedWork, ParkedWorkEvent>({
  name: 'parked_work',
  columns: {
    parked_id: 'text collate "C" not null',
    tenant_id: 'text not null',
    message_id: 'text not null',
    topic: 'text not null',
    key: 'text not null',
    type: 'text not null',
    payload: 'json not null',
    status: 'text not null',
    error: 'text not null',
    attempts: 'integer not null',
    times_parked: 'integer not null',
    parked_at: 'text collate "C" not null',
    settled_at: 'text collate "C"',
  },
  indexes: [
    '(tenant_id, status, parked_at desc, parked_id desc)',
    '(status, parked_at desc, parked_id desc)',
    `(key) where status = 'parked'`,
  ],
  stream: parkedWorkStream,
  keys: (event) => [event.data.parked_id],
  on: {
    WorkParked: applyToParkedWork,
    WorkRetried: applyToParkedWork,
    WorkDropped: applyToParkedWork,
  },
});

/** Work that failed for the last time, and what was decided about it. */
export const parkedWorkProjection = declareProjection({ name: 'parked_work', version: 1, tables: [parkedWorkTable] });

/** Which parked work to list. */
export interface ParkedWorkFilter {
  /** Every tenant's when left out. */
  tenant_id?: string;
  status: ParkedWork['status'];
  limit: number;
}

/** Reads parked work. */
export interface ParkedWorkQueries {
  find(parked_id: string, maySee?: MaySee): Promise<ParkedWork | undefined>;
  /** Newest first, by when it was parked last and then id. */
  list(filter: ParkedWorkFilter): Promise<ParkedWork[]>;
  /** Which of these keys have work that is parked. */
  keysParked(keys: readonly string[]): Promise<Set<string>>;
}

declare module '../core/queries.js' {
  interface Queries {
    parkedWork: ParkedWorkQueries;
  }
}

/** Creates the queries of parked work. */
export function createParkedWorkQueries(readModels: ReadModels): ParkedWorkQueries {
  const parkedWork = readModels.of(parkedWorkProjection, parkedWorkTable);
  return {
    find: parkedWork.find,

    async keysParked(keys) {
      const parked = await parkedWork.listOnly(['key'], (query) =>
        query.where({ status: 'parked' }).whereIn('key', keys),
      );
      return new Set(parked.map(({ key }) => key));
    },

    list: ({ tenant_id, status, limit }) =>
      parkedWork.list((query) => {
        query.where({ status }).orderByRaw('parked_at desc, parked_id desc').limit(limit);
        return tenant_id === undefined ? query : query.where({ tenant_id });
      }),
  };
}
