import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec, type Patience } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import type { IndexWrite } from '../../platform/search/elasticsearchIndex.js';
import { foldOne } from '../core/applyEvents.js';
import { searchedDocumentsTable } from './searchedDocuments.js';

/** What cases are read with. */
export interface CaseReading {
  eventStore: Pick<EventStore, 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
}

/** What an index is to have of documents of a case, each as the last event that concerns it left it. */
export interface IndexedCase {
  stream: string;
  writes: IndexWrite[];
  /** Why some of them are not shown: a value that is sealed is lost. Names the event, never a value. */
  lost?: string;
}

/** Events of a stream that are opened together, where their values are small. */
const OPENED_AT_ONCE = 200;

/** How long a value in the blob store may take, as where a projection is brought along the log. */
const PATIENCE: Patience = { patienceMs: 30_000 };

type Row = NonNullable<ReturnType<typeof searchedDocumentsTable.fold>>;

/** What has become of a document so far. */
interface Found {
  row: Row | undefined;
  version: Position;
  tenant_id: string;
  lost?: string;
}

/**
 * Folds documents of a case from its stream: what a mask hides is needed for that, and is not in an index. A document of which a sealed value
 * is lost is as if it were gone.
 * @param wanted Keys of the documents; all of the case where it is left out
 * @throws FoldFailed, EventUnreadable, TookTooLong
 */
export async function indexedCase(
  { eventStore, codec }: CaseReading,
  stream: string,
  { wanted, patience = PATIENCE }: { wanted?: ReadonlySet<string>; patience?: Patience } = {},
): Promise<IndexedCase> {
  const found = new Map<string, Found>();
  const isWanted = (key: string): boolean => wanted?.has(key) ?? true;
  for await (const { events } of cutByOpenedBytes(concerning(eventStore.readStream(stream), isWanted))) {
    for (const { event, lost } of (await codec.openBatch(events, patience)).map(openedOrThrow)) {
      for (const key of searchedDocumentsTable.keys(event).filter(isWanted)) {
        const before = found.get(key);
        const why = lost?.message ?? before?.lost;
        found.set(key, {
          row: foldOne(searchedDocumentsTable, before?.row, event) as Row | undefined,
          version: event.position,
          tenant_id: event.metadata.tenant_id,
          ...(why !== undefined && { lost: why }),
        });
      }
    }
  }
  const lost = [...found.values()].find((one) => one.lost !== undefined)?.lost;
  return { stream, writes: [...found].map(writeOf), ...(lost !== undefined && { lost }) };
}

/**
 * The events of a stream that concern some documents, in batches. Others are not opened: a case has many documents, each of which may have
 * values in the blob store.
 */
async function* concerning(
  events: AsyncIterable<RecordedEvent>,
  isWanted: (key: string) => boolean,
): AsyncGenerator<EventBatch> {
  let some: RecordedEvent[] = [];
  for await (const event of events) {
    // Ids are sealed in no event, so that this can be told before it is opened.
    if (!searchedDocumentsTable.keys(event).some(isWanted)) continue;
    some.push(event);
    if (some.length < OPENED_AT_ONCE) continue;
    yield { events: some, position: event.position, live: false };
    some = [];
  }
  const last = some.at(-1);
  if (last) yield { events: some, position: last.position, live: false };
}

function writeOf([key, { row, version, tenant_id, lost }]: [string, Found]): IndexWrite {
  if (row && lost === undefined) return { key, version, thing: thingOf(row) };
  return goneOf({ key, version, tenant_id });
}

/** That a document is not there, as far as it is shown. */
export const goneOf = ({ key, version, tenant_id }: Omit<IndexWrite, 'thing'> & { tenant_id: string }): IndexWrite => ({
  ...{ key, version, thing: { id: key.split('/')[1] ?? '', tenant_id, gone: true } },
});

/** What is found of a document: what a mask hides is not in it. */
function thingOf({ id, tenant_id, at, document_type, status, source, text, terms, fields, nested }: Row) {
  const own = { document_type, status };
  return { id, tenant_id, at, source: { ...source }, own, text, terms, fields, nested };
}
