import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBarcodes } from '../../src/engines/documents/barcode/readBarcodes.js';
import type { MachineReadings } from '../../src/engines/documents/extract/extraction.js';
import { readMrz } from '../../src/engines/documents/mrz/readMrz.js';
import type { Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import type { Page } from '../../src/engines/documents/reading/page.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';

/** A document as the engine read it. */
export interface ReadFile {
  /** File name without its extension. */
  name: string;
  pages: Page[];
  readings: MachineReadings;
  /** Milliseconds for reading the text, and for looking for zones and barcodes. */
  took: { text: number; machine: number };
}

/** What one of the folders may lack. */
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** The names of the files of a folder, sorted; none when there is no such folder. */
export async function filesOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Reads every picture of a folder with the engine: text, zones, and barcodes where they are asked for. */
export async function readFolder(folder: string, ocr: Ocr, { barcodes = false } = {}): Promise<ReadFile[]> {
  const read: ReadFile[] = [];
  for (const file of await filesOf(folder)) {
    const started = performance.now();
    const document = await readDocument(await readFile(join(folder, file)), { ocr });
    const text = performance.now() - started;
    const readings = { mrz: await readMrz(document), barcodes: barcodes ? await readBarcodes(document) : [] };
    const machine = performance.now() - started - text;
    await document.close();
    read.push({ name: file.replace(/\.\w+$/, ''), pages: document.pages, readings, took: { text, machine } });
    process.stderr.write(`\r${folder}: ${read.length} read`);
  }
  if (read.length > 0) process.stderr.write('\n');
  return read;
}
