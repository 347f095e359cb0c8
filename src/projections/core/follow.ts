import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { EventUnreadable } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { beginAtZero, projectionEvents, projectionStopped, projectionVisibleAfter } from '../../platform/metrics.js';
import { pauseAfterFailure } from '../../platform/reconnectPause.js';
import { createApart, type Apart } from './apart.js';
import { FoldFailed } from './applyEvents.js';
import { CHECKPOINT_CHANNEL, dropOldVersions, KEEP_SECONDS, noteStop, readCheckpoint } from './checkpoints.js';
import { EventsNotTaken, followAlone, type FeedDeps } from './feed.js';
import { dropLeftBuilds } from './leftBuilds.js';
import type { Member } from './member.js';
import { TooSlow, type SharedFeed } from './sharedFeed.js';
import type { Sink } from './sink.js';

/** What following the log takes. */
export interface FollowDeps extends FeedDeps {
  database: Database;
  /** The subscription of those that are level with each other. */
  shared: SharedFeed;
  /** Where those are that begin in it: they go along the log together from there. Undefined: nobody does. */
  together: Promise<{ from: Position | undefined } | undefined>;
  log: Log;
  clock: Clock;
}

/**
 * How a projection is doing in this process. `stopped`: it met an event it cannot take, and waits until another process has
 * brought the read model past it. `retrying`: something else fails.
 */
export type ProjectionState = 'starting' | 'catching_up' | 'live' | 'retrying' | 'stopped';

/** Why a projection does not go on. */
export interface ProjectionFailure {
  /** Names the event where it is known, never a value. */
  error: string;
  /** How often in a row it has failed. */
  tries: number;
}

type OnState = (state: ProjectionState, failure?: ProjectionFailure) => void;

/** Whether trying again cannot help this process. */
const isUntakeable = (error: unknown): error is EventUnreadable | FoldFailed =>
  error instanceof EventUnreadable || error instanceof FoldFailed;

/** How often a projection that has stopped asks whether it may go on. */
const ASK_EVERY_MS = 2_000;

/** Brings a projection along the log until `abort`: alone while it is behind, fails or is slow, else with the others. */
export async function followProjection(
  deps: FollowDeps,
  sink: Sink,
  onState: OnState,
  abort: AbortSignal,
): Promise<void> {
  const log = deps.log.child({ projection: sink.name });
  const own = { ...deps, log };
  const tries = countTries();
  const onPassed: Going['onPassed'] = (events, batch) => {
    if (tries.areOver(events, batch)) onState(batch.live ? 'live' : 'catching_up');
  };
  projectionStopped.set({ projection: sink.name }, 0);
  beginAtZero(projectionEvents, 'projection', [sink.name]);
  const ended = (): boolean => abort.aborted;
  const apart = createApart();
  const onWaiting = (seconds: number): void =>
    onState('retrying', { error: `what takes in its events has not answered for ${seconds} s`, tries: seconds });
  for (let together = await deps.together; !ended(); together = undefined) {
    try {
      await follow(own, sink, { onPassed, onWaiting, together, apart, abort });
    } catch (error) {
      if (ended()) return;
      if (error instanceof TooSlow) {
        log.warn('the projection held up the others, and goes on without them for a while');
        apart.begin();
        await error.taking.catch(() => undefined); // is tried again, and fails again
      } else if (error instanceof EventsNotTaken && isUntakeable(error.cause)) {
        await stopUntilPast(own, sink, onState, { position: error.position, error: error.cause, abort });
      } else {
        log.warn({ err: error }, 'projecting failed and will be tried again');
        const failures = tries.failed(error);
        onState('retrying', { error: reasonOf(error), tries: failures });
        // Not sooner when somebody else gets through: what fails may do so for reasons of its own.
        await pauseAfterFailure(failures - 1, { signal: abort });
      }
    }
  }
}

/** How often in a row a projection has failed: it is over once it has taken something, or is past where it failed. */
function countTries() {
  let count = 0;
  let at: Position | undefined;
  return {
    failed(error: unknown): number {
      if (error instanceof EventsNotTaken) at = error.position;
      return ++count;
    },
    /** That it was brought a batch says nothing: all that comes before the event at which it fails does so each time. */
    areOver(taken: readonly RecordedEvent[], { position, live }: EventBatch): boolean {
      const isPast = at === undefined ? live : position >= at;
      if (count > 0 && taken.length === 0 && !isPast) return false;
      count = 0;
      at = undefined;
      return true;
    },
  };
}

/** Everybody may ask for it: what else fails may say in its message what it was given, or where it was sent. */
function reasonOf(error: unknown): string {
  if (error instanceof EventsNotTaken) return error.message;
  return error instanceof Error ? error.name : 'Error';
}

/**
 * An event is never skipped: the read model stays as it is, and everyone who asks hears why. Resolves when a process that can
 * take the event has brought the read model past it, or a rebuild has, or when aborted.
 */
async function stopUntilPast(
  { database, log }: Pick<FollowDeps, 'database' | 'log'>,
  sink: Sink,
  onState: OnState,
  { position, error, abort }: { position: Position; error: Error; abort: AbortSignal },
): Promise<void> {
  const { name } = sink;
  log.error({ err: error }, 'the projection has stopped at an event it cannot take');
  projectionStopped.set({ projection: name }, 1);
  onState('stopped', { error: error.message, tries: 1 });
  let noted = false;
  const isPast = async (): Promise<boolean> => {
    if (noted) return (await readCheckpoint(database.knex, sink)).error === null;
    noted = await noteStop(database.knex, sink, position, error.message);
    return !noted;
  };
  const ask = (): Promise<boolean> =>
    isPast().catch((failure: unknown) => {
      log.warn({ err: failure }, noted ? 'the stop could not be looked up' : 'the stop could not be noted');
      return false;
    });
  while (!(await ask())) {
    await pauseAfterFailure(0, { signal: abort, pauseMs: () => ASK_EVERY_MS });
    if (abort.aborted) return;
  }
  log.info('the read model is past the event at which the projection had stopped, and goes on');
  projectionStopped.set({ projection: name }, 0);
  onState('catching_up');
}

/** How a projection goes on from its checkpoint. */
interface Going {
  /** Called with what it has taken of each batch. */
  onPassed: Member['onTaken'];
  onWaiting: Member['onWaiting'];
  /** Where those are that go along together, if it may be one of them. */
  together: { from: Position | undefined } | undefined;
  apart: Apart;
  abort: AbortSignal;
}

/** Takes what comes, from the stored checkpoint on. Returns when what was taken may have been lost, or when aborted. */
async function follow(deps: FollowDeps, sink: Sink, going: Going): Promise<void> {
  const { onPassed, onWaiting, together, apart, abort } = going;
  const reconnected = new AbortController();
  // Nothing else tells that a move was lost while no event comes: the log can be in another database.
  const stopListening = await deps.database.listen(CHECKPOINT_CHANNEL, (moved) => {
    if (moved === undefined) reconnected.abort();
  });
  const signal = AbortSignal.any([abort, reconnected.signal]);
  let arrived = false;
  const onTaken = (events: readonly RecordedEvent[], batch: EventBatch): void => {
    onPassed(events, batch);
    measure(deps, sink, events, batch);
    if (batch.live && !arrived) tidy(deps, sink);
    arrived ||= batch.live;
  };
  let member: Member | undefined;
  try {
    await sink.prepare();
    const { position } = await readCheckpoint(deps.database.knex, sink);
    member = { sink, stored: position, reached: position, onTaken, onWaiting };
    const isLevel = (batch: EventBatch): boolean => apart.isOver() && deps.shared.isLevel(batch);
    if (!together || together.from !== position) await followAlone(deps, member, isLevel, signal);
    if (!signal.aborted) await deps.shared.join(member, signal);
  } finally {
    if (member) deps.idle.forget(member);
    stopListening().catch((error: unknown) => deps.log.debug({ err: error }, 'the connection for notifications broke'));
  }
}

/** Drops what older versions and rebuilds left, once this one is at the end of the log. What fails is tried at the next start. */
function tidy({ database, log }: Pick<FollowDeps, 'database' | 'log'>, sink: Sink): void {
  dropOldVersions(database.knex, sink).then(
    (dropped) => dropped.length > 0 && log.info({ dropped }, 'the tables of old versions were dropped'),
    (error: unknown) => log.warn({ err: error }, 'old versions could not be dropped'),
  );
  dropLeftBuilds(database.knex, sink, { idleSeconds: KEEP_SECONDS }).catch((error: unknown) =>
    log.warn({ err: error }, 'a rebuild that was left could not be dropped'),
  );
}

function measure(
  { clock }: Pick<FollowDeps, 'clock'>,
  { name }: Sink,
  events: readonly RecordedEvent[],
  { live }: EventBatch,
): void {
  const newest = events.at(-1);
  projectionEvents.inc({ projection: name }, events.length);
  if (!newest || !live) return;
  const age = Math.max(0, clock().getTime() - Date.parse(newest.metadata.occurred_at)) / 1000;
  projectionVisibleAfter.observe({ projection: name }, age);
}
