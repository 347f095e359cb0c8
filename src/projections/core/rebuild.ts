import type { DomainEvent } from '../../domain/core/event.js';
import { openedOrThrow, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import type { Exclusive, Held } from '../../platform/exclusive/exclusive.js';
import { FoldFailed } from './applyEvents.js';
import { checkpointKey } from './checkpoints.js';
import type { Build, Sink, SinkEvent } from './sink.js';

/** What a rebuild stands on. */
export interface RebuildDeps {
  eventStore: Pick<EventStore, 'subscribe' | 'head'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
  exclusive: Pick<Exclusive, 'lead'>;
}

/** How far a rebuild has come. */
export interface RebuildProgress {
  projection: string;
  /** Events that it has taken, over all who worked on it. */
  events: number;
  /** Of these, what this process took. */
  taken: number;
  /** For how long this process is at it. */
  seconds: number;
  position: Position;
  /** Newest event of the log when this process began. */
  head: Position | undefined;
}

/** How to go about it. */
export interface RebuildOptions {
  onProgress?: (progress: RebuildProgress) => void;
  /** Leaves it when aborted: what is read is as it was, and the next rebuild goes on. */
  abort?: AbortSignal;
}

/** Events per step; more than when following, as no one waits for a single one. */
const BATCH_SIZE = 1_000;

/** A rebuild was left before its end. */
export class RebuildAborted extends Error {
  override readonly name = 'RebuildAborted';
  constructor() {
    super('The rebuild was given up, and the next one goes on where it was; the read model is as it was');
  }
}

/**
 * Makes what a sink holds anew from the first event, beside what is read, and puts it in its place at the end. What a rebuild
 * that died, or was left, has built is gone on with. Rebuilds of one version wait for each other.
 * @throws EventUnreadable, FoldFailed when an event cannot be taken; what is read is as it was
 * @throws RebuildAborted
 * @throws BuildLost where it was cancelled (`Sink.dropBuild`)
 */
export async function rebuild(deps: RebuildDeps, sink: Sink, options: RebuildOptions = {}): Promise<RebuildProgress> {
  const over = new AbortController();
  const signal = options.abort ? AbortSignal.any([options.abort, over.signal]) : over.signal;
  const outcome: { done?: RebuildProgress; error: unknown } = { error: new RebuildAborted() };
  const work = async (held: Held): Promise<void> => {
    try {
      outcome.done = await buildAll(deps, sink, options, held);
    } catch (error) {
      // Whoever is next goes on, and that may be this process.
      if (held.signal.aborted && !signal.aborted) throw error;
      outcome.error = error;
    }
    over.abort();
  };
  await deps.exclusive.lead(`rebuild:${checkpointKey(sink)}`, work, signal);
  if (!outcome.done) throw outcome.error;
  return outcome.done;
}

async function buildAll(
  deps: RebuildDeps,
  sink: Sink,
  { onProgress }: RebuildOptions,
  { fence, signal }: Held,
): Promise<RebuildProgress> {
  const { eventStore } = deps;
  const head = await eventStore.head();
  const build = await sink.openBuild(fence);
  const leave = new AbortController();
  const way = createWay(deps, sink, build, { head, onProgress, signal: AbortSignal.any([leave.signal, signal]) });
  try {
    await way.reach(head);
    await build.finish();
    await way.reach(await eventStore.head()); // what came meanwhile, so that hardly anything is left for the swap
    await build.swap((live) => way.reach(live));
    return way.progress();
  } catch (error) {
    // What was folded before by what is a mistake may be mistaken too.
    if (error instanceof FoldFailed) await sink.dropBuild();
    throw error;
  } finally {
    leave.abort();
    await way.end();
    await build.close();
  }
}

/** What going along the log takes. */
interface Going {
  head: Position | undefined;
  onProgress: RebuildOptions['onProgress'];
  signal: AbortSignal;
}

/** Brings a build along the log. */
function createWay({ eventStore, codec }: RebuildDeps, sink: Sink, build: Build, { head, onProgress, signal }: Going) {
  const started = performance.now();
  const types = new Set(sink.eventTypes);
  const { position: after } = build.reached;
  const behind = after === undefined ? {} : { after };
  const typePrefixes = sink.eventTypes;
  const batches = cutByOpenedBytes(eventStore.subscribe({ ...behind, typePrefixes, batchSize: BATCH_SIZE, signal }));
  let read = after;
  let written = after;
  let taken = 0;

  const progress = (): RebuildProgress => ({
    projection: sink.name,
    events: build.reached.events + taken,
    taken,
    seconds: (performance.now() - started) / 1000,
    position: written ?? (0n as Position),
    head,
  });

  const open = async ({ events }: EventBatch): Promise<SinkEvent[]> => {
    const opened = await codec.openBatch(events.filter(({ type }) => types.has(type))); // a prefix can match more
    return opened.map(openedOrThrow);
  };

  const write = async (events: readonly SinkEvent[], to: Position): Promise<void> => {
    await build.take({ events, from: written, to });
    written = to;
    taken += events.length;
    onProgress?.(progress());
  };

  return {
    progress,
    /** Lets go of the log; to be called with `signal` aborted. */
    end: async () => void (await batches.return(undefined)),
    /** Takes everything up to a position of the log. A batch is opened while the one before it is written. */
    async reach(target: Position | undefined): Promise<void> {
      let writing = Promise.resolve();
      try {
        while (target !== undefined && (read ?? -1n) < target) {
          const next = await batches.next();
          if (next.done) throw new RebuildAborted();
          const batch = next.value;
          const events = await open(batch);
          await writing;
          read = batch.position;
          writing = write(events, batch.position);
          writing.catch(() => undefined); // awaited above or below
        }
      } finally {
        await writing; // also where what comes next cannot be had: nothing is written behind the back of who goes on
      }
    },
  };
}
