import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import type { Building, BuildShare, Sink, SinkEvent } from './sink.js';

/** What going along the log stands on. */
export interface WayDeps {
  eventStore: Pick<EventStore, 'subscribe'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
  /** Milliseconds by a clock that only goes forward. */
  now?: () => number;
}

/** Who goes along it. */
export interface Going {
  /** Called with how many events were taken. */
  onTaken(events: number): void;
  /** Leaves it when aborted. */
  signal: AbortSignal;
}

/** Brings what is built along the log. */
export interface Way {
  /**
   * Takes everything up to a position of the log, unless it is `enough` before, which is asked for each batch and told how many
   * events were read by then. A batch is opened while the one before it is written. Gives back whether it has come there.
   * @throws RebuildAborted, EventUnreadable, FoldFailed, BuildLost
   */
  reach(target: Position | undefined, enough?: (read: number) => boolean): Promise<boolean>;
  /** Lets go of the log; to be called when `reach` has ended. */
  leave(): Promise<void>;
  /** Goes on from where others have brought what is built; to be called with the log let go of. */
  goOnFrom(position: Position): void;
}

/** A rebuild was left before its end. */
export class RebuildAborted extends Error {
  override readonly name = 'RebuildAborted';
  constructor() {
    super('The rebuild was given up, and the next one goes on where it was; the read model is as it was');
  }
}

/** Events per step; more than when following, as no one waits for a single one: with half as many each costs 5 µs more. */
const BATCH_SIZE = 2_000;

/** How long nothing is written where there is nothing to be taken, in milliseconds: how far it came is all that would be. */
const IDLE_MS = 1_000;

/** The way of a build, or of a share of one, from where it is. */
export function createWay(
  deps: WayDeps,
  sink: Pick<Sink, 'eventTypes'>,
  building: Building & Partial<BuildShare>,
  { onTaken, signal }: Going,
): Way {
  const { now = () => performance.now() } = deps;
  const log = createOpenedLog(deps, sink, building, signal);
  let read = building.reached.position;
  let written = read;
  let wroteAt = now();

  const write = async (events: readonly SinkEvent[], to: Position): Promise<void> => {
    wroteAt = now();
    await building.take({ events, from: written, to });
    written = to;
    onTaken(events.length);
  };

  return {
    async reach(target, enough = () => false) {
      const isThere = (): boolean => target === undefined || (read ?? -1n) >= target;
      let writing = Promise.resolve();
      let count = 0;
      try {
        while (!isThere() && !enough(count)) {
          const { events, position } = await log.next(read);
          count += events.length;
          await writing;
          read = position;
          if (events.length === 0 && now() - wroteAt < IDLE_MS) continue;
          writing = write(events, position);
          writing.catch(() => undefined); // awaited above or below
        }
      } finally {
        await writing; // also where what comes next cannot be had: nothing is written behind the back of who goes on
      }
      if (read !== undefined && read !== written) await write([], read);
      return isThere();
    },
    leave: () => log.leave(),
    goOnFrom(position) {
      read = written = position;
    },
  };
}

/** What there is of the log for a build, or for a share of one, batch by batch and opened. */
interface OpenedLog {
  /**
   * The next batch; the first one, and the first one after `leave`, is what lies behind a position.
   * @throws RebuildAborted where the log is left, EventUnreadable
   */
  next(after: Position | undefined): Promise<{ events: SinkEvent[]; position: Position }>;
  leave(): Promise<void>;
}

function createOpenedLog(
  { eventStore, codec }: WayDeps,
  { eventTypes }: Pick<Sink, 'eventTypes'>,
  { share, until }: Partial<BuildShare>,
  signal: AbortSignal,
): OpenedLog {
  const types = new Set(eventTypes);

  const follow = (after: Position | undefined) => {
    const left = new AbortController();
    const from = { ...(after !== undefined && { after }), ...(share && { share }) };
    const asked = { ...from, typePrefixes: eventTypes, batchSize: BATCH_SIZE };
    const all = eventStore.subscribe({ ...asked, signal: AbortSignal.any([signal, left.signal]) });
    return { left, batches: cutByOpenedBytes(until === undefined ? all : upTo(until, all)) };
  };
  let followed: ReturnType<typeof follow> | undefined;

  return {
    async next(after) {
      followed ??= follow(after);
      const next = await followed.batches.next();
      if (next.done) throw new RebuildAborted();
      const { events, position } = next.value;
      const opened = await codec.openBatch(events.filter(({ type }) => types.has(type))); // a prefix can match more
      return { events: opened.map(openedOrThrow), position };
    },
    async leave() {
      followed?.left.abort();
      await followed?.batches.return(undefined);
      followed = undefined;
    },
  };
}

/** What lies up to a position, which the last batch ends at. */
async function* upTo(until: Position, batches: AsyncIterable<EventBatch>): AsyncGenerator<EventBatch> {
  for await (const batch of batches) {
    if (batch.position < until) {
      yield batch;
    } else {
      yield { events: batch.events.filter(({ position }) => position <= until), position: until, live: false };
      return;
    }
  }
}
