import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, Position } from '../../platform/eventStore/eventStore.js';
import { NotWell } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import { checkpointKey, readCheckpoints } from './checkpoints.js';
import type { CheckpointSignal } from './checkpointSignal.js';
import { followProjection, type ProjectionFailure, type ProjectionState } from './follow.js';
import { createIdleMoves } from './idleMoves.js';
import { createSharedFeed } from './sharedFeed.js';
import type { Projection } from './projection.js';
import type { Sink } from './sink.js';
import { createTableSink } from './tableSink.js';

/** How one projection is doing. */
export interface ProjectionStatus extends Partial<ProjectionFailure> {
  name: string;
  state: ProjectionState;
}

/** Tries in a row, over about 20 seconds, after which what fails is not taken for passing any more. */
const MOST_TRIES = 30;

/** Does nothing where each of these goes on. @throws NotWell naming those that do not, and why */
export function assertGoesOn(statuses: readonly ProjectionStatus[]): void {
  const stuck = statuses.filter(
    ({ state, tries = 0 }) => state === 'stopped' || (state === 'retrying' && tries > MOST_TRIES),
  );
  if (stuck.length > 0)
    throw new NotWell(stuck.map(({ name, error }) => `${name} does not go on: ${error}`).join('; '));
}

/** The projections of this process, at work. */
export interface Projector {
  /** How they are doing now; for `/healthz`. */
  status(): ProjectionStatus[];
  /** Resolves when each has reached the end of the log once, or cannot. */
  caughtUp(): Promise<void>;
  /** Ends them after the batch they are at. */
  stop(): Promise<void>;
}

/** What the projector stands on. */
export interface ProjectorDeps {
  database: Database;
  eventStore: Pick<EventStore, 'subscribe' | 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
  signal: CheckpointSignal;
  log: Log;
  clock: Clock;
  /** What is kept in tables. */
  projections: readonly Projection[];
  /** What is kept elsewhere. */
  sinks?: readonly Sink[];
  /** For tests: how long the others wait for one that is slow, `TOGETHER_MS`. */
  patienceMs?: number | undefined;
}

/**
 * Follows the event store for every projection: with one subscription for all that are level, and one for each that is not.
 * Any number of processes may do so: the checkpoint makes sure that nothing is taken twice.
 */
export function startProjector({ projections, sinks: others = [], patienceMs, ...parts }: ProjectorDeps): Projector {
  const sinks = [...projections.map((projection) => createTableSink(parts, projection)), ...others];
  const ending = new AbortController();
  const statuses = new Map<string, ProjectionStatus>();
  const arrivals: Promise<void>[] = [];
  const { knex } = parts.database;
  const idle = createIdleMoves({ ...parts, knex });
  const feeding = { ...parts, idle };
  const types = [...new Set(sinks.flatMap(({ eventTypes }) => eventTypes))];
  const shared = createSharedFeed(feeding, { types, patienceMs });
  const together = furthest(knex, sinks).catch(() => undefined);
  const runs = sinks.map((sink) => {
    const { name } = sink;
    statuses.set(name, { name, state: 'starting' });
    let arrive = (): void => undefined;
    arrivals.push(new Promise((resolve) => (arrive = resolve)));
    const onState = (state: ProjectionState, failure?: ProjectionFailure): void => {
      statuses.set(name, { name, state, ...failure });
      if (state === 'live' || state === 'stopped') arrive();
    };
    return followProjection({ ...feeding, shared, together }, sink, onState, ending.signal).finally(arrive);
  });
  return {
    status: () => [...statuses.values()],
    async caughtUp() {
      await Promise.all(arrivals);
    },
    async stop() {
      ending.abort();
      await Promise.all(runs);
      idle.stop();
    },
  };
}

/** Where the projections of this process are that have come furthest. */
async function furthest(knex: Knex, sinks: readonly Sink[]): Promise<{ from: Position | undefined }> {
  const own = new Set(sinks.map(checkpointKey));
  const positions = (await readCheckpoints(knex)).flatMap((one) => (own.has(checkpointKey(one)) ? [one.position] : []));
  return { from: positions.reduce((a, b) => ((a ?? -1n) > (b ?? -1n) ? a : b), undefined) };
}
