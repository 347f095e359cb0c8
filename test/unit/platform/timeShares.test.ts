import { describe, expect, it } from 'vitest';
import { createTimeShares } from '../../../src/platform/timeShares.js';

/** Shares on a clock that only work moves on. */
function open(most = 100) {
  let time = 0;
  const done: string[] = [];
  const shares = createTimeShares({ most, refuse: () => new Error('too much waits'), now: () => time });
  const ask = (who: string, what: string, ms = 1, meanwhile: () => void = () => undefined) =>
    shares.take(who, () => {
      time += ms;
      done.push(what);
      meanwhile();
      return Promise.resolve();
    });
  return { shares, done, ask };
}

describe('work that is done one at a time', () => {
  it('of who asks once waits for one piece of work of each other, and not for all of it', async () => {
    const { done, ask } = open();
    await Promise.all([ask('many', 'a1'), ask('many', 'a2'), ask('many', 'a3'), ask('one', 'b1'), ask('other', 'c1')]);
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('is shared out by time: who takes long waits for all the short work of another', async () => {
    const { done, ask } = open();
    const long = ['a1', 'a2', 'a3'].map((what) => ask('long', what, 1_000));
    const short = ['b1', 'b2', 'b3'].map((what) => ask('short', what, 1));
    await Promise.all([...long, ...short]);
    expect(done).toEqual(['a1', 'b1', 'b2', 'b3', 'a2', 'a3']);
  });

  it('is shared out from when one came: who was away has no time in hand', async () => {
    const { done, ask } = open();
    const late: Promise<void>[] = [];
    const comes = () => void late.push(ask('late', 'b1', 1_000), ask('late', 'b2', 1_000));
    await Promise.all([ask('busy', 'a1', 1_000), ask('busy', 'a2', 1_000, comes), ask('busy', 'a3', 1_000)]);
    await Promise.all(late);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('is refused to who has too much of it waiting, and to nobody else', async () => {
    const { done, ask } = open(1);
    const taken = [ask('many', 'a1'), ask('many', 'a2')];
    const refused = expect(ask('many', 'a3')).rejects.toThrow('too much waits');
    await Promise.all([...taken, ask('one', 'b1'), refused]);
    expect(done).toEqual(['a1', 'b1', 'a2']);
  });

  it('and fails is the failure of who asked for it, and the next is done', async () => {
    const { shares } = open();
    const failed = shares.take('one', () => Promise.reject(new Error('broken')));
    const next = shares.take('one', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
