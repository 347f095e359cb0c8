import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { loadModels, type OcrModels } from '../src/engines/documents/models/loadModels.js';
import { createOcr, openOcr, type Ocr } from '../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../src/engines/documents/reading/readDocument.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { hearRuns } from './hearRuns.js';
import { openOtherReaders, type OtherReader, type Reading } from './otherReaders.js';
import { pagesOf, recall, renderedPages, type BenchPage } from './pages.js';

const run = promisify(execFile);

/** What reading one page took, and what was read. */
interface PageRead {
  page: BenchPage;
  engine: Reading;
  /** The same inputs through the two networks and nothing else, in milliseconds. */
  networks: number;
  /** In the order of the readers. */
  others: Reading[];
}

/** Cores that the engine reads a document with. */
const CORES = 2;

/**
 * Pages through the engine, against its two networks alone, and against the readers that are installed. Reads pages it renders
 * itself, or those of the folder that `BENCH_PAGES` names, laid out like the SROIE data set.
 */
export const benchEngine: Benchmark = async (workshop) => {
  const given = process.env['BENCH_PAGES'];
  const pages = given ? await pagesOf(given) : await renderedPages(6);
  const { ocr, close } = await openOcr(undefined, CORES);
  workshop.atEnd(close);
  const models = await loadModels();
  workshop.atEnd(() => models.release());
  const networks = replaying(models);
  const readers = await openOtherReaders(workshop);
  const [firstPage] = pages as [BenchPage];
  const first = await readPage(ocr, firstPage);
  for (const reader of readers) await reader.read(firstPage);
  const reads: PageRead[] = [];
  for (const page of pages) {
    const engine = await readPage(ocr, page);
    const others: Reading[] = [];
    for (const reader of readers) others.push(await reader.read(page));
    reads.push({ page, engine, networks: await networks(page), others });
  }
  return [
    ...timeFigures(reads, readers),
    ...wordFigures(reads, readers),
    firstFigure(first, reads[0]!),
    await memoryFigure(workshop, firstPage),
  ];
};

function timeFigures(reads: readonly PageRead[], readers: readonly OtherReader[]): Figure[] {
  const engine = mean(reads.map((read) => read.engine.ms));
  const figure = { name: 'engine, a page', value: engine, unit: 'ms' } as const;
  const networks = { name: 'its two networks alone', value: mean(reads.map((read) => read.networks)) };
  return [
    { ...figure, baseline: networks, aim: { of: 'ratio', at: 'most', is: 1.1 } },
    { name: 'engine, pages', value: 1000 / engine, unit: 'pages/s' },
    ...readers.map(({ name, slower }, index): Figure => {
      const baseline = { name, value: mean(reads.map(({ others }) => others[index]!.ms)) };
      return { ...figure, baseline, ...(slower !== undefined && { aim: { of: 'ratio', at: 'most', is: slower } }) };
    }),
  ];
}

function wordFigures(reads: readonly PageRead[], readers: readonly OtherReader[]): Figure[] {
  const share = (words: (read: PageRead) => string[]): number =>
    100 * recall(reads.map((read) => ({ truth: read.page.words, found: words(read) })));
  const figure: Figure = { name: 'engine, words found', value: share((read) => read.engine.words), unit: '%' };
  const against = readers.map(({ name }, index): Figure => {
    const baseline = { name, value: share(({ others }) => others[index]!.words) };
    return { ...figure, baseline, aim: { of: 'ratio', at: 'least', is: 1 } };
  });
  return against.length > 0 ? against : [figure];
}

/** What is made ready while a process starts is not waited for by its first document. */
const firstFigure = (first: Reading, again: PageRead): Figure => ({
  ...{ name: 'engine, the first page after its start', value: first.ms, unit: 'ms' },
  baseline: { name: 'the same page later', value: again.engine.ms },
  aim: { of: 'ratio', at: 'most', is: 1.1 },
});

async function readPage(ocr: Ocr, { bytes }: BenchPage): Promise<Reading> {
  const started = performance.now();
  const document = await readDocument(bytes, { ocr });
  const ms = performance.now() - started;
  return { ms, words: document.pages.flatMap((page) => page.lines.flatMap((line) => line.text.split(' '))) };
}

/** Says what a page takes the networks with nothing around them: on what they are given when it is read, and again. */
function replaying(models: OcrModels): (page: BenchPage) => Promise<number> {
  const inputs: { run: InferenceSession['run']; feeds: InferenceSession.FeedsType }[] = [];
  for (const session of [models.detector, models.recognizer]) {
    const run = hearRuns(session, (feeds) => inputs.push({ run, feeds }));
  }
  const ocr = createOcr(models);
  return async (page) => {
    inputs.length = 0;
    await readPage(ocr, page);
    const started = performance.now();
    for (const { run: network, feeds } of inputs) await network(feeds);
    return performance.now() - started;
  };
}

/** Peak memory of a process that reads ten A4 scans at 300 dpi one after the other. */
async function memoryFigure(workshop: Workshop, { bytes }: BenchPage): Promise<Figure> {
  const scan = join(await workshop.folder(), 'a4.jpg');
  await sharp(bytes).resize(2480, 3508, { fit: 'fill' }).jpeg().toFile(scan);
  const reader = fileURLToPath(new URL('./peakMemory.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [reader, ...Array.from({ length: 10 }, () => scan)]);
  const aim = { of: 'value', at: 'most', is: 700 } as const;
  return { name: 'engine, peak memory, A4 at 300 dpi', value: Number(stdout), unit: 'MiB', aim };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
