import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyedHash } from '../../../../src/platform/sealing/keyedHash.js';
import { openSubjectKeysAlone } from '../../../support/subjectKeys.js';

let here: Awaited<ReturnType<typeof openSubjectKeysAlone>>;
let elsewhere: Awaited<ReturnType<typeof openSubjectKeysAlone>>;
beforeAll(async () => {
  [here, elsewhere] = await Promise.all([openSubjectKeysAlone(), openSubjectKeysAlone()]);
});
afterAll(async () => {
  await Promise.all([here.close(), elsewhere.close()]);
});

const hash = (from: typeof here, purpose: string, value: string) =>
  createKeyedHash(from.subjectKeys)(purpose, value).then((bytes) => bytes.toString('hex'));

it('is the same in all processes of an installation, from the first one on', async () => {
  const hashes = await Promise.all(Array.from({ length: 8 }, () => hash(here, 'reference', 'Zebulon Quillfeather')));
  expect(new Set(hashes).size).toBe(1);
});

it('is told apart by purpose and by installation, and is not the plain SHA-256', async () => {
  const plain = createHash('sha256').update('x').digest('hex');
  const hashes = [await hash(here, 'a', 'x'), await hash(here, 'b', 'x'), await hash(elsewhere, 'a', 'x'), plain];
  expect(new Set(hashes).size).toBe(4);
});
