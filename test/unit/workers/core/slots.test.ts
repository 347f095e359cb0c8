import { describe, expect, it } from 'vitest';
import { createSlots } from '../../../../src/workers/core/slots.js';

describe('slots', () => {
  it('are a tenant’s up to its share, and there are no more of them than there are', () => {
    const slots = createSlots({ concurrency: 5, share: 2 });
    expect(['a', 'a', 'a', 'b', 'b', 'c', 'd'].map((tenant) => slots.enter(tenant))).toEqual([
      ...[true, true, false, true, true, true, false],
    ]);
    expect(slots.taken()).toBe(5);
    slots.leave('c');
    expect(slots.taken()).toBe(4);
    expect([slots.mayHaveRoomFor('a'), slots.mayHaveRoomFor('d')]).toEqual([false, true]);
  });

  it('that are reserved are nobody’s second one, whoever they turn out to be for', () => {
    const slots = createSlots({ concurrency: 4, share: 2 });
    for (const tenant of ['a', 'b', 'b']) slots.enter(tenant);
    const reserved = slots.reserve();
    expect(reserved?.full).toEqual(['b']);
    expect(slots.enter('a')).toBe(false);
    expect(slots.reserve()).toBeUndefined();
    expect(slots.taken()).toBe(4);
    reserved?.become('a');
    expect([slots.mayHaveRoomFor('a'), slots.mayHaveRoomFor('c')]).toEqual([false, false]);
    for (const tenant of ['a', 'a', 'b', 'b']) slots.leave(tenant);
    slots.reserve()?.become(undefined);
    expect(slots.taken()).toBe(0);
    expect(['a', 'a', 'b', 'b'].map((tenant) => slots.enter(tenant))).toEqual([true, true, true, true]);
  });
});
