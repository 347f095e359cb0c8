import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { createWebhookEndpointCommands } from '../../../../src/commands/webhookEndpoints/webhookEndpointCommands.js';
import { webhookEndpointsStream } from '../../../../src/domain/webhookEndpoints/webhookEndpoints.js';
import { createEventCodec } from '../../../../src/platform/eventStore/eventCodec.js';
import { createSubjectKeys } from '../../../../src/platform/sealing/databaseSubjectKeys.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { eventDefinitions } from '../../../../src/start/features.js';
import { caseStream } from '../../../../src/domain/cases/case.js';
import type { CaseEvent } from '../../../../src/domain/cases/caseEvents.js';
import { RETRY_DELAYS } from '../../../../src/domain/webhookEndpoints/retrySchedule.js';
import type { EndpointDelivery } from '../../../../src/domain/webhookEndpoints/endpointDelivery.js';
import { endpointDeliveriesProjection } from '../../../../src/projections/webhookEndpoints/endpointDeliveriesProjection.js';
import { webhookEndpointsProjection } from '../../../../src/projections/webhookEndpoints/webhookEndpointsProjection.js';
import { completed, erased, expired, opened } from '../../../support/caseStory.js';
import { context, openEndpointWorld, type Answer } from '../../../support/endpointWorld.js';
import { rebuildProjection } from '../../../support/rebuildProjection.js';
import { rowsOf } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

const TEN_MINUTES = 600;
const fails: Answer = (response) => response.writeHead(500).end();

let world: Awaited<ReturnType<typeof openEndpointWorld>>;
beforeAll(async () => void (world = await openEndpointWorld()));
afterAll(() => world.close());

const done = completed('completed', 'approved');
const told = (endpoint_id: string): Promise<EndpointDelivery[]> => world.deliveries.list({ endpoint_id, limit: 200 });
const toldOnly = async (endpoint_id: string): Promise<EndpointDelivery> => (await told(endpoint_id))[0]!;
/** The deliveries of an endpoint, once there are so many that stand so. */
const onceTold = (endpoint_id: string, status: EndpointDelivery['status'], count = 1): Promise<EndpointDelivery[]> =>
  until(async () => {
    const found = (await told(endpoint_id)).filter((one) => one.status === status);
    return found.length >= count ? found : undefined;
  });
const triedOften = (endpoint_id: string, attempts: number): Promise<EndpointDelivery> =>
  until(async () => (await told(endpoint_id)).find((one) => one.attempts.length >= attempts));
const endpointOf = async (tenant: string) => (await world.commands.now(tenant))[0]!;

/** A case of a tenant to which this happened, under an id of its own. */
async function happened(tenant: string, ...events: CaseEvent[]): Promise<string> {
  const session_id = randomUUID();
  const of = (event: CaseEvent): CaseEvent =>
    ({
      ...event,
      data: { ...event.data, session_id, ...('tenant_id' in event.data && { tenant_id: tenant }) },
    }) as CaseEvent;
  await world.happen(tenant, session_id, events.map(of));
  return session_id;
}

describe('what happens in a case', () => {
  it('is told to the endpoints of its tenant that asked for it, once each, and to no others', async () => {
    const asked = await world.add('told', 'told', ['case.completed', 'case.expired']);
    await world.add('told', 'told-else', ['case.erased']);
    await world.add('told-other', 'told-other', ['case.completed']);
    const one = await happened('told', opened, done);
    const other = await happened('told', opened, expired);
    await onceTold(asked, 'delivered', 2);
    expect(world.receiver.at('told').map(({ body }) => [body.type, body.data['session_id']])).toEqual(
      expect.arrayContaining([
        ['case.completed', one],
        ['case.expired', other],
      ]),
    );
    expect([world.receiver.at('told-else'), world.receiver.at('told-other')]).toEqual([[], []]);
  });

  it('before an endpoint asked for it is not told to it, however late it is looked at', async () => {
    const early = await world.add('late', 'late-early');
    await happened('late', opened, done);
    await onceTold(early, 'delivered');
    const late = await world.add('late', 'late-late');
    const stored: bigint[] = [];
    for await (const { events } of world.core.eventStore.subscribe({ typePrefixes: ['CaseCompleted'] })) {
      for (const event of events) {
        if (event.metadata.tenant_id !== 'late') continue;
        stored.push(event.position);
        // As a bus that is new, or one that brings a message again, has it come once more.
        await world.commands.queue(context('late'), {
          ...{ event_id: event.id, event_type: 'case.completed', position: event.position },
          about: { session_id: event.stream.slice('case-'.length), revision: Number(event.revision) },
          happened_at: event.recorded_at,
        });
      }
      break;
    }
    expect(stored).toHaveLength(1);
    expect([(await told(early)).length, (await told(late)).length]).toEqual([1, 0]);
  });

  it('is told to an endpoint that takes nothing over most of a day, always under one id, and then given up; it is paused meanwhile', async () => {
    world.receiver.answer('down', fails);
    const id = await world.add('down', 'down');
    await happened('down', opened, done);
    for (const [n, pause] of RETRY_DELAYS.entries()) {
      const { delivery_id } = await triedOften(id, n + 1);
      world.pass(pause - 1);
      expect(await world.commands.open(delivery_id)).toBeUndefined();
      world.pass(1);
    }
    const [failed] = await onceTold(id, 'failed');
    expect(failed!.attempts.map(({ response_status }) => response_status)).toEqual(Array(8).fill(500));
    const tries = world.receiver.at('down');
    expect(new Set(tries.map((one) => one.id))).toEqual(new Set([failed!.delivery_id]));
    expect(new Set(tries.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await endpointOf('down')).paused_at).not.toBeNull();
    // How an endpoint stands is another read model than its deliveries, and may come after them.
    const standing = await until(async () => {
      const now = await world.endpoints.find(id);
      return now && now.consecutive_failures >= 8 ? now : undefined;
    });
    expect(standing).toMatchObject({ consecutive_failures: 8, last_success_at: null });
  });
});

describe('an endpoint that is paused', () => {
  it('is probed every ten minutes with one delivery, and told the rest as soon as it takes one', async () => {
    let works = false;
    world.receiver.answer('probed', (response) => response.writeHead(works ? 204 : 503).end());
    const id = await world.add('probed', 'probed');
    await world.commands.judge(context('probed'), {
      ...{
        type: 'pause',
        endpoint_id: id,
        failing_since: world.clock().toISOString(),
        at: world.clock().toISOString(),
      },
    });
    await until(async () => (await world.endpoints.find(id))?.paused_at ?? undefined);
    await happened('probed', opened, done);
    // Who looks before the read model shows an attempt knows nothing of it, and may probe once more.
    await until(async () => (await world.endpoints.find(id))?.last_attempt_at ?? undefined);
    for (let n = 0; n < 2; n++) await happened('probed', opened, done);
    await onceTold(id, 'pending', 3);
    const probes = world.receiver.at('probed').length;
    world.pass(TEN_MINUTES / 2);
    const asked = { limit: 10, turns: { tenant: '', receivers: new Map() }, except: [], full: [], inHand: new Map() };
    const notTriedIn = { from: world.clock(), until: world.clock() };
    const due = await world.deliveries.due({ ...asked, notTriedIn, now: world.clock() });
    expect(due.filter(({ receiver }) => receiver === id)).toEqual([]);
    works = true;
    world.pass(TEN_MINUTES / 2);
    await onceTold(id, 'delivered', 3);
    expect(probes).toBe(1);
    expect((await endpointOf('probed')).paused_at).toBeNull();
  });

  it('goes on once somebody tests it', async () => {
    const id = await world.add('tested', 'tested');
    const at = world.clock().toISOString();
    await world.commands.judge(context('tested'), { type: 'pause', endpoint_id: id, failing_since: at, at });
    expect((await endpointOf('tested')).paused_at).not.toBeNull();
    await world.commands.ping(context('tested'), id);
    expect((await endpointOf('tested')).paused_at).toBeNull();
    await onceTold(id, 'delivered');
    expect(world.receiver.at('tested').map(({ body }) => body.type)).toEqual(['ping']);
  });
});

describe('an endpoint that moves', () => {
  it('is as new: what failed at its old address does not count at the new one', async () => {
    world.receiver.answer('old', fails);
    const id = await world.add('moves', 'old');
    await happened('moves', opened, done);
    const after = (failures: number) =>
      until(async () => {
        const now = await world.endpoints.find(id);
        return now?.consecutive_failures === failures ? now : undefined;
      });
    expect((await after(1)).failing_since).not.toBeNull();
    await world.commands.change(context('moves'), id, { url: `${world.receiver.url}/new` });
    expect(await after(0)).toMatchObject({ failing_since: null, last_failure_at: expect.any(String) as string });
  });
});

describe('an endpoint that answers 410', () => {
  it('is disabled, and what waits for it is dropped', async () => {
    const [taken, gone] = [new Set<string>(), { now: false }];
    world.receiver.answer('gone', (response) => response.writeHead(gone.now ? 410 : 500).end());
    const id = await world.add('gone', 'gone');
    await happened('gone', opened, done);
    await triedOften(id, 1);
    gone.now = true;
    await happened('gone', opened, done);
    await onceTold(id, 'failed');
    await until(async () => (await endpointOf('gone')).disabled_because ?? undefined);
    world.pass(5);
    await onceTold(id, 'dropped');
    for (const one of world.receiver.at('gone')) taken.add(one.id);
    expect(taken.size).toBe(2);
    expect(await endpointOf('gone')).toMatchObject({ enabled: false, disabled_because: 'gone' });
  });
});

describe('an endpoint that is deleted', () => {
  it('is sent nothing more, what waits for it neither', async () => {
    world.receiver.answer('deleted', fails);
    const id = await world.add('deleted', 'deleted');
    await happened('deleted', opened, done);
    await triedOften(id, 1);
    await world.commands.remove(context('deleted'), id);
    await happened('deleted', opened, done);
    world.pass(5);
    await onceTold(id, 'dropped');
    expect([world.receiver.at('deleted').length, (await told(id)).length]).toEqual([1, 1]);
  });
});

describe('an endpoint that does not answer', () => {
  it('keeps neither another of its tenant nor another tenant from being told', async () => {
    world.receiver.answer('silent', () => undefined);
    await world.add('silent', 'silent');
    const well = await world.add('silent', 'silent-well');
    const other = await world.add('silent-other', 'silent-other');
    for (let n = 0; n < 30; n++) await happened('silent', opened, done);
    await happened('silent-other', opened, done);
    await onceTold(well, 'delivered', 30);
    await onceTold(other, 'delivered');
    expect(world.receiver.at('silent').length).toBeLessThanOrEqual(4);
  });
});

describe('a case that is erased', () => {
  it('is told of without what was erased, also where it waited to be told again', async () => {
    world.receiver.answer('erased', (response, nth) => response.writeHead(nth === 0 ? 500 : 204).end());
    const id = await world.add('erased', 'erased');
    if (opened.type !== 'CaseOpened') expect.unreachable();
    const named: CaseEvent = { ...opened, data: { ...opened.data, client_reference_id: 'UNFORGETTABLE' } };
    const session_id = await happened('erased', named, done);
    await triedOften(id, 1);
    await world.core.subjectKeys.erase(caseStream(session_id), {});
    await world.happen('erased', session_id, [{ ...erased, data: { ...erased.data, session_id } } as CaseEvent]);
    world.pass(5);
    await onceTold(id, 'delivered');
    const [first, second] = world.receiver.at('erased');
    expect([first!.body.data['client_reference_id'], first!.body.data['decision']]).toEqual([
      'UNFORGETTABLE',
      'approved',
    ]);
    expect(second!.id).toBe(first!.id);
    expect(second!.body.data).toMatchObject({ session_id, client_reference_id: null, decision: null, reasons: [] });
    expect(JSON.stringify(await rowsOf(world.core.database.knex, endpointDeliveriesProjection))).not.toContain(
      'UNFORGETTABLE',
    );
  });
});

describe('a rebuild', () => {
  it('of what endpoints are told sends nothing twice, and comes to the same', async () => {
    const id = await world.add('rebuilt', 'rebuilt');
    for (let n = 0; n < 5; n++) await happened('rebuilt', opened, done);
    await onceTold(id, 'delivered', 5);
    const { knex } = world.core.database;
    for (const projection of [endpointDeliveriesProjection, webhookEndpointsProjection]) {
      const of = async () => (await rowsOf(knex, projection)).filter((row) => JSON.stringify(row).includes(id));
      const before = await of();
      await rebuildProjection(world.core, projection);
      expect(await of()).toEqual(before);
    }
    const after = await happened('rebuilt', opened, done);
    await onceTold(id, 'delivered', 6);
    const sent = world.receiver.at('rebuilt');
    expect([sent.length, new Set(sent.map((one) => one.id)).size]).toEqual([6, 6]);
    expect(sent.at(-1)?.body.data['session_id']).toBe(after);
    expect((await toldOnly(id)).status).toBe('delivered');
  });
});

describe('an endpoint whose address is lost', () => {
  it('is shown without it, tried in vain, and sent what waits once it has another', async () => {
    const id = await world.add('lost', 'lost-before');
    const { database, eventStore, blobs } = world.core;
    await database
      .knex('subject_keys')
      .where({ subject: webhookEndpointsStream('lost') })
      .delete();
    const subjectKeys = createSubjectKeys({ database, masterKeys: createMasterKeys(world.core.masterKey) });
    const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs });
    // An hour ahead, so that nobody else sends what it queues.
    const clock = (): Date => new Date(world.clock().getTime() + 3_600_000);
    const handler = createCommandHandler({ eventStore, codec, clock });
    const restored = createWebhookEndpointCommands({ handler, eventStore, clock });
    expect(await restored.now('lost')).toMatchObject([{ endpoint_id: id, url: null, events: ['case.completed'] }]);
    const { delivery_id } = (await restored.ping(context('lost'), id)).value;
    expect(await restored.open(delivery_id)).toMatchObject({ lost: expect.stringContaining('address') as string });
    const url = `${world.receiver.url}/lost-after`;
    await restored.change(context('lost'), id, { url });
    expect(await restored.open(delivery_id)).toMatchObject({ url });
  });
});
