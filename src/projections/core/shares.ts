import type { Position } from '../../platform/eventStore/eventStore.js';
import { FoldFailed } from './applyEvents.js';
import type { Build, Sink } from './sink.js';
import { createWay, type Going, type Way, type WayDeps } from './way.js';

/** Longest that a thread of a rebuild may say nothing, in seconds: it is at work until then, as far as anybody knows. */
export const SILENT_SECONDS = 60;

/** One of the shares of a build, and the fence of who builds. */
export interface ShareOf {
  fence: bigint;
  index: number;
}

/** Takes a share up to its end. @throws ShareFailed, BuildLost, or what else `takeShare` throws */
export type ShareTaker = (share: ShareOf, onTaken: Going['onTaken']) => Promise<void>;

/** Threads that take shares of a rebuild; this one waits for them meanwhile. */
export interface ShareThreads {
  /** In how many shares a long log is split here, each for a thread of its own, and how many threads there are; below two it goes in one. */
  readonly shares: number;
  /** How many events a rebuild reads in one before they are called: what is over by then would only wait for them. */
  readonly after: number;
  /** Loads one, which is gone when `signal` is aborted. @throws Error where it cannot be had */
  start(sink: Pick<Sink, 'name'>, signal: AbortSignal): Promise<ShareTaker>;
}

/** What a thread could not go on for. */
export class ShareFailed extends Error {
  override readonly name = 'ShareFailed';
  constructor(
    message: string,
    /** The name of the error there. */
    readonly reason: string,
  ) {
    super(message);
  }
}

/** Whether a fold is what failed, here or in a thread. */
export const isFoldFailure = (error: unknown): boolean =>
  error instanceof FoldFailed || (error instanceof ShareFailed && error.reason === 'FoldFailed');

/** Brings a share of a build to its end. @throws RebuildAborted, EventUnreadable, FoldFailed, BuildLost */
export async function takeShare(deps: WayDeps, sink: Sink, { fence, index }: ShareOf, going: Going): Promise<void> {
  if (!sink.openShare) throw new Error(`Builds of ${sink.name} have no shares`);
  const share = await sink.openShare(fence, index);
  const way = createWay(deps, sink, share, going);
  try {
    await way.reach(share.until);
  } finally {
    await way.leave();
    await share.close();
  }
}

/** What shares stand on. */
export interface SharesDeps extends WayDeps {
  /** Without them one thread takes all. */
  threads?: ShareThreads;
}

/** What is brought along in shares. */
export interface InShares {
  sink: Sink;
  build: Build;
  /** Its way in one. */
  way: Way;
  fence: bigint;
  /** Up to where; undefined where there is nothing. */
  until: Position | undefined;
  /** Called with how many shares it goes on in, where it does. */
  onSplit(shares: number): void;
}

/**
 * Brings a build along the log in shares: the streams are shared out by their names, and each share is read, opened,
 * folded and written by a thread of its own. Where the log is short, there is one core, or what is built is not to be split,
 * only the beginning of it is taken here, in one. What was split before goes on in as many shares, whoever takes them: a thread
 * that is through with one takes the next, and where there are no threads they are taken here, one after another.
 * @throws ShareFailed, RebuildAborted, EventUnreadable, FoldFailed, BuildLost
 */
export async function takeInShares(deps: SharesDeps, built: InShares, going: Going): Promise<void> {
  const { way, fence, build } = built;
  if (!build.shares) return;
  const wasSplit = build.shares.count > 0;
  const over = new AbortController();
  const signal = AbortSignal.any([going.signal, over.signal]);
  try {
    const { takers, count } = await gather(deps, built, build.shares, signal);
    if (count === 0) return;
    built.onSplit(count);
    const left = Array.from({ length: count }, (_, index) => index);
    const takeNext = async (take: ShareTaker): Promise<void> => {
      for (let index = left.shift(); index !== undefined; index = left.shift()) {
        await take({ fence, index }, going.onTaken);
      }
    };
    await allOrNone(takers.map(takeNext), over);
    way.goOnFrom(await build.shares.join());
  } finally {
    over.abort(); // the threads end with it, also those that still load
  }
  // They ended where the log did when it was split: much may have come since.
  if (wasSplit) await takeInShares(deps, built, going);
}

/** Those who take the shares of a build, once it is split, and how many these are; none where it goes on in one. */
async function gather(
  deps: SharesDeps,
  { sink, way, until }: InShares,
  shares: NonNullable<Build['shares']>,
  signal: AbortSignal,
): Promise<{ takers: ShareTaker[]; count: number }> {
  const { threads } = deps;
  if (shares.count > 0) {
    const own: ShareTaker = (share, onTaken) => takeShare(deps, sink, share, { onTaken, signal });
    const count = threads && threads.shares > 1 ? Math.min(threads.shares, shares.count) : 0;
    const takers = threads && count > 0 ? await load(threads, sink, { count, signal }).takers : [];
    return { takers: takers.length > 0 ? takers : [own], count: shares.count };
  }
  const inOne = { takers: [], count: 0 };
  if (!threads || threads.shares < 2 || until === undefined) return inOne;
  const called: { loading?: Loading } = {};
  const haveLoaded = (read: number): boolean => {
    if (read >= threads.after) called.loading ??= load(threads, sink, { count: threads.shares, signal });
    return called.loading?.isOver() === true;
  };
  if (await way.reach(until, haveLoaded)) return inOne;
  const takers = (await called.loading?.takers) ?? [];
  if (takers.length < 2) return inOne;
  await way.leave();
  await shares.split(takers.length, until);
  return { takers, count: takers.length };
}

/** Threads on their way. */
interface Loading {
  takers: Promise<ShareTaker[]>;
  isOver(): boolean;
}

/** Loads threads; those that do not come up are done without. */
function load(threads: ShareThreads, sink: Sink, { count, signal }: { count: number; signal: AbortSignal }): Loading {
  let over = false;
  const started = Array.from({ length: count }, () => threads.start(sink, signal));
  const takers = Promise.allSettled(started).then((outcomes) => {
    over = true;
    return outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  });
  return { takers, isOver: () => over };
}

/** Waits for all; what fails first ends the others, and is thrown once they have ended. */
async function allOrNone(all: readonly Promise<void>[], over: AbortController): Promise<void> {
  const failures: unknown[] = [];
  const watched = all.map((one) =>
    one.catch((error: unknown) => {
      failures.push(error);
      over.abort();
    }),
  );
  await Promise.all(watched);
  if (failures.length > 0) throw failures[0];
}
