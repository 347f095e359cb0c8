import { parseArgs } from 'node:util';
import { commandFor } from './again.js';
import type { FaultKind } from './faults.js';
import { runSeed } from './runSeed.js';

const USAGE =
  'npm run chaos -- [--seeds 1-3] [--runs 1000] [--kafka] [--eventstore] [--elasticsearch] [--only api,database]';

/** `3` or `1-3`. @throws Error for anything else */
function seedsIn(text: string): number[] {
  const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last ?? first)];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to < from)
    throw new Error(`Say it like this: ${USAGE}`);
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-3' },
    runs: { type: 'string', default: '1000' },
    kafka: { type: 'boolean', default: false },
    eventstore: { type: 'boolean', default: false },
    elasticsearch: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const failed: string[] = [];
for (const seed of seedsIn(values.seeds)) {
  const { kafka, eventstore: eventStore, elasticsearch } = values;
  const only = values.only?.split(',') as FaultKind[] | undefined;
  const settings = { seed, runs: Number(values.runs), kafka, eventStore, elasticsearch, only };
  const { wrong, summary, logFolder } = await runSeed({ ...settings, say });
  say(`seed ${seed}: ${summary}`);
  for (const sentence of wrong) say(`seed ${seed}: WRONG: ${sentence}`);
  if (wrong.length > 0) failed.push(commandFor(settings));
  const logs = logFolder === undefined ? '' : `; what the processes said is in ${logFolder}`;
  say(`seed ${seed}: ${wrong.length === 0 ? 'held' : `FAILED${logs}`}`);
}
for (const command of failed) say(`FAILED; to do it again: ${command}`);
process.exit(failed.length > 0 ? 1 : 0);
