import { v7 as uuid } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { registeredFaceStream } from '../../../../src/domain/faces/index.js';
import { createSealedVectors } from '../../../../src/platform/sealing/sealedVectors.js';
import { openCore } from '../../../support/core.js';
import { until } from '../../../support/until.js';

it('who listens is told of each vector that is dropped, and of each whose key is erased, with the space that it was in', async () => {
  const core = await openCore();
  onTestFinished(() => core.close());
  const sealed = createSealedVectors(core.database, core.subjectKeys, { error: () => undefined });
  const told: unknown[] = [];
  await sealed.onDropped((which) => told.push(which));

  const aVector = (space: string) => ({ space, vector_id: uuid(), subject: registeredFaceStream(uuid()) });
  const [dropped, erased] = [aVector('faces:live:acme:custom:two words'), aVector('faces:live:globex:custom')];
  for (const kept of [dropped, erased]) await sealed.add({ ...kept, vector: Float32Array.of(1, 0) });
  await sealed.drop(dropped.vector_id);
  await core.subjectKeys.erase(erased.subject);

  await until(() => told.length === 2 || undefined);
  expect(told).toEqual([dropped, erased].map(({ vector_id, space }) => ({ vector_id, space })));
});
