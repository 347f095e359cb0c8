import { setTimeout as sleep } from 'node:timers/promises';
import { asError } from '../../platform/asError.js';
import type { EventBatch, Position } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import { openFor, take, type FeedDeps } from './feed.js';
import type { Member } from './member.js';

/** Longest that one projection may take for a batch, or all its values in the blob store to come, until the others go on. */
export const TOGETHER_MS = 1_000;

/** A projection takes longer for a batch than the others wait; it is at it still. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
  constructor(
    /** Settles when it is through with the batch. */
    readonly taking: Promise<void>,
  ) {
    super('The projection is slower than the others wait');
  }
}

/** One subscription for all projections of the process that are level with each other. */
export interface SharedFeed {
  /**
   * Takes a projection in, from where it is. Resolves when it was aborted and is through with its batch.
   * @throws EventsNotTaken, TooSlow, and whatever ended the subscription: it is not in the feed any more
   */
  join(member: Member, signal: AbortSignal): Promise<void>;
  /** Whether a projection that follows the log alone, and has got that far, holds up nobody in the feed and is held up by none. */
  isLevel(batch: EventBatch): boolean;
}

/** How the feed is made. */
interface SharedFeedOptions {
  /** Event types of all who may be in it. */
  types: readonly string[];
  patienceMs?: number | undefined;
}

/** A feed that nobody is in yet. */
export function createSharedFeed(deps: FeedDeps, { types, patienceMs = TOGETHER_MS }: SharedFeedOptions): SharedFeed {
  const members = createMembers(() => subscribed.abort());
  let subscribed = new AbortController();
  let running = false;
  let position: Position | undefined;
  let live = false;

  const handToAll = async (batch: EventBatch): Promise<void> => {
    const parts = await openFor(deps, members.all(), batch, { inAllMs: patienceMs });
    const through = new AbortController();
    const late = sleep(patienceMs, 'late' as const, { signal: through.signal }).catch(() => undefined);
    const each = parts.map(async (part) => {
      const { member } = part;
      if (!members.has(member)) return; // has left meanwhile
      const taken = take(deps, part, batch);
      const ended = members.waitFor(member, taken);
      if ((await Promise.race([ended, late])) === 'late') members.leave(member, new TooSlow(taken));
    });
    await Promise.all(each);
    through.abort();
    const told = parts.map(({ member }) => member);
    for (const member of members.all()) if (!told.includes(member)) tellWhereItIs(member, batch);
  };

  const followOn = async (): Promise<void> => {
    subscribed = new AbortController();
    position = least(members.all());
    const from = position === undefined ? {} : { after: position };
    // Nobody waits for a projection to pass what concerns none: of the two appends that open a case, one is such.
    const asked = { typePrefixes: types, movesLate: true, signal: subscribed.signal };
    const batches = deps.eventStore.subscribe({ ...from, ...asked });
    for await (const batch of cutByOpenedBytes(batches)) {
      // One more can come after the abort, and has nothing of what it is gone back for.
      if (subscribed.signal.aborted) return;
      position = batch.position;
      await handToAll(batch);
      live = batch.live;
    }
  };

  const follow = async (): Promise<void> => {
    running = true;
    while (members.all().length > 0) {
      await followOn().catch((error: unknown) =>
        members.all().forEach((member) => members.leave(member, asError(error))),
      );
    }
    running = false;
    live = false;
  };

  return {
    isLevel(batch) {
      if (!running || live) return batch.live;
      return !batch.live && batch.position >= (position ?? -1n);
    },
    join(member, signal) {
      const left = members.join(member, signal);
      if (!running) void follow();
      else if ((member.reached ?? -1n) < (position ?? -1n))
        subscribed.abort(); // goes back for it
      else if (position !== undefined) tellWhereItIs(member, { events: [], position, live });
      return left;
    },
  };
}

/** Whoever came in where the others are hears of it: there may be no other batch for long. */
function tellWhereItIs(member: Member, batch: EventBatch): void {
  if (batch.live && member.reached === batch.position) member.onTaken([], batch);
}

/** Who is in the feed, and what each is at; `onEmpty` is called when the last one has left. */
function createMembers(onEmpty: () => void) {
  const leaving = new Map<Member, (error?: Error) => void>();
  const busy = new Map<Member, Promise<void>>();
  const leave = (member: Member, error?: Error): void => {
    const left = leaving.get(member);
    leaving.delete(member);
    if (left && leaving.size === 0) onEmpty();
    left?.(error);
  };
  return {
    has: (member: Member): boolean => leaving.has(member),
    all: (): Member[] => [...leaving.keys()],
    leave,
    /** Resolves when a member is through with a batch; one that fails leaves. */
    waitFor(member: Member, taken: Promise<void>): Promise<void> {
      busy.set(member, taken);
      return taken.catch((error: unknown) => leave(member, asError(error))).finally(() => busy.delete(member));
    },
    /** Resolves when the member was aborted and is through, rejects when it left for an error. */
    join: (member: Member, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        const abort = (): void => leave(member);
        leaving.set(member, (error) => {
          signal.removeEventListener('abort', abort);
          if (error) return reject(error);
          const through = busy.get(member)?.catch(() => undefined) ?? Promise.resolve();
          void through.then(resolve);
        });
        signal.addEventListener('abort', abort);
        if (signal.aborted) leave(member);
      }),
  };
}

/** Where the one is that is furthest behind. */
const least = (members: readonly Member[]): Position | undefined =>
  members.map(({ reached }) => reached).reduce((a, b) => ((a ?? -1n) < (b ?? -1n) ? a : b));
