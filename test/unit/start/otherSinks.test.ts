import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProbes } from '../../../src/platform/health.js';
import { readYourWritesWait, registry } from '../../../src/platform/metrics.js';
import { createBehind } from '../../../src/projections/core/behind.js';
import { startProjector, type Projector } from '../../../src/projections/core/projector.js';
import { createReadYourWrites } from '../../../src/projections/core/readYourWrites.js';
import type { Sink } from '../../../src/projections/core/sink.js';
import { allProjections, followersWith } from '../../../src/start/features.js';
import { watchLag } from '../../../src/start/watchLag.js';
import { watchParts } from '../../../src/start/watchParts.js';
import { openCore, type Core } from '../../support/core.js';
import { recordRun } from '../../support/executions.js';
import { createIndex, createIndexSink, endedRuns } from '../../support/indexSink.js';
import { until } from '../../support/until.js';

let core: Core;
let projector: Projector;
let made: ReturnType<typeof createIndex>;
let sink: Sink;
beforeEach(async () => {
  core = await openCore();
  made = createIndex();
  sink = createIndexSink(core, made);
  projector = startProjector({ ...core, projections: allProjections, sinks: [sink] });
});
afterEach(async () => {
  for (const of of ['projection_lag_seconds', 'relay_lag_seconds', 'unfinished_work', 'unfinished_work_age_seconds']) {
    registry.removeSingleMetric(`attest_${of}`);
  }
  await projector.stop();
  await core.close();
});

const bus = { kind: 'postgres', identify: () => Promise.resolve('none'), ping: () => Promise.resolve() } as const;
/** A process beside the one that keeps the read models. */
const watched = () => ({ stores: { ...core, bus }, projections: followersWith([sink]) });
const outcomes = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await readYourWritesWait.get()).values
      .filter(({ metricName }) => metricName?.endsWith('_count'))
      .map(({ labels, value }) => [String(labels.outcome), value]),
  );

describe('a read model outside of the database', () => {
  it('is unhealthy in every process once it stops, which says at which event', async () => {
    const { stores, projections } = watched();
    const probes = createProbes();
    watchParts(probes, { roles: new Set(['api']) }, stores, { engine: undefined, projector: undefined, projections });
    const asked = async () => (await probes.health()).checks['projections'];
    expect(await asked()).toEqual({ status: 'ok' });
    made.index.fails = true;
    await recordRun(core.handler, 'A');
    await until(async () => ((await asked())?.status === 'error' ? true : undefined));
    expect((await asked())?.detail).toMatch(
      /^Stopped: ended_runs \(.*ExecutionCompleted at revision \d+ of stream execution-/,
    );
  });

  it('tells at the scrape for how long it is behind', async () => {
    const { stores, projections } = watched();
    const behind = createBehind({ ...stores, projections });
    watchLag(stores, behind);
    made.index.away = true;
    await recordRun(core.handler, 'A');
    await until(async () => ((await behind.secondsOf(endedRuns.name)) > 0 ? true : undefined));
    const scraped = await registry.metrics();
    expect(scraped).toMatch(/attest_projection_lag_seconds\{projection="ended_runs"\} 0*[1-9.]/);
  });

  it('is waited for by who wrote', async () => {
    const { stores, projections } = watched();
    const reads = createReadYourWrites({ ...stores, projections });
    await projector.caughtUp();
    made.index.away = true;
    await recordRun(core.handler, 'A');
    const position = (await core.eventStore.head()) ?? expect.unreachable();
    const before = await outcomes();
    await reads.wait({ position, event_types: ['ExecutionCompleted'] });
    expect(await outcomes()).toEqual({ ...before, timeout: (before['timeout'] ?? 0) + 1 });
    made.index.away = false;
    await until(() => made.index.documents.size === 1 || undefined);
    await reads.wait({ position, event_types: ['ExecutionCompleted'] });
    expect((await outcomes())['seen']).toBe((before['seen'] ?? 0) + 1);
  });
});
