import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBarcodes } from '../../src/engines/documents/barcode/readBarcodes.js';
import type { MachineReadings } from '../../src/engines/documents/extract/extraction.js';
import { readMrz } from '../../src/engines/documents/mrz/readMrz.js';
import { openOcr, type Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import type { ReadDocument } from '../../src/engines/documents/reading/page.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';
import { isHeldOut } from './heldOut.js';
import type { KeptReadings } from './keptReadings.js';

/** What the engine read of a document. */
export interface Reading extends Pick<ReadDocument, 'pages'> {
  readings: MachineReadings;
  /** Milliseconds for reading the text, and for looking for zones and barcodes. */
  took: { text: number; machine: number };
}

/** A document as the engine read it. */
export interface ReadFile extends Reading {
  /** File name without its extension. */
  name: string;
  heldOut: boolean;
}

/** What to look for beside text and zones. */
export interface ReadOptions {
  barcodes?: boolean;
}

/** Reads a document with the engine. */
export type Reader = (bytes: Buffer, options: ReadOptions) => Promise<Reading>;

/** What one of the folders may lack. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The names of the files of a folder but for its index, sorted; none when there is no such folder. */
export async function filesOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.csv'))
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Reads with the networks of `OCR_MODELS`, else the shipped ones, and goes by what is kept where that is there. */
export function createReader(kept: KeptReadings | null): Reader {
  let ocr: Promise<Ocr> | undefined;
  const loadedOcr = () => (ocr ??= openOcr(process.env['OCR_MODELS'], 2).then((open) => open.ocr));
  return async (bytes, options) => {
    const known = await kept?.find(bytes, options);
    if (known) return known;
    const reading = await read(bytes, await loadedOcr(), options);
    await kept?.keep(bytes, options, reading);
    return reading;
  };
}

async function read(bytes: Buffer, ocr: Ocr, { barcodes = false }: ReadOptions): Promise<Reading> {
  const started = performance.now();
  const document = await readDocument(bytes, { ocr });
  const text = performance.now() - started;
  const readings = { mrz: await readMrz(document), barcodes: barcodes ? await readBarcodes(document) : [] };
  const machine = performance.now() - started - text;
  await document.close();
  return { pages: document.pages, readings, took: { text, machine } };
}

/** Reads every file of a folder: text, zones, and barcodes where they are asked for. */
export async function readFolder(folder: string, reader: Reader, options: ReadOptions = {}): Promise<ReadFile[]> {
  const files: ReadFile[] = [];
  for (const file of await filesOf(folder)) {
    const reading = await reader(await readFile(join(folder, file)), options);
    files.push({ name: file.replace(/\.\w+$/, ''), heldOut: isHeldOut(file), ...reading });
    process.stderr.write(`\r${folder}: ${files.length} read`);
  }
  if (files.length > 0) process.stderr.write('\n');
  return files;
}
