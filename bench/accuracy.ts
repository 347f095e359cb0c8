import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AccuracyFigure } from './accuracy/accuracyFigure.js';
import { measureCaptured } from './accuracy/captured.js';
import { measureCards } from './accuracy/cardFields.js';
import { measureClassification } from './accuracy/classification.js';
import { losses, type Measurement } from './accuracy/compare.js';
import { measureConfidences } from './accuracy/confidences.js';
import { measureForensics } from './accuracy/forensics.js';
import { measureForgeries } from './accuracy/forgeries.js';
import { measureInventedZones } from './accuracy/inventedZones.js';
import { measureKinds } from './accuracy/kinds.js';
import type { Measured, Part } from './accuracy/part.js';
import { measurePictures } from './accuracy/pictures.js';
import { measureReceipts } from './accuracy/receipts.js';
import { measureRendered } from './accuracy/rendered.js';
import { measureRenderedZones } from './accuracy/renderedZones.js';
import { measureSmallPrint } from './accuracy/smallPrint.js';
import { measureTimes } from './accuracy/times.js';
import { createWorkbench } from './accuracy/workbench.js';
import { measureWordedPages } from './accuracy/wordedPages.js';
import { measureZones } from './accuracy/zones.js';

/** What is measured on a folder, in the order it is printed. */
const PARTS: readonly Part[] = [
  measureReceipts,
  measureConfidences,
  measureZones,
  measureInventedZones,
  measureRenderedZones,
  measureCards,
  measureClassification,
  measureKinds,
  measureWordedPages,
  measureForensics,
  measurePictures({ use: 'judge', pages: 24, copies: 8, everyPage: 1 }),
  measureForgeries({ clean: 24, rounds: 3 }),
  measureCaptured({ pages: 24, photos: 3 }),
  measureSmallPrint(6),
  measureTimes,
];

/** What is measured without one. */
const PARTS_OF_RENDERED: readonly Part[] = [
  measureRendered,
  measureWordedPages,
  measureForensics,
  measurePictures({ use: 'judge', pages: 4, copies: 2, everyPage: 3 }),
  measureForgeries({ clean: 6, rounds: 1 }),
  measureCaptured({ pages: 0, photos: 1 }),
];

const USAGE = `npm run accuracy -- (DIR | --rendered) [--held-out] [--write FILE] [--against FILE] [--readings FOLDER]
Scores the engine on a folder of real documents: receipts/ (img/, key/), mrz/, ids/, ids-truth/ and kinds/ (index.csv: file,kind), of which any may be missing,
and on zones, cards, forged passports and changed PDFs that the project renders.
  --rendered         on specimens that the project renders, in place of a folder
  --held-out         prints the totals of the held-out files apart; of what was read from these nothing is printed
  --write FILE       where the figures are written to (.cache/accuracy.json)
  --against FILE     figures of another run: says which are worse than their interval was then, and ends with 1 if any is
  --readings FOLDER  keeps what was read, and goes by it as long as file, networks and reading code are the same
`;

async function main(folder: string | undefined, options: Options): Promise<number> {
  const before = options.against && (JSON.parse(await readFile(options.against, 'utf8')) as Measurement);
  const bench = await createWorkbench(folder ?? '', options.readings);
  const results: Measured[] = [];
  for (const part of folder === undefined ? PARTS_OF_RENDERED : PARTS) {
    const result = await part(bench);
    printPart(result, options['held-out']);
    results.push(result);
  }
  const measurement: Measurement = {
    measured_at: new Date().toISOString(),
    figures: results.flatMap(({ figures }) => figures.map(rounded)),
    held_out: results.flatMap(({ heldOut }) => heldOut.map(rounded)),
  };
  await mkdir(dirname(options.write), { recursive: true });
  await writeFile(options.write, `${JSON.stringify(measurement, null, 2)}\n`);
  print('', `The figures are in ${options.write}.`);
  if (!before) return 0;
  const lost = losses(before, measurement);
  print(...(lost.length > 0 ? lost : [`Nothing is worse than its interval in ${options.against ?? ''} was.`]));
  return lost.length > 0 ? 1 : 0;
}

function printPart({ title, figures, heldOut, details }: Measured, withHeldOut: boolean): void {
  if (figures.length + details.length === 0) return;
  print('', title, ...figures.map(lineOf));
  if (withHeldOut && heldOut.length > 0) print('  held out', ...heldOut.map(lineOf));
  print(...details.map((line) => `  ${line}`));
}

/** More digits say nothing, and differ from machine to machine. */
const rounded = (figure: AccuracyFigure): AccuracyFigure => {
  const [value, low, high] = [figure.value, figure.low, figure.high].map((n) => Math.round(n * 1e4) / 1e4);
  return { ...figure, value: value!, low: low!, high: high! };
};

const lineOf = ({ name, value, low, high, count }: AccuracyFigure): string =>
  `  ${name.padEnd(52)} ${value.toFixed(3)}   ${low.toFixed(3)} to ${high.toFixed(3)}   of ${count}`;

const print = (...lines: string[]): void => {
  if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
};

interface Options {
  rendered: boolean;
  'held-out': boolean;
  write: string;
  against?: string | undefined;
  readings?: string | undefined;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rendered: { type: 'boolean', default: false },
    'held-out': { type: 'boolean', default: false },
    write: { type: 'string', default: join('.cache', 'accuracy.json') },
    against: { type: 'string' },
    readings: { type: 'string' },
  },
});
const [folder] = positionals;
const isFolder = folder !== undefined && (await stat(folder).then((found) => found.isDirectory(), () => false)); // prettier-ignore
if (isFolder === values.rendered) {
  process.stderr.write(USAGE);
  process.exitCode = 1;
} else {
  process.exitCode = await main(folder, values);
}
