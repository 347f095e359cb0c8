import { expect, test } from 'vitest';
import { askedServers } from '../support/askedServers.js';
import { commandFor } from './again.js';
import { runSeed } from './runSeed.js';
import { shortFaults, shortSeeds } from './shortSeeds.js';

/** On what: `CHAOS_STACK=eventstore` has events in EventStoreDB, `distributed` a real broker too, `elasticsearch` searches in
 * Elasticsearch; what is outside is killed too. */
const servers = askedServers(process.env, 'CHAOS_STACK');

test.each(shortSeeds(servers))(
  'nothing acknowledged is lost, nothing is done twice, and read models equal rebuilt ones, whatever is killed and cut off (seed %i)',
  async (seed) => {
    const said: string[] = [];
    const settings = { seed, ...shortFaults(servers), ...servers };
    const { wrong, summary, logFolder } = await runSeed({ ...settings, say: (line) => void said.push(line) });
    const about = [wrong.join('; '), `to do it again: ${commandFor(settings)}`, ...said, summary, String(logFolder)];
    expect(wrong, about.join('\n')).toEqual([]);
  },
  // Each wait in it has an end of its own, with a sentence; this is for none of them.
  1_800_000,
);
