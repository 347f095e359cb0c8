import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { askedAfresh, knownFor } from '../../../src/platform/knownFor.js';
import { TookTooLong } from '../../../src/platform/within.js';

it('whoever asks afresh shares an answer with others, and never has one from before', async () => {
  const answering: ((answer: string) => void)[] = [];
  const ask = askedAfresh(1, () => new Promise<string>((resolve) => answering.push(resolve)));
  const together = [ask(), ask()];
  while (answering.length === 0) await turn();
  // This one comes while the others are being answered: what is found out for them may be older.
  const later = ask();
  while (answering.length === 1) await turn();
  answering[0]!('first');
  answering[1]!('second');
  expect(await Promise.all([...together, later])).toEqual(['first', 'first', 'second']);
});

it('however often it is asked for, an answer is made once in a while', async () => {
  let made = 0;
  const ask = askedAfresh(600_000, () => Promise.resolve((made += 1)));
  expect(await ask()).toBe(1);
  let answered = 0;
  for (let time = 0; time < 100; time++) {
    void ask().then(() => (answered += 1));
    await turn();
  }
  expect({ made, answered }).toEqual({ made: 1, answered: 0 });
});

it('an answer that cannot be had is asked for again', async () => {
  let away = true;
  const ask = askedAfresh(1, () => (away ? Promise.reject(new Error('away')) : Promise.resolve('here')));
  await expect(ask()).rejects.toThrow('away');
  away = false;
  expect(await ask()).toBe('here');
});

it('what takes longer to find out than anybody waits is not asked for again meanwhile', async () => {
  let asked = 0;
  let end: (answer: string) => void = () => undefined;
  const ask = knownFor(5, () => {
    asked += 1;
    return new Promise<string>((resolve) => (end = resolve));
  });
  for (let time = 0; time < 3; time++) await expect(ask()).rejects.toThrow(TookTooLong);
  expect(asked).toBe(1);
  const last = ask();
  end('known');
  expect(await last).toBe('known');
});
