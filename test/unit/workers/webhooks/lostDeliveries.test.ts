import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandHandler } from '../../../../src/commands/core/commandHandler.js';
import { createEraseDelivery, deliveryBodyKey } from '../../../../src/commands/webhooks/eraseDelivery.js';
import { createWebhookCommands, type WebhookCommands } from '../../../../src/commands/webhooks/webhookCommands.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { webhookDeliveryStream } from '../../../../src/domain/webhooks/index.js';
import { MAX_ATTEMPTS } from '../../../../src/domain/webhooks/webhookDelivery.js';
import { webhookSecretStream } from '../../../../src/domain/webhooks/webhookSecret.js';
import { createEventCodec, SealedValueLost } from '../../../../src/platform/eventStore/eventCodec.js';
import { createSubjectKeys } from '../../../../src/platform/sealing/databaseSubjectKeys.js';
import { createMasterKeys } from '../../../../src/platform/sealing/masterKeys.js';
import { startProjector, type Projector } from '../../../../src/projections/core/projector.js';
import {
  createWebhookDeliveryQueries,
  webhookDeliveriesProjection,
  type WebhookDeliveryQueries,
} from '../../../../src/projections/webhooks/webhookDeliveriesProjection.js';
import { eventDefinitions } from '../../../../src/start/features.js';
import { startWebhookDeliverer } from '../../../../src/workers/webhooks/deliverWebhooks.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';
import { passed } from '../../../support/readModels.js';
import { until } from '../../../support/until.js';

let core: Core;
let projector: Projector;
let commands: WebhookCommands;
let queries: WebhookDeliveryQueries;
beforeAll(async () => {
  core = await openCore();
  projector = startProjector({ ...core, projections: [webhookDeliveriesProjection] });
  commands = createWebhookCommands({ ...core, eraseDelivery: createEraseDelivery(core) });
  queries = createWebhookDeliveryQueries(core.readModels);
});
afterAll(async () => {
  await projector.stop();
  await core.close();
});

/** A delivery that waits for its first attempt, as its read model shows it; to an address where nobody listens. */
async function queuedDelivery(tenant_id: string): Promise<string> {
  const id = randomUUID();
  const start = startOf(id);
  const request = { stream: executionStream(id), decider: execution, context: { ...anyone, tenant_id } };
  const run = { ...start.run, tenant_id, sync: false, webhook_url: 'http://127.0.0.1:9/hook' };
  await core.handler.handle({ ...request, command: { ...start, run } });
  await core.handler.handle({ ...request, command: finishOf('ERIKSSON') });
  await commands.queueOutcome(anyone, id);
  const head = await core.eventStore.head();
  if (head !== undefined) await passed(core.database.knex, [webhookDeliveriesProjection], head);
  return id;
}

/** The delivery at its end, after polls that follow each other quickly. */
async function delivered(id: string) {
  const stop = startWebhookDeliverer({ ...core, commands, queries, allowPrivate: true, intervalSeconds: 0.05 });
  const ended = await until(async () => {
    const [row] = await queries.list({ execution_id: id, limit: 1 });
    return row && row.status !== 'pending' ? row : undefined;
  });
  await stop();
  return ended;
}

const loseKey = (subject: string) => core.database.knex('subject_keys').where({ subject }).delete();

describe('a delivery', () => {
  it.each([
    ['key', (id: string) => loseKey(webhookDeliveryStream(id)), /address of the receiver is lost/],
    ['body', (id: string) => core.blobs.delete(deliveryBodyKey(id)), /body to be sent is lost/],
    [
      'secret',
      async (_id: string, tenant_id: string) => {
        await commands.secrets(anyone, tenant_id);
        await loseKey(webhookSecretStream(tenant_id));
      },
      /secret that signs it is lost/,
    ],
  ])('whose %s is lost fails after five attempts, which say so', async (what, lose, sentence) => {
    const tenant_id = `tenant-without-${what}`;
    const id = await queuedDelivery(tenant_id);
    await lose(id, tenant_id);
    const { status, attempts } = await delivered(id);
    expect({ status, made: attempts.length }).toEqual({ status: 'failed', made: MAX_ATTEMPTS });
    for (const { error, response_status } of attempts) {
      expect(error).toMatch(sentence);
      expect(response_status).toBeNull();
    }
  });

  it.each([undefined, 'retry-1'])('whose key is lost is not put into the queue again (%s)', async (command_id) => {
    const id = await queuedDelivery('tenant-that-tries-again');
    await loseKey(webhookDeliveryStream(id));
    await delivered(id);
    expect(await queries.find(id)).toMatchObject({ status: 'failed' });
    const retried = commands.retry({ ...anyone, ...(command_id && { command_id }) }, id);
    await expect(retried).rejects.toMatchObject({
      ...{ name: 'DomainError', reason: 'conflict' },
      message: expect.stringContaining('is lost') as string,
    });
  });
});

/** The commands in a process that was started after something was lost. */
function commandsAnew(): WebhookCommands {
  const subjectKeys = createSubjectKeys({ database: core.database, masterKeys: createMasterKeys(core.masterKey) });
  const codec = createEventCodec({ definitions: eventDefinitions, subjectKeys, blobs: core.blobs });
  const handler = createCommandHandler({ ...core, codec });
  return createWebhookCommands({ ...core, handler, eraseDelivery: createEraseDelivery(core) });
}

describe('a secret that is lost', () => {
  it.each([undefined, 'rotate-1'])('is replaced by rotating it (%s)', async (command_id) => {
    const tenant_id = `tenant-that-rotates-${command_id}`;
    const context = { ...anyone, ...(command_id && { command_id }) };
    await commands.secrets(anyone, tenant_id);
    await loseKey(webhookSecretStream(tenant_id));
    const later = commandsAnew();
    await expect(later.secrets(anyone, tenant_id)).rejects.toThrow(SealedValueLost);

    const { value: rotated } = await later.rotateSecret(context, tenant_id);
    expect(rotated.live).toHaveLength(1);
    expect((await later.secrets(anyone, tenant_id)).value).toEqual(rotated);
    if (command_id) expect((await later.rotateSecret(context, tenant_id)).value).toEqual(rotated);

    const { value: next } = await later.rotateSecret(anyone, tenant_id);
    expect(next.live).toEqual([expect.any(Buffer), rotated.live[0]]);
  });
});
