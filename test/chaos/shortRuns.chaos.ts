import { expect, test } from 'vitest';
import { commandFor } from './again.js';
import { runSeed } from './runSeed.js';

/** `CHAOS_STACK=distributed`: on the bus of a real broker and with events in EventStoreDB, which are killed too. */
const isDistributed = process.env['CHAOS_STACK'] === 'distributed';
/** A few minutes of it; `npm run chaos` takes other seeds and more runs. */
const SEEDS = isDistributed ? [3] : [1, 2];
const RUNS = 40;

test.each(SEEDS)(
  'nothing acknowledged is lost, nothing is done twice, and read models equal rebuilt ones, whatever is killed and cut off (seed %i)',
  async (seed) => {
    const said: string[] = [];
    const settings = { seed, runs: RUNS, kafka: isDistributed, eventStore: isDistributed };
    const { wrong, summary, logFolder } = await runSeed({ ...settings, say: (line) => void said.push(line) });
    const about = [wrong.join('; '), `to do it again: ${commandFor(settings)}`, ...said, summary, String(logFolder)];
    expect(wrong, about.join('\n')).toEqual([]);
  },
  // Each wait in it has an end of its own, with a sentence; this is for none of them.
  1_800_000,
);
