import { expect, test } from 'vitest';
import { runSoak } from './runSoak.js';

/** `npm run soak` takes an hour. */
const MINUTES = 2;

test(
  'nothing grows, and nothing is left behind, that the load does not explain',
  async () => {
    const said: string[] = [];
    const wrong = await runSoak({ minutes: MINUTES, say: (line) => void said.push(line) });
    expect(wrong, [...wrong, ...said].join('\n')).toEqual([]);
  },
  // Each wait in it has an end of its own; this is for none of them.
  1_800_000,
);
