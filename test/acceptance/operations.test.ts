import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { blankPage } from './support/blankPage.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createParkedWorkCommands } from '../../src/commands/operations/parkedWorkCommands.js';
import { openCoreAt } from '../support/core.js';
import { until } from '../support/until.js';
import type { Client } from './support/client.js';
import { startMain } from './support/mainProcess.js';
import { startService, type Service } from './support/service.js';

let service: Service;
let admin: Client;
let core: Awaited<ReturnType<typeof openCoreAt>>;

beforeAll(async () => {
  // Nobody takes the work, so that a run stays as it is until somebody decides.
  service = await startService({ ROLES: 'api,projector' });
  admin = await service.withKey('acme', ['read', 'write', 'admin']);
  const { databaseUrl: url, dataDir, masterKey, settings } = service.stack;
  const eventStoreUrl = settings['EVENTSTORE_URL'];
  core = await openCoreAt({ url, folder: join(dataDir, 'blobs'), masterKey, ...(eventStoreUrl && { eventStoreUrl }) });
});
afterAll(async () => {
  await core.close();
  await service.stop();
});

/** A run that was accepted and whose work was parked: its id, and that of the parked work. */
async function parkedRun(): Promise<{ run: string; parked: string }> {
  const { body } = await admin.post('/v1/pipeline/run', {
    ...{ context_id: 'passport', sync: false },
    input: { data: await blankPage(), mime_type: 'image/png', filename: 'page.png' },
  });
  const [run, parked] = [String(body['execution_id']), randomUUID()];
  const context = { tenant_id: 'acme', actor: 'worker:executions', correlation_id: 'c', causation_id: parked };
  await createParkedWorkCommands({ ...core, giveUp: new Map() }).park(context, {
    ...{ parked_id: parked, message_id: parked, topic: 'attest.executions', key: `execution-${run}` },
    ...{ type: 'PipelineRunStarted', payload: { execution_id: run } },
    ...{ error: 'The document engine cannot be started.', attempts: 10 },
  });
  await until(async () => ((await listed(parked)) ? true : undefined));
  return { run, parked };
}
const listed = async (parked: string, query = '', client = admin) =>
  (await client.get(`/v1/operations/parked${query}`)).list.find((work) => work['parked_id'] === parked);
const decide = (parked: string, decision: 'retry' | 'drop', client = admin) =>
  client.post(`/v1/operations/parked/${parked}/${decision}`);
const statusOf = async (run: string) => (await admin.get(`/v1/pipeline/executions/${run}`)).body['status'];

describe('parked work', () => {
  test('is shown with why it failed, to the scope admin alone', async () => {
    const { run, parked } = await parkedRun();
    expect(await listed(parked)).toMatchObject({
      ...{ tenant_id: 'acme', topic: 'attest.executions', payload: { execution_id: run }, status: 'parked' },
      ...{ error: 'The document engine cannot be started.', attempts: 10, times_parked: 1, settled_at: '' },
    });
    const plain = await service.withKey('acme', ['read', 'write']);
    expect((await plain.get('/v1/operations/parked')).status).toBe(403);
    expect((await decide(parked, 'drop', plain)).status).toBe(403);
  });

  test("is seen by its tenant and the platform; another tenant's is 404", async () => {
    const { parked } = await parkedRun();
    const stranger = await service.withKey('other', ['read', 'write', 'admin']);
    expect(await listed(parked, '', stranger)).toBeUndefined();
    expect((await decide(parked, 'retry', stranger)).status).toBe(404);
    expect(await listed(parked, '', service.platform)).toBeDefined();
    expect(await listed(parked, '?tenant_id=other', service.platform)).toBeUndefined();
    expect((await decide(randomUUID(), 'drop')).detail).toBe('There is no parked work with this id');
    expect((await admin.get('/v1/operations/parked?status=lost')).status).toBe(422);
  });

  test('that is dropped ends the run that waited for it, once', async () => {
    const { run, parked } = await parkedRun();
    expect(await statusOf(run)).toBe('running');
    const dropped = await decide(parked, 'drop');
    expect([dropped.status, dropped.body['status']]).toEqual([200, 'dropped']);
    expect((await admin.get(`/v1/pipeline/executions/${run}`)).body).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/send it again/) as string,
    });
    expect(await listed(parked)).toBeUndefined();
    expect(await listed(parked, '?status=dropped')).toBeDefined();
    expect((await decide(parked, 'drop')).status).toBe(409);
    expect((await decide(parked, 'retry')).detail).toBe('The work was dropped already');
  });

  test('that is retried is done by the next worker', async () => {
    const { run, parked } = await parkedRun();
    expect((await decide(parked, 'retry')).body).toMatchObject({ status: 'retried', times_parked: 1 });
    expect((await decide(parked, 'retry')).detail).toBe('The work was handed out again already');
    const worker = startMain({ ...service.stack.settings, ROLES: 'relay,worker' });
    try {
      await until(async () => ((await statusOf(run)) === 'completed' ? true : undefined), 90_000);
    } finally {
      worker.child.kill('SIGTERM');
      expect(await worker.exit()).toBe(0);
    }
  });
});
