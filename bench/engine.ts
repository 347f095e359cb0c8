import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { InferenceSession } from 'onnxruntime-node';
import sharp from 'sharp';
import { loadModels, type OcrModels } from '../src/engines/documents/models/loadModels.js';
import { createOcr, type Ocr } from '../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../src/engines/documents/reading/readDocument.js';
import type { Benchmark, Figure, Workshop } from './figure.js';
import { pagesOf, recall, renderedPages, type BenchPage } from './pages.js';

const run = promisify(execFile);

/** What reading one page took, in milliseconds, and what was read. */
interface PageRead {
  page: BenchPage;
  engine: { ms: number; words: string[] };
  /** The same inputs through the two networks and nothing else. */
  networks: number;
  /** Where the command is installed. */
  tesseract?: { ms: number; words: string[] };
}

/**
 * Pages through the engine, against its two networks alone and against the `tesseract` command line with one thread. Reads
 * pages it renders itself, or those of the folder that `BENCH_PAGES` names, laid out like the SROIE data set.
 */
export const benchEngine: Benchmark = async (workshop) => {
  const given = process.env['BENCH_PAGES'];
  const pages = given ? await pagesOf(given) : await renderedPages(6);
  const models = await loadModels();
  workshop.atEnd(() => models.release());
  const recorder = recordInputs(models);
  const ocr = createOcr(models);
  const tesseract = await tesseractIn(workshop);
  await readPage(ocr, pages[0]!); // the first page pays for allocation
  const reads: PageRead[] = [];
  for (const page of pages) {
    recorder.inputs.length = 0;
    const engine = await readPage(ocr, page);
    reads.push({ page, engine, networks: await recorder.replay(), tesseract: await tesseract?.(page) });
  }
  return [...timeFigures(reads), ...wordFigures(reads), await memoryFigure(workshop, pages[0]!)];
};

function timeFigures(reads: readonly PageRead[]): Figure[] {
  const engine = mean(reads.map((read) => read.engine.ms));
  const networks = { name: 'its two networks alone', value: mean(reads.map((read) => read.networks)) };
  const figures: Figure[] = [
    {
      name: 'engine, a page',
      value: engine,
      unit: 'ms',
      baseline: networks,
      aim: { of: 'ratio', at: 'most', is: 1.2 },
    },
    { name: 'engine, pages', value: 1000 / engine, unit: 'pages/s' },
  ];
  const others = reads.flatMap((read) => read.tesseract ?? []);
  if (others.length === 0) return figures;
  const baseline = { name: 'tesseract, one thread', value: mean(others.map(({ ms }) => ms)) };
  return [
    ...figures,
    { name: 'engine, a page', value: engine, unit: 'ms', baseline, aim: { of: 'ratio', at: 'most', is: 1 } },
  ];
}

function wordFigures(reads: readonly PageRead[]): Figure[] {
  const share = (words: (read: PageRead) => string[]): number =>
    100 * recall(reads.map((read) => ({ truth: read.page.words, found: words(read) })));
  const figure: Figure = { name: 'engine, words found', value: share((read) => read.engine.words), unit: '%' };
  if (!reads[0]?.tesseract) return [figure];
  const baseline = { name: 'tesseract', value: share((read) => read.tesseract?.words ?? []) };
  return [{ ...figure, baseline, aim: { of: 'ratio', at: 'least', is: 1 } }];
}

async function readPage(ocr: Ocr, { bytes }: BenchPage): Promise<{ ms: number; words: string[] }> {
  const started = performance.now();
  const document = await readDocument(bytes, { ocr });
  const ms = performance.now() - started;
  return { ms, words: document.pages.flatMap((page) => page.lines.flatMap((line) => line.text.split(' '))) };
}

/** Notes what the networks are given, so that they can be run on it again with nothing around them. */
function recordInputs(models: OcrModels): { inputs: unknown[]; replay(): Promise<number> } {
  const inputs: { run: InferenceSession['run']; feeds: InferenceSession.FeedsType }[] = [];
  for (const session of [models.detector, models.recognizer]) {
    const original: InferenceSession['run'] = session.run.bind(session);
    session.run = (feeds: InferenceSession.FeedsType) => {
      inputs.push({ run: original, feeds });
      return original(feeds);
    };
  }
  return {
    inputs,
    async replay() {
      const started = performance.now();
      for (const { run: network, feeds } of inputs) await network(feeds);
      return performance.now() - started;
    },
  };
}

/** Reads pages with the `tesseract` command, set to blocks of text; `undefined` where it is not installed. */
async function tesseractIn(
  workshop: Workshop,
): Promise<((page: BenchPage) => Promise<PageRead['tesseract']>) | undefined> {
  const installed = await run('tesseract', ['--version']).then(
    () => true,
    () => false,
  );
  if (!installed) return undefined;
  const folder = await workshop.folder();
  return async (page) => {
    const file = join(folder, page.name);
    await writeFile(file, page.bytes);
    const started = performance.now();
    const { stdout } = await run('tesseract', [file, 'stdout', '--psm', '6'], {
      env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    });
    return { ms: performance.now() - started, words: stdout.split(/\s+/) };
  };
}

/** Peak memory of a process that reads ten A4 scans at 300 dpi one after the other. */
async function memoryFigure(workshop: Workshop, { bytes }: BenchPage): Promise<Figure> {
  const scan = join(await workshop.folder(), 'a4.jpg');
  await sharp(bytes).resize(2480, 3508, { fit: 'fill' }).jpeg().toFile(scan);
  const reader = fileURLToPath(new URL('./peakMemory.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [reader, ...Array.from({ length: 10 }, () => scan)]);
  const aim = { of: 'value', at: 'most', is: 1.2 * 1024 } as const;
  return { name: 'engine, peak memory, A4 at 300 dpi', value: Number(stdout), unit: 'MiB', aim };
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
