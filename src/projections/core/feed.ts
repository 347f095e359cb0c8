import { once } from 'node:events';
import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec, type Opened, type Patience } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import { checkpointKey } from './checkpoints.js';
import type { CheckpointSignal } from './checkpointSignal.js';
import type { IdleMoves } from './idleMoves.js';
import type { Member } from './member.js';

/** What bringing batches to projections takes. */
export interface FeedDeps {
  eventStore: Pick<EventStore, 'subscribe'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
  signal: CheckpointSignal;
  idle: IdleMoves;
}

/** Events could not be brought into a sink. */
export class EventsNotTaken extends Error {
  override readonly name = 'EventsNotTaken';
  constructor(
    readonly events: readonly RecordedEvent[],
    /** Where the projection would be with them. */
    readonly position: Position,
    override readonly cause: unknown,
  ) {
    const [first] = events;
    const at = first && `${first.type} at revision ${first.revision} of stream ${first.stream}`;
    super(`Events from ${at ?? position} on are not taken`);
  }
}

/** What of a batch concerns a member, opened. */
export interface BatchPart {
  member: Member;
  opened: readonly Opened<DomainEvent>[];
}

/** Opens what any of the members needs of a batch, once for all of them. */
export async function openFor(
  { codec }: Pick<FeedDeps, 'codec'>,
  members: readonly Member[],
  batch: EventBatch,
  patience: Patience,
): Promise<BatchPart[]> {
  const parts = members.map((member) => ({ member, events: batch.events.filter((event) => concerns(member, event)) }));
  const wanted = new Set(parts.flatMap(({ events }) => events));
  const needed = batch.events.filter((event) => wanted.has(event));
  const found = new Map((await codec.openBatch(needed, patience)).map((one) => [one.recorded, one]));
  return parts.map(({ member, events }) => ({ member, opened: events.flatMap((event) => found.get(event) ?? []) }));
}

const concerns = ({ sink, reached }: Member, { type, position }: RecordedEvent): boolean =>
  position > (reached ?? -1n) && sink.eventTypes.includes(type);

/** Brings a member through a batch. @throws EventsNotTaken */
export async function take(
  { idle, signal }: FeedDeps,
  { member, opened }: BatchPart,
  batch: EventBatch,
): Promise<void> {
  const { sink } = member;
  const { position } = batch;
  if (position > (member.reached ?? -1n) && opened.length === 0) idle.later(member, position);
  if (opened.length > 0) {
    const stopTelling = tellEverySecond(member);
    try {
      await sink.take({ events: opened.map(openedOrThrow), from: member.stored, to: position });
    } catch (error) {
      throw new EventsNotTaken(
        opened.map(({ recorded }) => recorded),
        position,
        error,
      );
    } finally {
      stopTelling();
    }
    idle.forget(member);
    member.stored = position;
    signal.moved(checkpointKey(sink), position);
  }
  if (position > (member.reached ?? -1n)) member.reached = position;
  member.onTaken(
    opened.map(({ recorded }) => recorded),
    batch,
  );
}

/** Tells a member that its sink is at a batch still, until the function it returns is called. */
function tellEverySecond(member: Member): () => void {
  let seconds = 0;
  const telling = setInterval(() => member.onWaiting(++seconds), 1_000);
  return () => clearInterval(telling);
}

/** How long a value in the blob store may take for a projection that nobody waits for. */
const PATIENCE_MS = 30_000;

/** Follows the log for one projection, from where it is. Resolves when `isLevel` says so of a batch, or when aborted. */
export async function followAlone(
  deps: FeedDeps,
  member: Member,
  isLevel: (batch: EventBatch) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const { reached, sink } = member;
  const from = reached === undefined ? {} : { after: reached };
  const batches = deps.eventStore.subscribe({ ...from, typePrefixes: sink.eventTypes, signal });
  for await (const batch of cutByOpenedBytes(batches)) {
    const opening = openFor(deps, [member], batch, { patienceMs: PATIENCE_MS }).catch((error: unknown) => {
      throw new EventsNotTaken(batch.events, batch.position, error);
    });
    const parts = await unlessAborted(signal, opening);
    for (const part of parts ?? []) await take(deps, part, batch);
    if (isLevel(batch)) return;
  }
}

/** What `work` comes to, or undefined as soon as it is not wanted any more. */
async function unlessAborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value | undefined> {
  if (signal.aborted) return undefined;
  const listening = new AbortController();
  const aborted = once(signal, 'abort', listening).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, aborted]);
  } finally {
    listening.abort();
  }
}
