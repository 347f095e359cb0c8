import { expect, test } from 'vitest';
import { revisionOf, standing } from '../../../web/src/editor/drafts.js';
import { createOwnChanges } from '../../../web/src/editor/ownChanges.js';
import { stillRefused } from '../../../web/src/editor/places.js';

const at = (revision: number, name: string, config: object = { min_age: 18 }) => ({
  ...{ fields: { name }, config, etag: `"${revision}-0123456789abcdef"` },
});
const began = at(1, 'One');

test('what somebody else saved takes the place of a draft in which nothing was written, and of none other', () => {
  const theirs = at(2, 'Theirs');
  expect(standing(began, began, theirs)).toBe('news');
  expect(standing(at(0, 'Mine'), began, theirs)).toBe('overtaken');
  expect(standing(at(0, 'One', { min_age: 21 }), began, theirs)).toBe('overtaken');
  expect(standing({ fields: { name: 'One' }, config: undefined }, began, theirs)).toBe('overtaken');
  expect(standing(at(0, 'Theirs'), began, theirs)).toBe('news');
});

test('nothing has overtaken a draft where nothing of what is edited is another, or where what is shown is older than what was saved here', () => {
  const mine = at(0, 'Mine');
  expect(standing(mine, began, began)).toBe('as begun');
  expect(standing(mine, began, at(2, 'One'))).toBe('as begun');
  expect(standing(mine, at(2, 'Mine'), began)).toBe('as begun');
});

test('which of two is newer is told by their revisions, and by no clock', () => {
  expect(['"12-0123456789abcdef"', '"9"', ''].map(revisionOf)).toEqual([12, 9, 0]);
});

test('a refusal is of what stood there: not of what comes to its place, nor of that once it was changed', () => {
  const refused = { place: ['required', 1], value: 'bundle' };
  expect(stillRefused(refused, { required: ['card', 'bundle'] })).toBe(true);
  expect(stillRefused(refused, { required: ['bundle', 'letter'] })).toBe(false);
  expect(stillRefused(refused, { required: ['card'] })).toBe(false);
  expect(stillRefused(refused, {})).toBe(false);
  expect(stillRefused({ place: [], value: { required: [] } }, { required: ['card'] })).toBe(true);
});

/** A service that has one thing, and changes it only over the tag that it has. */
function oneThing() {
  let etag = '"1"';
  return (over: string, now: string): Promise<{ response: Response }> => {
    if (over !== etag) return Promise.reject(new Error('changed'));
    etag = now;
    return Promise.resolve({ response: new Response(null, { headers: { etag } }) });
  };
}

test('what was changed here is changed on without being read anew, also while that is on its way; what others changed is not', async () => {
  const [{ change, isOwn }, service] = [createOwnChanges(), oneThing()];
  const changes = ['"2"', '"2"', '"3"'].map((now) => change('"1"', (over) => service(over, now)));
  await Promise.all(changes);
  await service('"3"', '"4"');
  await expect(change('"1"', (over) => service(over, '"5"'))).rejects.toThrow('changed');
  await expect(change('"3"', (over) => service(over, '"5"'))).rejects.toThrow('changed');
  await change('"4"', (over) => service(over, '"5"'));
  expect(['"1"', '"2"', '"3"', '"4"', '"5"'].map(isOwn)).toEqual([false, true, true, false, true]);
});

test('what was asked for behind a change that is refused is not done; what is asked for after that is', async () => {
  const [{ change }, service] = [createOwnChanges(), oneThing()];
  const refused = change('"1"', () => Promise.reject(new Error('refused')));
  const behind = change('"1"', (over) => service(over, '"2"'));
  await expect(refused).rejects.toThrow('refused');
  await expect(behind).rejects.toThrow('refused');
  await change('"1"', (over) => service(over, '"2"'));
});
