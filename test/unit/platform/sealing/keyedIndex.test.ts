import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotedItem } from '../../../../src/platform/sealing/keyedIndex.js';
import { openCore, type Core } from '../../../support/core.js';

let core: Core;
beforeAll(async () => void (core = await openCore()));
afterAll(() => core.close());

const hash = randomBytes(32);
const thing = async (given: Partial<NotedItem> = {}): Promise<NotedItem> => {
  const subject = given.subject ?? `case-${randomUUID()}`;
  await core.subjectKeys.obtain(subject);
  const noted = [{ hash, beside: null }];
  return { space: 'acme', subject, item: randomUUID(), origin: subject, noted, ...given };
};
const find = (space: string, except = '', hashes: readonly Buffer[] = [hash], beside: Buffer | null = null) =>
  core.keyedIndex.find({ space, except, asked: hashes.map((one) => ({ hash: one, beside })), most: 3 });
const rowsOf = (subject: string) => core.database.knex('keyed_index').where({ subject });

describe('what is noted under a hash', () => {
  it('is found under it, the newest first, in its own space and without what is of the same origin', async () => {
    const space = randomUUID();
    const beside = randomBytes(32);
    const [one, other] = [await thing({ space }), await thing({ space, noted: [{ hash, beside }] })];
    for (const each of [one, other]) await core.keyedIndex.note(each);
    expect(await find(space)).toEqual([
      { hash, beside, item: other.item, origin: other.origin },
      { hash, beside: null, item: one.item, origin: one.origin },
    ]);
    expect((await find(space, one.origin)).map(({ item }) => item)).toEqual([other.item]);
    expect(await find(randomUUID())).toEqual([]);
    expect(await find(space, '', [])).toEqual([]);
    expect(await find(space, '', [randomBytes(32)])).toEqual([]);
  });

  it('is so many of each hash at most', async () => {
    const space = randomUUID();
    for (let n = 0; n < 5; n += 1) await core.keyedIndex.note(await thing({ space }));
    expect(await find(space)).toHaveLength(3);
  });

  it('is not hidden by however many alike where it has another hash beside it than is asked with', async () => {
    const space = randomUUID();
    const [mine, theirs] = [randomBytes(32), randomBytes(32)];
    const another = await thing({ space, noted: [{ hash, beside: theirs }] });
    await core.keyedIndex.note(another);
    for (let n = 0; n < 5; n += 1) await core.keyedIndex.note(await thing({ space, noted: [{ hash, beside: mine }] }));
    const items = (await find(space, '', [hash], mine)).map(({ item }) => item);
    expect([items.length, items.at(-1)]).toEqual([4, another.item]);
    expect(await find(space)).toHaveLength(3);
  });

  it('takes the place of what was noted of the same thing before', async () => {
    const space = randomUUID();
    const one = await thing({ space });
    await core.keyedIndex.note(one);
    const corrected = randomBytes(32);
    await core.keyedIndex.note({ ...one, noted: [{ hash: corrected, beside: null }] });
    expect(await find(space)).toEqual([]);
    expect(await find(space, '', [corrected])).toHaveLength(1);
    await core.keyedIndex.note({ ...one, noted: [] });
    expect(await rowsOf(one.subject)).toEqual([]);
  });

  it('is gone with the data key of its subject, and does not come back', async () => {
    const one = await thing();
    await core.keyedIndex.note(one);
    await core.subjectKeys.erase(one.subject);
    expect(await rowsOf(one.subject)).toEqual([]);
    await core.keyedIndex.note(one);
    expect(await rowsOf(one.subject)).toEqual([]);
  });

  it('is gone also where it is noted while its subject is erased', async () => {
    for (let n = 0; n < 20; n += 1) {
      const one = await thing();
      await Promise.all([core.keyedIndex.note(one), core.subjectKeys.erase(one.subject)]);
      expect(await rowsOf(one.subject)).toEqual([]);
    }
  });

  it('is nothing of a subject that never had a key', async () => {
    const one = { ...(await thing()), subject: `case-${randomUUID()}` };
    await core.keyedIndex.note(one);
    expect(await rowsOf(one.subject)).toEqual([]);
  });
});
