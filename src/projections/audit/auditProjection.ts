import {
  declareProjection,
  type Projection,
  type ReadModelTable,
  type StoredEvent,
  type StoredRow,
} from '../core/projection.js';
import type { ReadModels, RowsQuery } from '../core/readModels.js';
import type { PersonalReadEvent } from '../../domain/audit/index.js';
import type { Position } from '../../platform/eventStore/eventStore.js';
import type { AsOf } from '../core/asOf.js';
import { MOST_LOOKED_AT } from '../core/rowsAsOf.js';

/** Who did what, when and to what: an event as the audit trail has it, without anything that it says of somebody. */
export interface AuditRow {
  event_id: string;
  /** Of the event in the log: a decimal number. */
  position: string;
  /** By the store's clock: ISO 8601, UTC, milliseconds. */
  at: string;
  tenant_id: string;
  actor: string;
  /** The type of the event. */
  action: string;
  /** The stream: `case-<session_id>`. */
  aggregate: string;
  /** What is behind the kind: `<session_id>`. Of a document type its `context_id`. */
  aggregate_id: string;
  correlation_id: string;
  causation_id: string;
  /** Ids of the things that were read, where it is a read of what is kept of people: it is found by each. Else null. */
  read_ids: string[] | null;
}

/** An entry as it is read. `revision` is the place of its event in its stream. */
export type AuditEntry = StoredRow<AuditRow>;

/** Events that hold a name alone, as a hash; another event of the same request says what was done. */
const RESERVATIONS: readonly string[] = ['ApiKeyHandleReserved', 'CaseReferenceReserved', 'NextCaseReserved'];

/** Whether there is an entry for events of a type. */
export const isTold = (type: string): boolean => !RESERVATIONS.includes(type);

/** The type of events that say who read what is kept of people. */
const READ: PersonalReadEvent['type'] = 'PersonalDataRead';

const isRead = (event: { type: string }): event is PersonalReadEvent => event.type === READ;

/** The id of what a stream is of: what is behind its kind, and behind the tenant where that stands before it. */
export const aggregateIdOf = (stream: string): string =>
  stream.startsWith('documentType-') || stream.startsWith('agentGoal-')
    ? stream.slice(stream.indexOf(':') + 1)
    : stream.slice(stream.indexOf('-') + 1);

/** What is told of an event. */
export function entryOf(event: StoredEvent): AuditRow {
  const { id, type, stream, position, recorded_at, metadata } = event;
  const { tenant_id, actor, correlation_id, causation_id } = metadata;
  return {
    ...{ event_id: id, position: position.toString(), at: recorded_at, tenant_id, actor, action: type },
    ...{ aggregate: stream, aggregate_id: aggregateIdOf(stream), correlation_id, causation_id },
    read_ids: isRead(event) ? event.data.of : null,
  };
}

const TEXT = 'text collate "C" not null';

/** The trail over events of these types. */
const auditEntriesTable = (eventTypes: readonly string[]): ReadModelTable<AuditRow> => ({
  name: 'audit_entries',
  columns: {
    ...{ event_id: TEXT, position: 'bigint not null', at: TEXT, tenant_id: 'text not null', actor: TEXT, action: TEXT },
    ...{ aggregate: TEXT, aggregate_id: TEXT, correlation_id: 'text not null', causation_id: 'text not null' },
    read_ids: 'jsonb',
  },
  indexes: [
    '(tenant_id, at desc, position desc)',
    '(at desc, position desc)',
    '(aggregate_id, at desc, position desc)',
    '(tenant_id, actor, at desc, position desc)',
    '(tenant_id, action, at desc, position desc)',
    '(actor, at desc, position desc)',
    '(action, at desc, position desc)',
    '(tenant_id, position)',
    '(position)',
    'using gin (read_ids jsonb_path_ops) where read_ids is not null',
  ],
  ofOneStream: true,
  eventTypes,
  keys: ({ position }) => [position.toString()],
  fold: (_row, event) => entryOf(event),
});

/** How often its table was another one, indexes included: raise it by one with every change. */
const TABLE_CHANGES = 3;

/**
 * The audit trail: an entry for each event. Event types are only ever added, so that their number, and that of the changes of its table, is
 * its version: a process that does not know a type would pass over it and leave a gap, and so keeps a table of its own.
 */
export function declareAuditProjection(eventTypes: readonly string[]): Projection {
  const told = eventTypes.filter(isTold);
  return declareProjection({ name: 'audit', version: told.length + TABLE_CHANGES, tables: [auditEntriesTable(told)] });
}

/** Which entries. */
export interface AuditFilter {
  /** Every tenant's where left out. */
  tenant_id?: string | undefined;
  /** Its id, or its stream. */
  aggregate?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  /** ISO 8601, UTC; both are in it. */
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  /** The entry behind which the list begins. */
  after?: Pick<AuditRow, 'at' | 'position'> | undefined;
  /** The place in the log behind which nothing is listed. */
  upTo?: Position | undefined;
}

/** To what something was done. */
export interface DoneTo {
  /** The type of the event. */
  action: string;
  /** Every tenant's where left out. */
  tenants: readonly string[] | undefined;
  asOf: AsOf;
}

/** Reads the audit trail. */
export interface AuditQueries {
  /** The types of events that there can be entries for. */
  readonly actions: readonly string[];
  /** Newest first. */
  list(filter: AuditFilter): Promise<AuditEntry[]>;
  /**
   * What it was done to by a moment, each named by what is behind the kind of its stream; in no order, and one more than a list of the past
   * looks at, at most.
   */
  doneTo(wanted: DoneTo): Promise<string[]>;
  /** The entries behind a place in the log, in its order, of what changed something: who reads on at each change would read for ever. */
  since(wanted: { tenant_id: string | undefined; position: string; limit: number }): Promise<AuditEntry[]>;
  /** To whom something was done behind a place in the log: the tenants of the entries there, in its order and each as often as it has one. */
  tenantsSince(wanted: { position: string; limit: number }): Promise<Pick<AuditRow, 'tenant_id' | 'position'>[]>;
  /** Where the newest entry is, of a tenant or of all; undefined where there is none. */
  lastPosition(tenant_id: string | undefined): Promise<string | undefined>;
  /** When the event at a position was stored; undefined where the trail does not tell of it, or not yet. */
  timeOf(position: Position): Promise<string | undefined>;
}

declare module '../core/queries.js' {
  interface Queries {
    audit: AuditQueries;
  }
}

/** Creates the queries of the audit trail. */
export function createAuditQueries(readModels: ReadModels, projection: Projection): AuditQueries {
  const entries = readModels.of(projection, projection.tables[0] as ReadModelTable<AuditRow>);
  return {
    actions: projection.tables[0]?.eventTypes ?? [],

    list: (filter) => entries.list((query) => narrowed(query, filter)),

    since: ({ tenant_id, position, limit }) =>
      entries.list((query) => {
        query.where('position', '>', position).whereNot('action', READ).orderByRaw('position').limit(limit);
        return tenant_id === undefined ? query : query.where({ tenant_id });
      }),

    tenantsSince: ({ position, limit }) =>
      entries.listOnly(['tenant_id', 'position'], (query) =>
        query.where('position', '>', position).whereNot('action', READ).orderByRaw('position').limit(limit),
      ),

    async lastPosition(tenant_id) {
      const [last] = await entries.listOnly(['position'], (query) => {
        query.orderByRaw('position desc').limit(1);
        return tenant_id === undefined ? query : query.where({ tenant_id });
      });
      return last?.position;
    },

    timeOf: async (position) => (await entries.find(position.toString()))?.at,

    async doneTo({ action, tenants, asOf }) {
      const found = await entries.listOnly(['aggregate'], (query) => {
        query
          .where({ action })
          .groupBy('aggregate')
          .limit(MOST_LOOKED_AT + 1);
        if (tenants) query.whereIn('tenant_id', [...tenants]);
        return 'time' in asOf
          ? query.where('at', '<=', asOf.time)
          : query.where('position', '<=', asOf.position.toString());
      });
      return found.map(({ aggregate }) => aggregate.slice(aggregate.indexOf('-') + 1));
    },
  };
}

function narrowed(query: RowsQuery, { limit, after, upTo, aggregate, from, to, ...equal }: AuditFilter): RowsQuery {
  query.orderByRaw('at desc, position desc').limit(limit);
  if (after) query.whereRaw('(at, position) < (?, ?)', [after.at, after.position]);
  if (upTo !== undefined) query.where('position', '<=', upTo.toString());
  // All by the indexes of ids, as a stream has its id in it.
  if (aggregate !== undefined) {
    const id = aggregateIdOf(aggregate);
    const isRead = 'read_ids @> ?::jsonb';
    query.whereRaw(`(aggregate_id = ? or (aggregate_id = ? and aggregate = ?) or ${isRead} or ${isRead})`, [
      ...[aggregate, id, aggregate, JSON.stringify([aggregate]), JSON.stringify([id])],
    ]);
  }
  if (from !== undefined) query.where('at', '>=', from);
  if (to !== undefined) query.where('at', '<=', to);
  for (const [column, value] of Object.entries<string | undefined>(equal))
    if (value !== undefined) query.where(column, value);
  return query;
}
