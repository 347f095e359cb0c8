import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AccuracyFigure } from './accuracy/accuracyFigure.js';
import { measureClassification } from './accuracy/classification.js';
import { losses, type Measurement } from './accuracy/compare.js';
import { measureInventedZones } from './accuracy/inventedZones.js';
import { keepReadings } from './accuracy/keptReadings.js';
import { measureKinds } from './accuracy/kinds.js';
import type { Measured, Part, Workbench } from './accuracy/part.js';
import { createReader, readFolder, type ReadFile } from './accuracy/readFolder.js';
import { measureReceipts } from './accuracy/receipts.js';
import { measureTimes } from './accuracy/times.js';
import { measureZones } from './accuracy/zones.js';

/** What is measured, in the order it is printed. */
const PARTS: readonly Part[] = [
  measureReceipts,
  measureZones,
  measureInventedZones,
  measureClassification,
  measureKinds,
  measureTimes,
];

const USAGE = `npm run accuracy -- DIR [--held-out] [--write FILE] [--against FILE] [--readings FOLDER]
Scores the engine on a folder of real documents: receipts/ (img/, key/), mrz/, ids/ and kinds/ (index.csv: file,kind), of which any may be missing.
  --held-out         prints the totals of the held-out files apart; of what was read from these nothing is printed
  --write FILE       where the figures are written to (.cache/accuracy.json)
  --against FILE     figures of another run: says which are worse than their interval was then, and ends with 1 if any is
  --readings FOLDER  keeps what was read, and goes by it as long as file, networks and reading code are the same
`;

async function main(folder: string, options: Options): Promise<number> {
  const before = options.against && (JSON.parse(await readFile(options.against, 'utf8')) as Measurement);
  const bench = await workbench(folder, options.readings);
  const results: Measured[] = [];
  for (const part of PARTS) {
    const result = await part(bench);
    printPart(result, options['held-out']);
    results.push(result);
  }
  const measurement: Measurement = {
    measured_at: new Date().toISOString(),
    figures: results.flatMap(({ figures }) => figures),
    held_out: results.flatMap(({ heldOut }) => heldOut),
  };
  await mkdir(dirname(options.write), { recursive: true });
  await writeFile(options.write, `${JSON.stringify(measurement, null, 2)}\n`);
  print('', `The figures are in ${options.write}.`);
  if (!before) return 0;
  const lost = losses(before, measurement);
  print(...(lost.length > 0 ? lost : [`Nothing is worse than its interval in ${options.against ?? ''} was.`]));
  return lost.length > 0 ? 1 : 0;
}

async function workbench(folder: string, kept: string | undefined): Promise<Workbench> {
  const reader = createReader(kept === undefined ? null : await keepReadings(kept));
  const read = new Map<string, Promise<readonly ReadFile[]>>();
  return {
    folder,
    today: new Date().toISOString().slice(0, 10),
    read(part, options = {}) {
      const key = JSON.stringify([part, options]);
      const files = read.get(key) ?? readFolder(join(folder, part), reader, options);
      read.set(key, files);
      return files;
    },
  };
}

function printPart({ title, figures, heldOut, details }: Measured, withHeldOut: boolean): void {
  if (figures.length + details.length === 0) return;
  print('', title, ...figures.map(lineOf));
  if (withHeldOut && heldOut.length > 0) print('  held out', ...heldOut.map(lineOf));
  print(...details.map((line) => `  ${line}`));
}

const lineOf = ({ name, value, low, high, count }: AccuracyFigure): string =>
  `  ${name.padEnd(52)} ${value.toFixed(3)}   ${low.toFixed(3)} to ${high.toFixed(3)}   of ${count}`;

const print = (...lines: string[]): void => {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
};

interface Options {
  'held-out': boolean;
  write: string;
  against?: string | undefined;
  readings?: string | undefined;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'held-out': { type: 'boolean', default: false },
    write: { type: 'string', default: join('.cache', 'accuracy.json') },
    against: { type: 'string' },
    readings: { type: 'string' },
  },
});
const [folder] = positionals;
const isFolder = folder !== undefined && (await stat(folder).then((found) => found.isDirectory(), () => false)); // prettier-ignore
if (!isFolder) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  process.exitCode = await main(folder, values);
}
