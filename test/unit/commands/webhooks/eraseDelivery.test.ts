import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeptAnswers } from '../../../../src/api/http/idempotency/keptAnswers.js';
import { createEraseDelivery, deliveryBodyKey } from '../../../../src/commands/webhooks/eraseDelivery.js';
import { createEraseExecution } from '../../../../src/commands/executions/eraseExecution.js';
import { createWebhookCommands, type WebhookCommands } from '../../../../src/commands/webhooks/webhookCommands.js';
import { execution, executionStream } from '../../../../src/domain/executions/execution.js';
import { webhookDelivery, webhookDeliveryStream } from '../../../../src/domain/webhooks/webhookDelivery.js';
import { BlobNotFound, type BlobStore } from '../../../../src/platform/blobs/blobStore.js';
import { openCore, type Core } from '../../../support/core.js';
import { anyone, finishOf, startOf } from '../../../support/executions.js';

const URL = 'https://hooks.example.com/token-of-the-caller';
let core: Core;
beforeAll(async () => {
  core = await openCore();
});
afterAll(() => core.close());

const webhooks = (blobs: BlobStore = core.blobs): WebhookCommands =>
  createWebhookCommands({ ...core, blobs, eraseDelivery: createEraseDelivery(core) });
const eraseExecution = (id: string) => createEraseExecution(core)(anyone, id);
const deliveryOf = async (id: string) => (await core.handler.load(webhookDeliveryStream(id), webhookDelivery)).state;

/** A run behind the answer that has ended, whose caller waits for a webhook. */
async function endedRun(id: string = randomUUID()): Promise<string> {
  const start = startOf(id);
  const request = { stream: executionStream(id), decider: execution, context: anyone };
  const run = { ...start.run, sync: false, webhook_url: URL };
  await core.handler.handle({ ...request, command: { ...start, run } });
  await core.handler.handle({ ...request, command: finishOf('UNFORGETTABLE') });
  return id;
}

describe('erasing an execution', () => {
  it('erases where its webhook went and the body that was sent', async () => {
    const id = await endedRun();
    await webhooks().queueOutcome(anyone, id);
    expect((await core.blobs.read(deliveryBodyKey(id))).toString()).toContain('UNFORGETTABLE');
    const { event_types } = await eraseExecution(id);
    expect(event_types).toEqual(['ExecutionErased', 'WebhookErased']);
    expect(await deliveryOf(id)).toMatchObject({ status: 'erased', delivery: { url: null, status: 'failed' } });
    await expect(core.blobs.read(deliveryBodyKey(id))).rejects.toThrow(BlobNotFound);
    expect(await webhooks().open(id)).toBeUndefined();
  });

  it('takes the answers that are kept of it for a replay with it, and no other', async () => {
    const answers = createKeptAnswers(core);
    const claim = (key: string, path = '/v1/run', parameters = {}) =>
      answers.claim({ tenant_id: 'acme', method: 'POST', path, parameters, key, fingerprint: Buffer.from(key) });
    const keep = async (...of: Parameters<typeof claim>): Promise<string> => {
      const claimed = await claim(...of);
      if (claimed.outcome !== 'claimed') throw new Error('The key was not to be had');
      await claimed.claim.keep({ status: 200, body: { surname: 'UNFORGETTABLE' } });
      return claimed.claim.made_id;
    };
    const [erased, kept] = [await endedRun(await keep('erased')), await endedRun(await keep('kept'))];
    const retry = (id: string) => [`retry ${id}`, '/v1/deliveries/{id}/retry', { id }] as const;
    for (const id of [erased, kept]) await keep(...retry(id));

    await eraseExecution(erased);
    // Repeated it is still the request that made the run: it is answered by what is left of that.
    expect(await claim('erased')).toMatchObject({ outcome: 'claimed', claim: { made_id: erased } });
    expect(await claim(...retry(erased))).toMatchObject({ outcome: 'claimed' });
    expect(await claim('kept')).toMatchObject({ outcome: 'answered' });
    expect(await claim(...retry(kept))).toMatchObject({ outcome: 'answered' });
  });

  it('can be repeated, and is the same for one without a webhook', async () => {
    const id = await endedRun();
    await eraseExecution(id);
    expect((await eraseExecution(id)).event_types).toEqual([]);
    expect(await deliveryOf(id)).toEqual({ status: 'not_queued' });
  });

  it('leaves nothing to be queued afterwards', async () => {
    const id = await endedRun();
    await eraseExecution(id);
    await webhooks().queueOutcome(anyone, id);
    expect(await deliveryOf(id)).toEqual({ status: 'not_queued' });
  });

  it('leaves no delivery and no body of one that is being queued at the same time', async () => {
    const id = await endedRun();
    const put: BlobStore['put'] = async (key, content, owner) => {
      await eraseExecution(id);
      return core.blobs.put(key, content, owner);
    };
    await webhooks({ ...core.blobs, put }).queueOutcome(anyone, id);
    expect(await deliveryOf(id)).toEqual({ status: 'not_queued' });
    await expect(core.blobs.read(deliveryBodyKey(id))).rejects.toThrow(BlobNotFound);
  });
});
