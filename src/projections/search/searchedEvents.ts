import { isApiKeyStream } from '../../domain/apiKeys/index.js';
import { type AuditSource, sourceOf } from '../../domain/audit/index.js';
import type { StoredEventType } from '../../platform/eventStore/eventCodec.js';
import { SEARCHED_COLUMNS, SEARCHED_INDEXES } from '../../platform/search/postgresSearch.js';
import { SECRETS } from '../audit/auditChanges.js';
import { type AuditRow, entryOf, isTold } from '../audit/auditProjection.js';
import { declareProjection, type ReadModelTable, type StoredEvent } from '../core/projection.js';
import { INDEX_CHANGES, type SearchedKind, searchedRow, type SearchedRow, thingOfRow } from './searchedKind.js';

/** An event as a search shows it: its entry in the audit trail, and what it says beside all that is personal or secret. */
interface FoundEvent extends Omit<AuditRow, 'read_ids'> {
  source: AuditSource;
  /** Whether it was meant, or a trial. */
  mode: StoredEvent['metadata']['mode'];
  data: { [field: string]: unknown };
}

/** What must be known of an event type. */
type ToldType = Pick<StoredEventType, 'type' | 'sealed'>;

/** Most characters of JSON that are shown of what an event says: a configuration can be long, and each of its changes says all of it. */
const MOST_SAID = 32 * 1024;

/** How often what is made of events was another one: raise it by one with every change, of a list of what is sealed too. */
const CHANGES = 0;

/**
 * What an event says, without its sealed fields, whether they can be opened or not, so that an erasure changes nothing of it. Fields for
 * which there is no room are left out.
 */
function openData(data: object, hidden: ReadonlySet<string>): FoundEvent['data'] {
  let left = MOST_SAID;
  const hasRoom = (value: unknown): boolean => {
    const size = JSON.stringify(value).length;
    if (size > left) return false;
    left -= size;
    return true;
  };
  const isOpen = (field: string): boolean => !hidden.has(field) && !SECRETS.has(field);
  const said = Object.entries<unknown>({ ...data });
  return Object.fromEntries(said.filter(([field, value]) => isOpen(field) && value !== undefined && hasRoom(value)));
}

function foundEvent(event: StoredEvent, hidden: ReadonlySet<string>): FoundEvent {
  // What was read is said by the event itself.
  const { read_ids: _said, ...entry } = entryOf(event);
  return {
    ...{ ...entry, source: sourceOf(entry.actor), mode: event.metadata.mode },
    // What is said of API keys is for whoever may list them, which takes another scope than a search does.
    data: isApiKeyStream(event.stream) ? {} : openData(event.data as object, hidden),
  };
}

/**
 * Events of the log as a kind of what is searched, those that have an entry in the audit trail. They have a table of their own: the trail
 * stays as quick as it is, and is not made anew where this is. Its version goes by the number of types, for the reason that that of the trail does.
 */
export function declareSearchedEvents(types: readonly ToldType[]): SearchedKind<SearchedRow> {
  const told = new Map(types.filter(({ type }) => isTold(type)).map(({ type, sealed }) => [type, new Set(sealed)]));
  const version = told.size + CHANGES;
  const table: ReadModelTable<SearchedRow> = {
    name: 'searched_events',
    columns: { ...SEARCHED_COLUMNS },
    indexes: SEARCHED_INDEXES,
    ofOneStream: true,
    eventTypes: [...told.keys()],
    keys: ({ position }) => [position.toString()],
    fold(_before, event) {
      const found = foundEvent(event, told.get(event.type) ?? new Set());
      return searchedRow({ id: found.event_id, tenant_id: found.tenant_id, at: found.at }, found);
    },
  };
  return {
    kind: 'events',
    projection: declareProjection({ name: 'searched_events', version, tables: [table] }),
    table,
    index: { name: 'search_index_events', version: version + INDEX_CHANGES },
    own: new Set(),
    states: table,
    ofOneEvent: true,
    thing: thingOfRow,
    idOf: (position) => position,
  };
}
