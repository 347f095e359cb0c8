import { expect, it } from 'vitest';
import { createCaseReplays } from '../../../../src/commands/cases/caseReplays.js';
import { HeldElsewhere } from '../../../../src/commands/core/heldElsewhere.js';

const context = { tenant_id: 'acme', correlation_id: 'c', actor: 'system' } as never;

it('a replay of which another process reads a document, and comes to no end, is given back to the bus', async () => {
  let asked = 0;
  const readOn = () => {
    asked++;
    return Promise.resolve(false); // a document is held elsewhere
  };
  const replays = createCaseReplays({
    reader: { readOn, finish: () => Promise.reject(new Error('It was not read')) },
    cases: { load: () => Promise.reject(new Error('It is not compared')) } as never,
    clock: () => new Date('2026-03-01T09:00:00Z'),
    patienceMs: 0,
  });
  await expect(replays.processReplay(context, 'session')).rejects.toThrow(HeldElsewhere);
  expect(asked).toBe(1);
});
