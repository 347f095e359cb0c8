import { expect, test } from 'vitest';
import { runSeed } from './runSeed.js';

/** `CHAOS_KAFKA=true`: on the bus of a real broker, which is killed too. */
const kafka = process.env['CHAOS_KAFKA'] === 'true';
/** A few minutes of it; `npm run chaos` takes other seeds and more runs. */
const SEEDS = kafka ? [3] : [1, 2];
const RUNS = 60;

test.each(SEEDS)(
  'nothing acknowledged is lost, nothing is done twice, and read models equal rebuilt ones, whatever is killed (seed %i)',
  async (seed) => {
    const said: string[] = [];
    const { wrong, summary, logFolder } = await runSeed({
      seed,
      runs: RUNS,
      kafka,
      say: (line) => void said.push(line),
    });
    const again = `npm run chaos -- --seeds ${seed} --runs ${RUNS}${kafka ? ' --kafka' : ''}`;
    expect(wrong, [wrong.join('; '), again, ...said, summary, logFolder].join('\n')).toEqual([]);
  },
  // Each wait in it has an end of its own, with a sentence; this is for none of them.
  1_800_000,
);
