import { followProjection, type FollowDeps, type ProjectionFailure, type ProjectionState } from './follow.js';
import type { Projection } from './projection.js';

/** How one projection is doing. */
export interface ProjectionStatus extends Partial<ProjectionFailure> {
  name: string;
  state: ProjectionState;
}

/** Tries in a row, over about 20 seconds, after which what fails is not taken for passing any more. */
const MOST_TRIES = 10;

/** Does nothing where each of these goes on. @throws Error naming those that do not, and why */
export function assertGoesOn(statuses: readonly ProjectionStatus[]): void {
  const stuck = statuses.filter(
    ({ state, tries = 0 }) => state === 'stopped' || (state === 'retrying' && tries > MOST_TRIES),
  );
  if (stuck.length > 0) throw new Error(stuck.map(({ name, error }) => `${name} does not go on: ${error}`).join('; '));
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
export interface ProjectorDeps extends FollowDeps {
  projections: readonly Projection[];
}

/**
 * Follows the event store for every projection, each at its own pace. Any number of processes may do so: the row lock
 * on the checkpoint makes sure that no event is taken twice.
 */
export function startProjector({ projections, ...deps }: ProjectorDeps): Projector {
  const ending = new AbortController();
  const statuses = new Map<string, ProjectionStatus>();
  const arrivals: Promise<void>[] = [];
  const runs = projections.map((projection) => {
    const { name } = projection;
    statuses.set(name, { name, state: 'starting' });
    let arrive = (): void => undefined;
    arrivals.push(new Promise((resolve) => (arrive = resolve)));
    const onState = (state: ProjectionState, failure?: ProjectionFailure): void => {
      statuses.set(name, { name, state, ...failure });
      if (state === 'live' || state === 'stopped') arrive();
    };
    return followProjection(deps, projection, onState, ending.signal).finally(arrive);
  });
  return {
    status: () => [...statuses.values()],
    async caughtUp() {
      await Promise.all(arrivals);
    },
    async stop() {
      ending.abort();
      await Promise.all(runs);
    },
  };
}
