import type { EventStore, Position } from '../../platform/eventStore/eventStore.js';
import {
  readVersionStates,
  type RebuildState,
  type VersionProgress,
  type VersionStates,
} from '../core/buildProgress.js';
import type { VersionOf } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';
import { LEFT_AFTER_SECONDS } from '../core/servedVersion.js';

/** A version of a read model that is being built. */
export interface BuildState {
  version: number;
  /** `rebuild`: beside what is served, by `npm run projections`. `upgrade`: by the projectors of the version that has it. */
  why: 'rebuild' | 'upgrade';
  /** `left`: nobody is at it. `stopped`: `error` keeps it from going on. */
  state: 'running' | 'left' | 'stopped';
  /** Where who is at it, or was last, began. */
  from: Position | undefined;
  position: Position | undefined;
  /** Of the way from the first event to the head of the log, 0 to 1. */
  done: number;
  /** Events taken; null where nobody counts them. */
  events: number | null;
  /** 0 where it goes along the log in one. */
  shares: number;
  begun_at: Date | null;
  moved_at: Date;
  /** Null where nothing tells it. */
  expected_end: Date | null;
  error: string | null;
}

/** Where a read model is kept. */
export type KeptIn = 'database' | 'search_index';

/** A read model: what is served of it, and what is built to take its place. */
export interface ReadModelState {
  name: string;
  kept_in: KeptIn;
  served_version: number;
  position: Position | undefined;
  /** Newest event of the log; undefined where there is none. */
  head: Position | undefined;
  /** Why what is served does not follow the log; null where it does. */
  error: string | null;
  builds: readonly BuildState[];
}

/** Tells how the read models are. */
export interface ReadModelStateQueries {
  /** In the order of their names. @throws EventStoreUnavailable */
  list(): Promise<ReadModelState[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    readModelStates: ReadModelStateQueries;
  }
}

/** What it asks. */
export interface ReadModelStatesDeps {
  readModels: Pick<ReadModels, 'served' | 'knex'>;
  eventStore: Pick<EventStore, 'head'>;
  /** Every read model in the version that this process has. */
  own: readonly (VersionOf & { kept_in: KeptIn })[];
}

/** Creates what tells how the read models are. */
export const createReadModelStates = ({ readModels, eventStore, own }: ReadModelStatesDeps): ReadModelStateQueries => ({
  async list() {
    const [states, head] = [await readVersionStates(readModels.knex), await eventStore.head()];
    const all = own.map(async ({ name, version, kept_in }) => {
      const served = await readModels.served({ name, version });
      return { kept_in, ...stateOf(states, { name, own: version, served, head }) };
    });
    return (await Promise.all(all)).sort((one, other) => (one.name < other.name ? -1 : 1));
  },
});

/** How a read model is. */
export function stateOf(
  { now, checkpoints, rebuilds }: VersionStates,
  { name, own, served, head }: { name: string; own: number; served: number; head: Position | undefined },
): Omit<ReadModelState, 'kept_in'> {
  const versions = checkpoints.filter((one) => one.name === name);
  const live = versions.find(({ version }) => version === served);
  const upgrades = versions.filter((one) => one.version !== served && isUnderWay(one, { own, served, live }));
  return {
    ...{ name, served_version: served, position: live?.position, head, error: live?.error ?? null },
    builds: [
      ...rebuilds.filter((one) => one.name === name).map((one) => rebuilding(one, { now, head })),
      ...upgrades.map((one) => upgrading(one, { now, head })),
    ],
  };
}

const at = (position: Position | undefined): bigint => position ?? -1n;

/** What an upgrade has left is behind too, and nobody is at it: it is no build. */
function isUnderWay(
  { version, position, idle, error }: VersionProgress,
  { own, served, live }: { own: number; served: number; live: VersionProgress | undefined },
): boolean {
  if (at(position) >= at(live?.position)) return false;
  return version === own || idle < LEFT_AFTER_SECONDS || (version > served && error !== null);
}

interface Moment {
  now: Date;
  head: Position | undefined;
}

function rebuilding(one: RebuildState, { now, head }: Moment): BuildState {
  const { version, position, from, held, seconds, events, shares, begun_at, moved_at, error } = one;
  const state = held ? 'running' : error === null ? 'left' : 'stopped';
  return {
    ...{ version, why: 'rebuild', state, from, position, done: doneOf(position, head), events, shares },
    ...{ begun_at, moved_at, error: held ? null : error },
    expected_end: state === 'running' ? expectedEnd({ ...one, from, seconds }, { now, head }) : null,
  };
}

function upgrading(one: VersionProgress, { now, head }: Moment): BuildState {
  const { version, position, begun_at, moved_at, error, idle } = one;
  const state = error !== null ? 'stopped' : idle < LEFT_AFTER_SECONDS ? 'running' : 'left';
  const seconds = begun_at && (moved_at.getTime() - begun_at.getTime()) / 1000;
  return {
    ...{ version, why: 'upgrade', state, from: undefined, position, done: doneOf(position, head) },
    ...{ events: null, shares: 0, begun_at, moved_at, error },
    expected_end: state === 'running' ? expectedEnd({ ...one, from: undefined, seconds }, { now, head }) : null,
  };
}

function doneOf(position: Position | undefined, head: Position | undefined): number {
  if (at(position) >= at(head)) return 1;
  return Math.max(0, Number(at(position))) / Number(head);
}

/** What moved for less says nothing of how fast it goes; and one that has stood still for as long goes at no speed that is known. */
const TELLS_FROM_SECONDS = 5;
const STANDS_AFTER_SECONDS = 60;

/** When it comes to the head at the speed it has gone at since it was begun or gone on with. Null where that is not known, and for what is left to do there. */
function expectedEnd(
  { position, from, seconds, idle }: Pick<RebuildState, 'position' | 'from' | 'seconds' | 'idle'>,
  { now, head }: Moment,
): Date | null {
  const [way, left] = [Number(at(position) - (from ?? 0n)), Number(at(head) - at(position))];
  if (seconds === null || seconds < TELLS_FROM_SECONDS || idle > STANDS_AFTER_SECONDS) return null;
  if (way <= 0 || left <= 0) return null;
  return new Date(now.getTime() + (left * seconds * 1000) / way);
}
