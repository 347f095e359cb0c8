import { beforeEach, describe, expect, it } from 'vitest';
import { createUntilMoved, type UntilMoved } from '../../../../src/commands/core/untilMoved.js';

let revisions: Record<string, bigint>;
/** How often it was made. */
let times: number;
let remembered: UntilMoved<string>;

beforeEach(() => {
  revisions = { goal: 0n, agent: 3n };
  times = 0;
  remembered = createUntilMoved<string>({ lastRevision: (stream) => Promise.resolve(revisions[stream]) });
});

const make = (...of: string[]) =>
  remembered('key', () => {
    times++;
    return Promise.resolve({ made: of.map((stream) => `${stream}@${revisions[stream]}`).join(' '), of });
  });

describe('what was made of streams', () => {
  it('is not made again while none of them has another event', async () => {
    for (let n = 0; n < 5; n++) expect(await make('goal', 'agent', 'none')).toBe('goal@0 agent@3 none@undefined');
    expect(times).toBe(2); // the first time it is not known yet what it is made of
  });

  it.each(['goal', 'agent', 'none'])('is made anew after an event of any of them: %s', async (stream) => {
    for (let n = 0; n < 3; n++) await make('goal', 'agent', 'none');
    revisions[stream] = 7n;
    for (let n = 0; n < 3; n++) expect(await make('goal', 'agent', 'none')).toContain(`${stream}@7`);
  });

  it('is made anew after an event that came while it was made', async () => {
    await make('goal', 'agent');
    const made = remembered('key', () => {
      const before = `goal@${revisions['goal']}`;
      revisions['goal'] = 1n;
      return Promise.resolve({ made: before, of: ['goal', 'agent'] });
    });
    expect(await made).toBe('goal@0');
    expect(await make('goal', 'agent')).toBe('goal@1 agent@3');
  });

  it('goes by all that it is made of, where that is not what it was made of before', async () => {
    for (let n = 0; n < 3; n++) await make('goal', 'agent');
    revisions['goal'] = 1n;
    revisions['other'] = 0n;
    for (let n = 0; n < 3; n++) expect(await make('goal', 'other')).toBe('goal@1 other@0');
    revisions['other'] = 1n;
    expect(await make('goal', 'other')).toBe('goal@1 other@1');
  });

  it('is made again where that failed', async () => {
    await make('goal');
    revisions['goal'] = 1n;
    await expect(remembered('key', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await make('goal')).toBe('goal@1');
  });
});
