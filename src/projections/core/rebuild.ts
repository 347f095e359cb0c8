import { EventUnreadable } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, Position } from '../../platform/eventStore/eventStore.js';
import type { Exclusive, Held } from '../../platform/exclusive/exclusive.js';
import { BuildLost } from './builds.js';
import { rebuildName } from './buildProgress.js';
import { isFoldFailure, ShareFailed, takeInShares, type SharesDeps } from './shares.js';
import type { Build, Sink } from './sink.js';
import { createWay, RebuildAborted } from './way.js';

/** What a rebuild stands on. */
export interface RebuildDeps extends SharesDeps {
  eventStore: Pick<EventStore, 'subscribe' | 'head'>;
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
  /** Newest event of the log when this process began. */
  head: Position | undefined;
  /** In how many shares it has gone; 1 where it went in one. */
  shares: number;
}

/** Who has taken so many events may have as many before him again, where a service goes on writing; less is over soon in one. */
const AGAIN_AFTER = 50_000;

/** How to go about it. */
export interface RebuildOptions {
  onProgress?: (progress: RebuildProgress) => void;
  /** After how many events it looks for what has come meanwhile, to take that too in shares. Default: 50,000. */
  again?: number;
  /** Leaves it when aborted: what is read is as it was, and the next rebuild goes on. */
  abort?: AbortSignal;
}

/**
 * Makes what a sink holds anew from the first event, beside what is read, and puts it in its place at the end. What a rebuild
 * that died, or was left, has built is gone on with. Rebuilds of one version wait for each other.
 * @throws EventUnreadable, FoldFailed, ShareFailed when an event cannot be taken; what is read is as it was
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
  await deps.exclusive.lead(rebuildName(sink), work, signal);
  if (!outcome.done) throw outcome.error;
  return outcome.done;
}

async function buildAll(
  deps: RebuildDeps,
  sink: Sink,
  { onProgress, again = AGAIN_AFTER }: RebuildOptions,
  { fence, signal }: Held,
): Promise<RebuildProgress> {
  const { eventStore } = deps;
  const head = await eventStore.head();
  const build = await sink.openBuild(fence);
  const started = performance.now();
  let taken = 0;
  let shares = 1;
  const progress = (): RebuildProgress => ({
    projection: sink.name,
    events: build.reached.events + taken,
    taken,
    seconds: (performance.now() - started) / 1000,
    head,
    shares,
  });
  const onTaken = (events: number): void => {
    taken += events;
    onProgress?.(progress());
  };
  const way = createWay(deps, sink, build, { onTaken, signal });
  try {
    const onSplit = (count: number): void => void (shares = count);
    let until = head;
    for (let before = -Infinity; taken - before > again; until = await eventStore.head()) {
      before = taken;
      await takeInShares(deps, { sink, build, way, fence, until, onSplit }, { onTaken, signal });
      await way.reach(until);
    }
    await build.finish();
    await way.reach(await eventStore.head()); // what came meanwhile, so that hardly anything is left for the swap
    await build.swap(async (live) => void (await way.reach(live)));
    return progress();
  } catch (error) {
    // What was folded before by what is a mistake may be mistaken too.
    if (isFoldFailure(error)) await sink.dropBuild();
    else if (!signal.aborted) await noteStop(build, error);
    throw error;
  } finally {
    await way.leave();
    await build.close();
  }
}

/** Everybody who runs the service may read it: what is none of the log's own failures may say in its message what it was given. */
async function noteStop(build: Build, error: unknown): Promise<void> {
  if (error instanceof BuildLost) return;
  const isOfTheLog =
    error instanceof EventUnreadable || (error instanceof ShareFailed && error.reason === 'EventUnreadable');
  const told = isOfTheLog ? error.message : error instanceof Error ? error.name : 'Error';
  // Where the database is what failed, that is in what the rebuild ends with.
  await build.noteStop(told).catch(() => undefined);
}
