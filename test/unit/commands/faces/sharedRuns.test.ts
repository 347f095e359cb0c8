import { expect, it } from 'vitest';
import { sharedRuns } from '../../../../src/commands/faces/sharedRuns.js';

it('runs once at a time, and for those who ask meanwhile once more behind it, though one run fails', async () => {
  const ends: ((error?: Error) => void)[] = [];
  let [running, most] = [0, 0];
  const ask = sharedRuns(async () => {
    most = Math.max(most, ++running);
    try {
      await new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
    } finally {
      running--;
    }
  });
  const told: string[] = [];
  const asking = (name: string) => ask().then(() => told.push(name), () => told.push(`${name} failed`)); // prettier-ignore
  const first = asking('first');
  const second = [asking('second'), asking('third')];
  ends[0]!(new Error('no answer'));
  // Whoever asks as soon as one has ended shares the next, which may not have begun.
  const third = first.then(() => asking('fourth'));
  await first;
  await Promise.resolve();
  while (ends.length < 2) await Promise.resolve();
  ends[1]!();
  await Promise.all(second);
  if (ends[2]) ends[2]();
  await third;
  expect([told[0], told.slice(1).sort(), most]).toEqual(['first failed', ['fourth', 'second', 'third'], 1]);
  const alone = asking('alone');
  ends.at(-1)!();
  await alone;
  expect([told.at(-1), running]).toEqual(['alone', 0]);
});
