import { expect, it } from 'vitest';
import { createTurns } from '../../../src/platform/turns.js';

it('who asks once waits for one piece of work of each other, and not for all of it', async () => {
  const turns = createTurns();
  const done: string[] = [];
  const ask = (who: string, what: string) => turns.take(who, () => Promise.resolve(void done.push(what)));
  const asked = [ask('many', 'a1'), ask('many', 'a2'), ask('many', 'a3'), ask('one', 'b1'), ask('other', 'c1')];
  await Promise.all(asked);
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

it('work that fails is the failure of who asked for it, and the next is done', async () => {
  const turns = createTurns();
  const failed = turns.take('one', () => Promise.reject(new Error('broken')));
  const next = turns.take('one', () => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
