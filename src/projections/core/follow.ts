import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Database } from '../../platform/database/database.js';
import { EventUnreadable, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { projectionEvents, projectionLag, projectionStopped, projectionVisibleAfter } from '../../platform/metrics.js';
import { FoldFailed, applyEvents } from './applyEvents.js';
import {
  CHECKPOINT_CHANNEL,
  checkpointKey,
  dropOldVersions,
  lockCheckpoint,
  moveCheckpoint,
  noteStop,
  readCheckpoint,
} from './checkpoints.js';
import type { CheckpointSignal } from './checkpointSignal.js';
import { tableName, type Projection } from './projection.js';

/** What following the log takes. */
export interface FollowDeps {
  database: Database;
  eventStore: EventStore;
  codec: EventCodec<DomainEvent>;
  signal: CheckpointSignal;
  log: Log;
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

/** Events could not be brought into the tables. */
class EventsNotTaken extends Error {
  override readonly name = 'EventsNotTaken';
  constructor(
    [first]: EventBatch['events'],
    /** Where the projection would be with them. */
    readonly position: Position,
    override readonly cause: unknown,
  ) {
    const at = first && `${first.type} at revision ${first.revision} of stream ${first.stream}`;
    // Whatever else fails may say in its message what it was given.
    super(isUntakeable(cause) ? cause.message : `Events from ${at ?? position} on are not taken`);
  }
}

/** Whether trying again cannot help this process. */
const isUntakeable = (error: unknown): error is EventUnreadable | FoldFailed =>
  error instanceof EventUnreadable || error instanceof FoldFailed;

/**
 * The table is behind where it was: the database died, and took with it the last moves that it had not yet written to
 * disk. Going on from here would leave out what they were made of.
 */
class MovesLost extends Error {
  override readonly name = 'MovesLost';
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** How often a projection that has stopped asks whether it may go on. */
const ASK_EVERY_MS = 2_000;
/** How long a checkpoint may stay behind while no event concerns its projection. */
const IDLE_MOVE_MS = 1_000;

/** Follows the log for one projection until `abort`. */
export async function followProjection(
  deps: FollowDeps,
  projection: Projection,
  onState: OnState,
  abort: AbortSignal,
): Promise<void> {
  const log = deps.log.child({ projection: projection.name });
  let failures = 0;
  const proceed = (state: ProjectionState): void => {
    failures = 0;
    onState(state);
  };
  projectionStopped.set({ projection: projection.name }, 0);
  const ended = (): boolean => abort.aborted;
  while (!ended()) {
    try {
      await takeBatches(deps, projection, proceed, abort);
    } catch (error) {
      if (ended()) return;
      if (error instanceof EventsNotTaken && isUntakeable(error.cause)) {
        await stopUntilPast({ ...deps, log }, projection, onState, { error, abort });
        continue;
      }
      log.warn({ err: error }, 'projecting failed and will be tried again');
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** failures++, LONGEST_PAUSE_MS);
      onState('retrying', { error: error instanceof Error ? error.message : String(error), tries: failures });
      await pause(pauseMs, abort);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/**
 * An event is never skipped: the read model stays as it is, and everyone who asks hears why. Resolves when a process that can
 * take the event has brought the read model past it, or a rebuild has, or when aborted.
 */
async function stopUntilPast(
  { database, log }: FollowDeps,
  projection: Projection,
  onState: OnState,
  { error, abort }: { error: EventsNotTaken; abort: AbortSignal },
): Promise<void> {
  const { name } = projection;
  log.error({ err: error.cause }, 'the projection has stopped at an event it cannot take');
  projectionStopped.set({ projection: name }, 1);
  onState('stopped', { error: error.message, tries: 1 });
  let noted = false;
  const isPast = async (): Promise<boolean> => {
    if (noted) return (await readCheckpoint(database.knex, projection)).error === null;
    noted = await noteStop(database.knex, projection, error.position, error.message);
    return !noted;
  };
  const ask = (): Promise<boolean> =>
    isPast().catch((failure: unknown) => {
      log.warn({ err: failure }, noted ? 'the stop could not be looked up' : 'the stop could not be noted');
      return false;
    });
  while (!(await ask())) {
    await pause(ASK_EVERY_MS, abort);
    if (abort.aborted) return;
  }
  log.info('the read model is past the event at which the projection had stopped, and goes on');
  projectionStopped.set({ projection: name }, 0);
  onState('catching_up');
}

/** Takes what comes, from the stored checkpoint on. Returns when what was taken may have been lost, or when aborted. */
async function takeBatches(
  deps: FollowDeps,
  projection: Projection,
  onState: (state: ProjectionState) => void,
  abort: AbortSignal,
): Promise<void> {
  const reconnected = new AbortController();
  // Nothing else tells that a move was lost while no event comes: the log can be in another database.
  const stopListening = await deps.database.listen(CHECKPOINT_CHANNEL, (moved) => {
    if (moved === undefined) reconnected.abort();
  });
  const { position: after } = await readCheckpoint(deps.database.knex, projection);
  const table: TableState = { position: after };
  const subscription = deps.eventStore.subscribe({
    ...(after !== undefined && { after }),
    typePrefixes: projection.eventTypes,
    signal: AbortSignal.any([abort, reconnected.signal]),
  });
  const idle = createIdleMoves(deps, projection, table);
  let arrived = false;
  try {
    for await (const batch of subscription) {
      if (batch.events.length > 0) await takeEvents(deps, projection, table, batch);
      else idle.later(batch.position);
      onState(batch.live ? 'live' : 'catching_up');
      measure(projection, batch);
      if (batch.live && !arrived) tidy(deps, projection);
      arrived ||= batch.live;
    }
  } finally {
    idle.stop();
    stopListening().catch((error: unknown) => deps.log.debug({ err: error }, 'the connection for notifications broke'));
  }
}

/** Drops what older versions left, once this one is at the end of the log. What fails is tried at the next start. */
function tidy({ database, log }: FollowDeps, projection: Projection): void {
  dropOldVersions(database.knex, projection).then(
    (dropped) => dropped.length > 0 && log.info({ dropped }, 'the tables of old versions were dropped'),
    (error: unknown) => log.warn({ err: error, projection: projection.name }, 'old versions could not be dropped'),
  );
}

/** How far the table is known to be: between here and the batch that comes next nothing concerns it. */
interface TableState {
  position: Position | undefined;
}

/** Moves the checkpoint over events that do not concern the projection: now and then, not with each of them. */
function createIdleMoves(deps: FollowDeps, projection: Projection, table: TableState) {
  let timer: NodeJS.Timeout | undefined;
  let reached: Position;
  const move = (): void => {
    timer = undefined;
    takeBatch(deps, projection, table, { events: [], position: reached, live: true }).catch((error: unknown) =>
      deps.log.debug({ err: error, projection: projection.name }, 'an idle checkpoint was not moved'),
    );
  };
  return {
    later(position: Position): void {
      reached = position;
      timer ??= setTimeout(move, IDLE_MOVE_MS);
    },
    stop: (): void => clearTimeout(timer),
  };
}

/** @throws EventsNotTaken */
async function takeEvents(
  deps: FollowDeps,
  projection: Projection,
  table: TableState,
  batch: EventBatch,
): Promise<void> {
  try {
    await takeBatch(deps, projection, table, batch);
  } catch (error) {
    throw new EventsNotTaken(batch.events, batch.position, error);
  }
}

/**
 * Rows and checkpoint move in one transaction; what another process has taken already is left out.
 * @throws MovesLost
 */
async function takeBatch(
  { database, codec, signal }: FollowDeps,
  projection: Projection,
  table: TableState,
  { events, position }: EventBatch,
): Promise<void> {
  const types = new Set<string>(projection.eventTypes); // a prefix can match more
  const decoded = await codec.decodeBatch(events.filter((event) => types.has(event.type)));
  await database.knex.transaction(async (transaction) => {
    const checkpoint = await lockCheckpoint(transaction, projection);
    const done = checkpoint.position ?? -1n;
    if (position <= done) return;
    if (done < (table.position ?? -1n)) {
      throw new MovesLost(`The read model ${projection.name} is behind where it was, and is read on from there`);
    }
    const fresh = decoded.filter((event) => event.position > done);
    for (const table of projection.tables) await applyEvents(transaction, table, tableName(projection, table), fresh);
    await moveCheckpoint(transaction, projection, position);
  });
  if (position > (table.position ?? -1n)) table.position = position;
  signal.moved(checkpointKey(projection), position);
}

function measure({ name }: Projection, { events, live }: EventBatch): void {
  const newest = events.at(-1);
  projectionEvents.inc({ projection: name }, events.length);
  const age = newest ? Math.max(0, Date.now() - Date.parse(newest.metadata.occurred_at)) / 1000 : 0;
  if (newest && live) projectionVisibleAfter.observe({ projection: name }, age);
  projectionLag.set({ projection: name }, live ? 0 : age);
}
