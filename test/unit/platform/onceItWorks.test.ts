import { expect, it } from 'vitest';
import { onceItWorks } from '../../../src/platform/onceItWorks.js';

it('is asked once for all who want it, and again after it failed', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.resolve('there')];
  let asked = 0;
  const wanted = onceItWorks(() => answers[asked++]!);
  expect(asked).toBe(0);
  const [one, other] = [wanted(), wanted()];
  await expect(one).rejects.toThrow('away');
  await expect(other).rejects.toThrow('away');
  expect(await Promise.all([wanted(), wanted()])).toEqual(['there', 'there']);
  expect([await wanted(), asked]).toEqual(['there', 2]);
});
