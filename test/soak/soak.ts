import { parseArgs } from 'node:util';
import { runSoak } from './runSoak.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('Say it like this: npm run soak -- [--minutes 60]');
const say = (line: string): void => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
const wrong = await runSoak({ minutes, say });
for (const sentence of wrong) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? 'held: nothing is left, and nothing grew, that the load does not explain' : 'FAILED');
process.exit(wrong.length === 0 ? 0 : 1);
