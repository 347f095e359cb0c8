import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Workshop } from './figure.js';
import type { BenchPage } from './pages.js';

const run = promisify(execFile);

/** What was read of a page. */
export interface Reading {
  ms: number;
  words: string[];
}

/** Another program that reads pages. */
export interface OtherReader {
  name: string;
  /** The engine takes at most so much of its time, where that is an aim. */
  slower?: number;
  read(page: BenchPage): Promise<Reading>;
}

/** Those that are installed here. */
export async function openOtherReaders(workshop: Workshop): Promise<OtherReader[]> {
  const readers = await Promise.all([openTesseract(workshop), openRapidOcr(workshop)]);
  return readers.filter((reader) => reader !== undefined);
}

const isInstalled = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  );

/** The `tesseract` command with one thread, set to blocks of text. Its time has that of its start in it. */
async function openTesseract(workshop: Workshop): Promise<OtherReader | undefined> {
  if (!(await isInstalled('tesseract', '--version'))) return undefined;
  const folder = await workshop.folder();
  return {
    name: 'tesseract, one thread',
    async read(page) {
      const file = join(folder, page.name);
      await writeFile(file, page.bytes);
      const started = performance.now();
      const { stdout } = await run('tesseract', [file, 'stdout', '--psm', '6'], {
        env: { ...process.env, OMP_THREAD_LIMIT: '1' },
      });
      return { ms: performance.now() - started, words: stdout.split(/\s+/) };
    },
  };
}

/** The Python package `rapidocr`, started once and as it comes. */
async function openRapidOcr(workshop: Workshop): Promise<OtherReader | undefined> {
  if (!(await isInstalled('python3', '-c', 'import rapidocr'))) return undefined;
  const folder = await workshop.folder();
  const program = fileURLToPath(new URL('./readWithRapidOcr.py', import.meta.url));
  const child = spawn('python3', [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  workshop.atEnd(() => child.kill());
  const lines = createInterface(child.stdout);
  const ended = once(child, 'exit').then((): never => {
    throw new Error('rapidocr ended before it had read its pages');
  });
  ended.catch(() => undefined); // it is, at the end
  return {
    name: 'rapidocr',
    slower: 0.5,
    async read(page) {
      const file = join(folder, page.name);
      await writeFile(file, page.bytes);
      const answer = once(lines, 'line') as Promise<[string]>;
      child.stdin.write(`${file}\n`);
      const [said] = await Promise.race([answer, ended]);
      const { ms, texts } = JSON.parse(said) as { ms: number; texts: string[] };
      return { ms, words: texts.flatMap((text) => text.split(/\s+/)) };
    },
  };
}
