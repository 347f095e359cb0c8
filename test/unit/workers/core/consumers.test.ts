import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { committed } from '../../../../src/commands/core/commandHandler.js';
import {
  createParkedWorkCommands,
  type ParkedWorkCommands,
} from '../../../../src/commands/operations/parkedWorkCommands.js';
import { parkedWork, parkedWorkStream, type ParkedWork } from '../../../../src/domain/operations/parkedWork.js';
import { BusUnavailable, type Bus, type Message } from '../../../../src/platform/bus/bus.js';
import { whoAsks } from '../../../../src/platform/database/onBehalfOf.js';
import { busMigrations, createPostgresBus } from '../../../../src/platform/bus/postgresBus.js';
import { createExclusive, exclusiveMigrations } from '../../../../src/platform/exclusive/exclusive.js';
import { migrate } from '../../../../src/platform/database/migrate.js';
import { startConsumers } from '../../../../src/workers/core/consumers.js';
import { startDueLooking, type DueLooking } from '../../../../src/workers/core/dueLooking.js';
import { dueMigrations } from '../../../../src/workers/core/dueTable.js';
import { createDueWork, type DueWork } from '../../../../src/workers/core/dueWork.js';
import { relayMigrations, startRelay } from '../../../../src/workers/core/relay.js';
import { registry } from '../../../../src/platform/metrics.js';
import { routes } from '../../../../src/start/features.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone } from '../../../support/executions.js';
import { until } from '../../../support/until.js';

const TOPIC = 'attest.test-work';
let core: Core;
let bus: Bus;
let due: DueWork;
let looking: DueLooking;
let commands: ParkedWorkCommands;
/** What of the payloads was given up. */
const givenUp: unknown[] = [];
/** How often the work still fails, and how often it was tried. */
let failures = 0;
let tried = 0;
/** What each try waits for. */
let held: Promise<void>;
/** What each try was part of. */
let modes: unknown[] = [];
/** On whose behalf each was. */
let behalves: unknown[] = [];

beforeAll(async () => {
  core = await openCore();
  await migrate(core.database, [...busMigrations, ...exclusiveMigrations, ...relayMigrations, ...dueMigrations]);
  bus = createPostgresBus(core);
  due = createDueWork(core);
  looking = startDueLooking({ due, log: core.log });
  commands = createParkedWorkCommands({
    ...core,
    giveUp: new Map([[TOPIC, (_context, payload) => Promise.resolve(committed(void givenUp.push(payload)))]]),
  });
});
afterAll(async () => {
  await bus.close();
  await looking.stop();
  await due.leave();
  await core.close();
});
beforeEach(() => {
  held = Promise.resolve();
  tried = 0;
  modes = [];
  behalves = [];
});

const consume = (on = bus) =>
  startConsumers({
    ...{ bus: on, due, looking, parkedWork: commands, log: core.log, waits: { retries: [5, 5], noRoom: 5 } },
    jobs: [
      {
        ...{ topic: TOPIC, concurrency: 4, share: 4, actor: 'worker:test' },
        work: async ({ mode }) => {
          await held;
          tried++;
          modes.push(mode);
          behalves.push(whoAsks());
          if (failures-- > 0) throw new TypeError('it quotes ANNA');
        },
      },
    ],
  });
const messageFor = (id: string): Message => ({
  ...{ id, key: `thing-${id}`, type: 'ThingHappened', payload: { thing_id: id } },
  ...{ tenant_id: 'acme', correlation_id: 'req-1', causation_id: id },
});
const parkedAt = (id: string, status: ParkedWork['status']) =>
  until(async () => {
    const { state } = await core.handler.load(parkedWorkStream(id), parkedWork);
    return state.status === status ? state.work : undefined;
  });

describe('work that fails', () => {
  it('is parked after its last attempt, for its tenant, and without quoting what it was about', async () => {
    const consumers = consume();
    const id = randomUUID();
    failures = 3;
    await bus.publish(TOPIC, [messageFor(id)]);
    const work = await parkedAt(id, 'parked');
    expect(work).toMatchObject({ tenant_id: 'acme', topic: TOPIC, attempts: 3, payload: { thing_id: id } });
    expect(work.error).toMatch(/TypeError/);
    expect(behalves).toEqual(['acme', 'acme', 'acme']);
    expect(work.error).not.toContain('ANNA');
    await consumers.stop();
  });

  it('is done when it is retried, and parked under the same id when it fails once more', async () => {
    const relay = startRelay({ ...core, exclusive: createExclusive(core), bus, routes });
    const consumers = consume();
    const id = randomUUID();
    failures = 6;
    await bus.publish(TOPIC, [messageFor(id)]);
    await parkedAt(id, 'parked');
    await commands.retry(anyone, id);
    expect(await parkedAt(id, 'parked')).toMatchObject({ parked_id: id, times_parked: 2 });
    await commands.retry(anyone, id);
    await until(() => tried === 7 || undefined);
    expect(await parkedAt(id, 'retried')).toMatchObject({ times_parked: 2 });
    await consumers.stop();
    await relay.stop();
  });

  it('of a test stays part of the test, also when it was parked and a person hands it out again', async () => {
    const relay = startRelay({ ...core, exclusive: createExclusive(core), bus, routes });
    const consumers = consume();
    const id = randomUUID();
    failures = 3;
    await bus.publish(TOPIC, [{ ...messageFor(id), mode: 'test' }]);
    await parkedAt(id, 'parked');
    await commands.retry(anyone, id);
    await until(() => tried === 4 || undefined);
    expect(modes).toEqual(['test', 'test', 'test', 'test']);
    await consumers.stop();
    await relay.stop();
  });

  it('ends what waits for it when it is dropped, and is not done again', async () => {
    const consumers = consume();
    const id = randomUUID();
    failures = 3;
    await bus.publish(TOPIC, [messageFor(id)]);
    await parkedAt(id, 'parked');
    await commands.drop(anyone, id);
    expect(givenUp).toEqual([{ thing_id: id }]);
    await expect(commands.retry(anyone, id)).rejects.toThrow(/dropped already/);
    expect(tried).toBe(3);
    await consumers.stop();
  });
});

describe('consumers', () => {
  it('wait for a broker that is away, say so, and take work once it is there', async () => {
    let away = true;
    const flaky: Bus = {
      ...bus,
      consume: (options) => (away ? Promise.reject(new BusUnavailable('away')) : bus.consume(options)),
    };
    const consumers = consume(flaky);
    expect(() => consumers.assertTaking()).toThrow(/No work is taken/);
    const id = randomUUID();
    failures = 0;
    await bus.publish(TOPIC, [messageFor(id)]);
    away = false;
    await until(() => tried === 1 || undefined);
    consumers.assertTaking();
    await consumers.stop();
    expect(() => consumers.assertTaking()).toThrow(/No work is taken/);
  });

  it('tell how much they have in hand, and that it is nothing once the work has ended or failed', async () => {
    const told = async (): Promise<string | undefined> =>
      new RegExp(`^attest_work_in_hand{topic="${TOPIC}"} (.*)$`, 'm').exec(await registry.metrics())?.[1];
    let end = (): void => undefined;
    held = new Promise((resolve) => (end = resolve));
    const consumers = consume();
    failures = 1;
    await bus.publish(TOPIC, [messageFor(randomUUID()), messageFor(randomUUID())]);
    await until(async () => (await told()) === '2' || undefined);
    end();
    await until(async () => (tried === 3 && (await told()) === '0') || undefined);
    await consumers.stop();
  });

  it('can be stopped while the broker is away', async () => {
    await consume({ ...bus, consume: () => Promise.reject(new BusUnavailable('away')) }).stop();
  });
});
