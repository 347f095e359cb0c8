import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec, type Patience } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import type { IndexWrite } from '../../platform/search/elasticsearchIndex.js';
import { foldOne } from '../core/applyEvents.js';
import type { StoredEvent } from '../core/projection.js';
import type { SearchedKind } from './searchedKind.js';

/** What streams are read with. */
export interface StreamReading {
  kind: SearchedKind;
  eventStore: Pick<EventStore, 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
}

/** What an index is to have of things of a stream, each as the last event that concerns it left it. */
export interface IndexedStream {
  stream: string;
  writes: IndexWrite[];
  /** Why some of them are not shown: a value that is sealed is lost. Names the event, never a value. */
  lost?: string;
}

/** Events of a stream that are opened together, where their values are small. */
const OPENED_AT_ONCE = 200;

/** How long a value in the blob store may take, as where a projection is brought along the log. */
const PATIENCE: Patience = { patienceMs: 30_000 };

/** What has become of a thing so far. */
interface Found {
  state: object | undefined;
  version: Position;
  tenant_id: string;
  lost?: string;
}

/**
 * Folds things from their stream: what a mask hides is needed for that, and is not in an index. A thing of which a sealed value is lost is as
 * if it were gone, unless it shows nothing that is sealed.
 * @param wanted Keys of the things; all of the stream where it is left out
 * @throws FoldFailed, EventUnreadable, TookTooLong
 */
export async function indexedStream(
  { kind, eventStore, codec }: StreamReading,
  stream: string,
  { wanted, patience = PATIENCE }: { wanted?: ReadonlySet<string>; patience?: Patience } = {},
): Promise<IndexedStream> {
  const { states } = kind;
  const found = new Map<string, Found>();
  const types = new Set(states.eventTypes);
  // Ids are sealed in no event, so that this can be told before it is opened.
  const keysOf = (event: RecordedEvent): string[] =>
    types.has(event.type) ? states.keys(event as StoredEvent).filter((key) => wanted?.has(key) ?? true) : [];
  const concerns = (event: RecordedEvent): boolean => keysOf(event).length > 0;
  for await (const { events } of cutByOpenedBytes(concerning(eventStore.readStream(stream), concerns))) {
    for (const { recorded, event, lost } of (await codec.openBatch(events, patience)).map(openedOrThrow)) {
      for (const key of keysOf(recorded)) {
        const before = found.get(key);
        const why = kind.ofOneEvent ? undefined : (lost?.message ?? before?.lost);
        found.set(key, {
          state: foldOne(states, before?.state, event),
          version: event.position,
          tenant_id: event.metadata.tenant_id,
          ...(why !== undefined && { lost: why }),
        });
      }
    }
  }
  const lost = [...found.values()].find((one) => one.lost !== undefined)?.lost;
  return { stream, writes: [...found].map((one) => writeOf(kind, one)), ...(lost !== undefined && { lost }) };
}

/** What events make of things, each of one of them alone. @throws FoldFailed */
export function indexedEvents(kind: SearchedKind, stream: string, events: readonly StoredEvent[]): IndexedStream {
  const writes = events.flatMap((event): IndexWrite[] => {
    const found = { state: foldOne(kind.states, undefined, event), version: event.position };
    const { tenant_id } = event.metadata;
    return kind.states.keys(event).map((key) => writeOf(kind, [key, { ...found, tenant_id }]));
  });
  return { stream, writes };
}

/**
 * The events of a stream that concern what is wanted, in batches. Others are not opened: a case has many documents, each of which may have
 * values in the blob store.
 */
async function* concerning(
  events: AsyncIterable<RecordedEvent>,
  concerns: (event: RecordedEvent) => boolean,
): AsyncGenerator<EventBatch> {
  let some: RecordedEvent[] = [];
  for await (const event of events) {
    if (!concerns(event)) continue;
    some.push(event);
    if (some.length < OPENED_AT_ONCE) continue;
    yield { events: some, position: event.position, live: false };
    some = [];
  }
  const last = some.at(-1);
  if (last) yield { events: some, position: last.position, live: false };
}

function writeOf(kind: SearchedKind, [key, { state, version, tenant_id, lost }]: [string, Found]): IndexWrite {
  if (state && lost === undefined) return { key, version, thing: kind.thing(state) };
  return goneOf(kind, { key, version, tenant_id });
}

/** That a thing is not there, as far as it is shown. */
export const goneOf = (
  { idOf }: Pick<SearchedKind, 'idOf'>,
  { key, version, tenant_id }: Omit<IndexWrite, 'thing'> & { tenant_id: string },
): IndexWrite => ({ ...{ key, version, thing: { id: idOf(key), tenant_id, gone: true } } });
