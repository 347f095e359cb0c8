import { afterEach, beforeEach, expect } from 'vitest';
import type { EventStore, LogShare, Position } from '../../src/platform/eventStore/eventStore.js';
import { executionsProjection } from '../../src/projections/executions/executionsProjection.js';
import { readBuilds, type BuildOf } from '../../src/projections/core/builds.js';
import type { Projection } from '../../src/projections/core/projection.js';
import { startProjector } from '../../src/projections/core/projector.js';
import type { Sink } from '../../src/projections/core/sink.js';
import { createTableSink } from '../../src/projections/core/tableSink.js';
import { RebuildAborted } from '../../src/projections/core/way.js';
import { openCore, type Core } from './core.js';
import { recordRun } from './executions.js';
import { inPages } from './logInPages.js';
import { passed, rowsOf } from './readModels.js';
import { rebuildProjection, shareThreadsHere } from './rebuildProjection.js';
import { until } from './until.js';

/** Runs in the log, and the events of all of them. */
const RUNS = 15;
export const EVENTS = RUNS * 4;

/** Shares go by the names of streams: these are such that each of two or three has more than a page left behind the first one. */
const idOfRun = (index: number): string => `5b3e4ad0-0000-4000-8000-1${String(index).padStart(11, '0')}`;

/** Stores with some runs in the log, which the read model of executions follows. */
export interface RecordedRuns {
  readonly core: Core;
  /** Resolves when the read model holds all that is in the log by now. */
  caughtUp(): Promise<void>;
  /** What the read model of executions holds. */
  rows(): ReturnType<typeof rowsOf>;
  /** The rebuilds that are under way, or were left. */
  builds(): Promise<BuildOf[]>;
  /** Another process's way into the same table. */
  sink(): Sink;
  head(): Promise<Position>;
}

/** Opens them before each test of a file, caught up, and closes them after it. */
export function recordedRunsOfEach(): RecordedRuns {
  let opened: Awaited<ReturnType<typeof openRecordedRuns>>;
  beforeEach(async () => void (opened = await openRecordedRuns()));
  afterEach(() => opened.close());
  return {
    get core() {
      return opened.core;
    },
    caughtUp: () => opened.caughtUp(),
    rows: () => rowsOf(opened.core.database.knex, executionsProjection),
    builds: () => readBuilds(opened.core.database.knex),
    sink: () => createTableSink(opened.core, executionsProjection),
    head: async () => (await opened.core.eventStore.head()) ?? expect.unreachable('the log is empty'),
  };
}

async function openRecordedRuns() {
  const core = await openCore();
  const projector = startProjector({ ...core, projections: [executionsProjection] });
  const caughtUp = async () => {
    const head = await core.eventStore.head();
    if (head !== undefined) await passed(core.database.knex, [executionsProjection], head);
  };
  const close = async () => {
    await projector.stop();
    await core.close();
  };
  for (let index = 0; index < RUNS; index++) await recordRun(core.handler, `A${index}`, idOfRun(index));
  await caughtUp();
  return { core, caughtUp, close };
}

interface RebuildSpec {
  again?: number;
  eventStore?: EventStore;
  projection?: Projection;
  abort?: AbortSignal;
  onProgress?: (progress: { events: number; taken: number }) => void;
}

/** A rebuild in pages of ten events, the first of them in one and then in shares, of which the threads are this one. */
export function rebuildInShares(
  core: Core,
  shares: number,
  { eventStore = inPages(core).eventStore, projection = executionsProjection, ...options }: RebuildSpec = {},
) {
  const parts = { ...core, eventStore };
  return rebuildProjection({ ...parts, threads: shareThreadsHere(parts, projection, { shares }) }, projection, options);
}

/** A log in pages that tells in which shares it is read. */
export function watched(core: Core, store: EventStore = inPages(core).eventStore) {
  const asked: (LogShare | undefined)[] = [];
  const eventStore: EventStore = {
    ...store,
    subscribe(options) {
      asked.push(options?.share);
      return store.subscribe(options);
    },
  };
  return { asked, eventStore };
}

/** A rebuild that has taken a page in one and a page of each of three shares, and stands still until it is to go on. */
export async function standingStill(core: Core, abort?: AbortSignal) {
  const { eventStore, goOn } = inPages(core, { most: 1 });
  let told = 0;
  const onProgress = () => (told += 1);
  const ended = rebuildInShares(core, 3, { eventStore, onProgress, ...(abort && { abort }) });
  ended.catch(() => undefined);
  await until(() => told >= 4 || undefined);
  return { ended, goOn };
}

/** Leaves a rebuild there, with nobody at it. */
export async function leaveInShares(core: Core): Promise<void> {
  const leaving = new AbortController();
  const { ended } = await standingStill(core, leaving.signal);
  leaving.abort();
  const error: unknown = await ended.catch((reason: unknown) => reason);
  if (!(error instanceof RebuildAborted)) throw new Error('The rebuild was not left', { cause: error });
}
