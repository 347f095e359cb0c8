import { describe, expect, it } from 'vitest';
import { createCeilings } from '../../../../src/engines/documents/ceilings.js';

const bytes = new Uint8Array([1, 2, 3]);
const work = () => 'read it';

describe('a document that hit a ceiling', () => {
  it('is known at once where the memory of its process was counted', () => {
    const ceilings = createCeilings();
    ceilings.note(bytes, work, 'out_of_memory');
    expect(ceilings.hitBy(bytes, work)).toBe('out_of_memory');
  });

  it.each(['timed_out', 'aborted', 'killed'] as const)(
    'is known the second time where it %s: once may be the machine',
    (how) => {
      const ceilings = createCeilings();
      ceilings.note(bytes, work, how);
      expect(ceilings.hitBy(bytes, work)).toBeUndefined();
      ceilings.note(bytes, work, how);
      expect(ceilings.hitBy(bytes, work)).toBe(how);
    },
  );

  it('is known the fourth time where it stood still: what makes its reader stand still must not be tried for ever', () => {
    const ceilings = createCeilings();
    for (let time = 1; time < 4; time++) ceilings.note(bytes, work, 'stood_still');
    // Another ceiling is another count.
    ceilings.note(bytes, work, 'timed_out');
    expect(ceilings.hitBy(bytes, work)).toBeUndefined();
    ceilings.note(bytes, work, 'stood_still');
    expect(ceilings.hitBy(bytes, work)).toBe('stood_still');
  });

  it('is not known for other work, and neither is another document of its size', () => {
    const ceilings = createCeilings();
    ceilings.note(bytes, work, 'out_of_memory');
    expect(ceilings.hitBy(bytes, () => 'picture it')).toBeUndefined();
    expect(ceilings.hitBy(new Uint8Array([1, 2, 4]), work)).toBeUndefined();
  });
});
