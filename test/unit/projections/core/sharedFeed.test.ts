import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeyCommands } from '../../../../src/commands/apiKeys/apiKeyCommands.js';
import { createEventCodec } from '../../../../src/platform/eventStore/eventCodec.js';
import {
  toPosition,
  type EventStore,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
} from '../../../../src/platform/eventStore/eventStore.js';
import { apiKeysProjection } from '../../../../src/projections/apiKeys/apiKeysProjection.js';
import { readCheckpoint } from '../../../../src/projections/core/checkpoints.js';
import type { FeedDeps } from '../../../../src/projections/core/feed.js';
import type { Member } from '../../../../src/projections/core/member.js';
import type { Projection } from '../../../../src/projections/core/projection.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import type { Step } from '../../../../src/projections/core/sink.js';
import { createSharedFeed } from '../../../../src/projections/core/sharedFeed.js';
import { createTableSink } from '../../../../src/projections/core/tableSink.js';
import { executionsProjection } from '../../../../src/projections/executions/executionsProjection.js';
import { allProjections, eventDefinitions } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, recordRun } from '../../../support/executions.js';
import { passed, rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
let projectors: Projector[];
beforeEach(async () => {
  core = await openCore();
  projectors = [];
});
afterEach(async () => {
  await Promise.all(projectors.map((projector) => projector.stop()));
  await core.close();
});

/** A projector, and what it asks of the event store and the codec. */
function project(
  projections: readonly Projection[],
  { codec = core.codec, patienceMs }: { codec?: Pick<Core['codec'], 'openBatch'>; patienceMs?: number } = {},
) {
  const opened: RecordedEvent[] = [];
  const asked: SubscribeOptions[] = [];
  let subscriptions = 0;
  const eventStore: Pick<EventStore, 'subscribe' | 'readStream'> = {
    readStream: (stream, options) => core.eventStore.readStream(stream, options),
    async *subscribe(options = {}) {
      asked.push(options);
      subscriptions++;
      try {
        yield* core.eventStore.subscribe(options);
      } finally {
        subscriptions--;
      }
    },
  };
  const noting: Pick<Core['codec'], 'openBatch'> = {
    openBatch(recorded, options) {
      opened.push(...recorded);
      return codec.openBatch(recorded, options);
    },
  };
  const projector = startProjector({ ...core, eventStore, codec: noting, projections, patienceMs });
  projectors.push(projector);
  return { projector, opened, asked, subscriptions: () => subscriptions };
}

const head = async () => (await core.eventStore.head()) ?? expect.unreachable('the log is empty');
const issueKey = () =>
  createApiKeyCommands(core).issue(anyone, {
    ...{ tenant_id: 'acme', name: 'Key', scopes: ['read'], held_scopes: ['read'] },
  });
const together = (subscriptions: () => number) => until(() => (subscriptions() === 1 ? true : undefined));

describe('the projections of a process', () => {
  it('follow the log with one subscription, and what comes when they are level is opened once for all of them', async () => {
    await issueKey();
    await recordRun(core.handler, 'BEFORE');
    // On a machine that has much else to do one may need longer than the others wait for it, and goes on by itself.
    const { projector, opened, subscriptions } = project(allProjections, { patienceMs: 60_000 });
    await projector.caughtUp();
    await together(subscriptions);
    // Which of them came late, so that the feed went back for it, depends on the machine.
    opened.length = 0;
    await recordRun(core.handler, 'AFTER');
    await issueKey();
    await passed(core.database.knex, allProjections, await head());
    const known = new Set(allProjections.flatMap(({ eventTypes }) => eventTypes));
    expect(opened.map(({ position }) => position)).toEqual([...new Set(opened.map(({ position }) => position))]);
    expect(new Set(opened.map(({ type }) => type))).toEqual(
      new Set([...known].filter((type) => opened.some((one) => one.type === type))),
    );
    expect(opened.length).toBeGreaterThanOrEqual(5);
    expect(subscriptions()).toBe(1);
  });

  it('are not woken by an append that concerns none of them', async () => {
    const { projector, asked, subscriptions } = project([apiKeysProjection, executionsProjection], {
      patienceMs: 60_000,
    });
    await projector.caughtUp();
    await together(subscriptions);
    const types = [...apiKeysProjection.eventTypes, ...executionsProjection.eventTypes];
    const shared = asked.find(({ typePrefixes }) => types.every((type) => typePrefixes?.includes(type)));
    expect(shared?.movesLate).toBe(true);
  });

  it('take one in that was behind, once it is level', async () => {
    const first = project([executionsProjection]);
    for (let n = 0; n < 3; n++) await recordRun(core.handler, `P${n}`);
    await passed(core.database.knex, [executionsProjection], await head());
    await first.projector.stop();
    await issueKey();
    // As above: who needs longer than the others wait comes back to them with what comes next, which here is nothing.
    const { subscriptions } = project([executionsProjection, apiKeysProjection], { patienceMs: 60_000 });
    await passed(core.database.knex, [executionsProjection, apiKeysProjection], await head());
    await together(subscriptions);
    await issueKey();
    await recordRun(core.handler, 'LAST');
    await passed(core.database.knex, [executionsProjection, apiKeysProjection], await head());
    expect(await core.database.knex('executions_v4')).toHaveLength(4);
    expect(await rowsOf(core.database.knex, apiKeysProjection)).toHaveLength(2);
  });
});

describe('one that comes to the others while nothing happens', () => {
  it('hears that it is at the end of the log, whether they are at their first batch or through with it', async () => {
    await issueKey();
    const position = await head();
    const abort = new AbortController();
    const idle = { later: () => undefined, forget: () => undefined, stop: () => undefined };
    const feed = createSharedFeed({ ...core, idle }, { types: apiKeysProjection.eventTypes });
    const live: string[] = [];
    const join = (name: string, onLive?: () => void): void => {
      const sink = { ...createTableSink(core, apiKeysProjection), name };
      const onTaken: Member['onTaken'] = (_events, batch) => {
        if (!batch.live || live.includes(name)) return;
        live.push(name);
        onLive?.();
      };
      void feed.join({ sink, stored: position, reached: position, onTaken, onWaiting: () => undefined }, abort.signal);
    };
    join('first', () => join('while it is handed out'));
    await until(() => live.length >= 2 || undefined);
    join('later');
    await until(() => live.length >= 3 || undefined);
    abort.abort();
    expect(live).toEqual(['first', 'while it is handed out', 'later']);
  });
});

describe('one that comes to the others and is behind them', () => {
  const [here, behind] = [toPosition(5), toPosition(3)];
  const issued = (at: number): RecordedEvent => ({
    ...{ id: `e${at}`, type: 'ApiKeyIssued', stream: `apiKey-${at}`, revision: 0n, position: toPosition(at), data: {} },
    recorded_at: '2026-01-01T00:00:00.000Z',
    metadata: {
      ...{ tenant_id: 'acme', actor: 'system', correlation_id: 'c', causation_id: 'c', mode: 'live' },
      ...{ schema_version: 1, occurred_at: '2026-01-01T00:00:00.000Z' },
    },
  });

  it('leaves out nothing where a store hands out one more batch after it was told to end', async () => {
    const asked: (bigint | undefined)[] = [];
    const ended = (signal = AbortSignal.abort()) => once(signal, 'abort');
    const eventStore: Pick<EventStore, 'subscribe'> = {
      async *subscribe({ after, signal } = {}) {
        asked.push(after);
        if (asked.length > 1) yield { events: [4, 5, 9].map(issued), position: toPosition(9), live: true };
        else yield { events: [], position: here, live: true };
        await ended(signal);
        yield { events: [issued(9)], position: toPosition(9), live: true };
      },
    };
    const codec: FeedDeps['codec'] = {
      openBatch: (all) => Promise.resolve(all.map((recorded) => ({ recorded, event: recorded as never }))),
    };
    const idle = { later: () => undefined, forget: () => undefined, stop: () => undefined };
    const types = apiKeysProjection.eventTypes;
    const feed = createSharedFeed({ eventStore, codec, idle, signal: core.signal }, { types });
    const abort = new AbortController();
    const join = (name: string, reached: Position) => {
      const taken: number[] = [];
      const sink = {
        ...createTableSink(core, apiKeysProjection),
        name,
        take: ({ events }: Step) =>
          Promise.resolve(void taken.push(...events.map(({ event }) => Number(event.position)))),
      };
      let live = false;
      const calls = { onTaken: () => (live = true), onWaiting: () => undefined };
      const left = feed.join({ sink, stored: reached, reached, ...calls }, abort.signal);
      return { taken, left, isLive: () => live || undefined };
    };
    const first = join('first', here);
    await until(first.isLive);
    const late = join('late', behind);
    await until(() => (first.taken.length > 0 && late.taken.length > 0) || undefined);
    abort.abort();
    await Promise.all([first.left, late.left]);
    expect(asked).toEqual([here, behind]);
    expect(late.taken).toEqual([4, 5, 9]);
    expect(first.taken).toEqual([9]);
  });
});

describe('no other projection is held up', () => {
  it('by one that fails, and that is with them again once it does not', async () => {
    const { knex } = core.database;
    const { projector, subscriptions } = project(allProjections);
    await projector.caughtUp();
    await knex.raw(`alter table api_keys_v2 add constraint never check (name <> 'Key')`);
    await issueKey();
    await until(() => projector.status().find(({ tries = 0 }) => tries >= 2));
    await recordRun(core.handler, 'MEANWHILE');
    await passed(knex, [executionsProjection], await head());
    await knex.raw('alter table api_keys_v2 drop constraint never');
    await passed(knex, allProjections, await head());
    await together(subscriptions);
    expect(await rowsOf(knex, apiKeysProjection)).toHaveLength(1);
  });

  it('by one that does not come to an end with a batch', async () => {
    const { knex } = core.database;
    const { projector, subscriptions } = project(allProjections);
    await projector.caughtUp();
    await together(subscriptions);
    const before = await readCheckpoint(knex, apiKeysProjection);
    const holding = await knex.transaction();
    await holding('projection_checkpoints').where({ name: 'api_keys' }).forUpdate().select();
    await issueKey();
    await recordRun(core.handler, 'MEANWHILE');
    const others = allProjections.filter((one) => one !== apiKeysProjection);
    await passed(knex, others, await head());
    expect((await readCheckpoint(knex, apiKeysProjection)).position).toBe(before.position);
    const keys = () => projector.status().find(({ name }) => name === 'api_keys');
    await until(() => (keys()?.state === 'retrying' && keys()?.error?.includes('has not answered')) || undefined);
    await holding.rollback();
    await passed(knex, allProjections, await head());
    expect(await rowsOf(knex, apiKeysProjection)).toHaveLength(1);
  });

  it('by one of which a value lies where nobody answers', async () => {
    const { subjectKeys } = core;
    const silent = { ...core.blobs, read: () => new Promise<never>(() => undefined) };
    const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs: silent });
    const { projector } = project(allProjections, { codec });
    await projector.caughtUp();
    await recordRun(core.handler, 'LARGE '.repeat(150_000));
    await issueKey();
    await passed(core.database.knex, [apiKeysProjection], await head());
    expect(projector.status().find(({ name }) => name === 'executions')?.state).not.toBe('live');
  });
});
