import { describe, expect, it } from 'vitest';
import type { Commands } from '../../../../src/commands/core/commands.js';
import { createSlots } from '../../../../src/workers/core/slots.js';
import { jobsOf, type Work } from '../../../../src/workers/core/work.js';

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

  describe.each([1, 2, 4, 8])('for work that waits for %i engine processes', (processes) => {
    const work: Work = {
      ...{ topic: 't', askedBy: {}, concurrency: 'engine', actor: 'a' },
      work: () => Promise.resolve(),
    };
    const slotsOfJob = () => createSlots(jobsOf([work], {} as Commands, processes)[0]!);
    const tenants = Array.from({ length: 8 }, (_, n) => `tenant-${String(n)}`);

    it('are as many for a tenant that is alone as there are processes', () => {
      const slots = slotsOfJob();
      let had = 0;
      while (slots.enter('alone')) had++;
      expect(had).toBe(processes);
    });

    it('are left for an eighth tenant when seven have all that they may, whatever was reserved meanwhile', () => {
      for (const takesAs of ['deliveries', 'reserved', 'reserved while one is delivered']) {
        const slots = slotsOfJob();
        for (const tenant of tenants.slice(0, 7))
          for (let n = 0; n < processes; n++) {
            const reserved = takesAs === 'deliveries' ? undefined : slots.reserve();
            if (takesAs !== 'reserved') slots.enter(tenant);
            reserved?.become(reserved.full.includes(tenant) ? undefined : tenant);
          }
        expect(slots.mayHaveRoomFor('tenant-0')).toBe(false);
        expect(slots.enter('tenant-7')).toBe(true);
      }
    });
  });
});
