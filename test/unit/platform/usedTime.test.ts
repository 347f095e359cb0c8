import { describe, expect, it } from 'vitest';
import { createUsedTime } from '../../../src/platform/usedTime.js';

/** On a clock that only the test moves on. */
function open() {
  let time = 0;
  const used = createUsedTime(() => time);
  return {
    used,
    passes: (ms: number) => void (time += ms),
    next: (...waiting: string[]) => waiting.filter(used.leastOf(waiting)),
  };
}

describe('time that was used', () => {
  it('counts while a turn goes on, and once for each of those that a tenant has at once', () => {
    const { used, passes, next } = open();
    used.begin('a');
    passes(10);
    used.begin('a');
    passes(10);
    expect([used.of('a'), used.of('b')]).toEqual([30, 0]);
    used.end('a');
    passes(10);
    used.end('a');
    passes(10);
    expect(used.of('a')).toBe(40);
    expect(next('a', 'b')).toEqual(['b']);
  });

  it('is counted from when one came: who was away has none in hand', () => {
    const { used, passes, next } = open();
    used.begin('a');
    passes(100);
    used.end('a');
    expect(next('a')).toEqual(['a']);
    expect(next('a', 'b')).toEqual(['a', 'b']);
    used.begin('b');
    passes(1);
    used.end('b');
    expect([used.of('b'), next('a', 'b')]).toEqual([101, ['a']]);
  });

  it('is forgotten when nobody waits, but for turns that go on', () => {
    const { used, passes, next } = open();
    used.begin('a');
    used.begin('b');
    passes(100);
    used.end('b');
    used.forget();
    expect(next('a', 'b')).toEqual(['a', 'b']);
    passes(1);
    expect(next('a', 'b')).toEqual(['b']);
  });
});
