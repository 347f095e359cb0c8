import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentTypesProjection } from '../../src/projections/documentTypes/documentTypesProjection.js';
import { holdRebuild } from '../support/heldRebuild.js';
import { until } from '../support/until.js';
import { startService, type Service } from './support/service.js';

const PATH = '/v1/operations/read-models';
const NAME = documentTypesProjection.name;

let service: Service;
beforeAll(async () => {
  service = await startService({ ROLES: 'api,projector' });
  const acme = await service.withKey('acme', ['read', 'write']);
  for (let index = 0; index < 25; index++) {
    await acme.post('/v1/document-types', {
      ...{ context_id: `badge_${index}`, display_name: 'Badge', output_schema: { name: 'string' } },
    });
  }
});
afterAll(() => service.stop());

const read = async () =>
  (await service.platform.get(PATH)).list.find(({ name }) => name === NAME) as
    { head: number; position: number; builds: { state: string; done: number; position: number | null }[] } | undefined;

/** What is told of the one build, once it is as it is to be. */
const buildThat = (is: (build: { state: string; done: number; position: number | null }) => boolean) =>
  until(async () => (await read())?.builds.find(is));

test('a rebuild is told of while it goes on, where it was left, from where it goes on, and no more once it is through', async () => {
  expect(await read()).toMatchObject({
    kept_in: 'database',
    served_version: documentTypesProjection.version,
    builds: [],
  });

  const first = await holdRebuild(service, documentTypesProjection);
  const running = await buildThat(({ position, state }) => position !== null && state === 'running');
  const { head } = (await read()) ?? expect.unreachable('it is listed');
  expect(running).toMatchObject({
    ...{ version: documentTypesProjection.version, why: 'rebuild', shares: 0, from_position: null, error: null },
    ...{ done: Number(running.position) / head, begun_at: expect.any(String) as string },
  });
  expect(running.done).toBeGreaterThan(0);
  expect(running.done).toBeLessThan(1);
  await first.leave();
  await first.close();
  expect(await buildThat(({ state }) => state === 'left')).toMatchObject({
    ...{ position: running.position, expected_end: null },
  });

  const second = await holdRebuild(service, documentTypesProjection);
  await buildThat(({ position, state }) => position !== null && state === 'running');
  expect(await read()).toMatchObject({ builds: [{ from_position: running.position }] });
  await second.finish();
  await second.close();
  expect(await read()).toMatchObject({ served_version: documentTypesProjection.version, builds: [] });
});

test('what is told of read models is for an admin of the platform alone', async () => {
  const admin = await service.withKey('acme', ['read', 'write', 'admin']);
  const refused = await admin.get(PATH);
  expect([refused.status, refused.detail]).toEqual([
    403,
    'Read models are kept over all tenants: this needs a key of the platform',
  ]);
  expect(JSON.stringify((await service.platform.get(PATH)).list)).not.toContain('acme');
});
