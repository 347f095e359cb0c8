import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readManifest, SHIPPED_OCR_MODELS } from '../../src/engines/documents/models/readManifest.js';
import type { Page } from '../../src/engines/documents/reading/page.js';
import type { Reading, ReadOptions } from './readFolder.js';

/** Readings that are kept in a folder, so that what is made of them can be measured again without reading again. */
export interface KeptReadings {
  find(bytes: Buffer, options: ReadOptions): Promise<Reading | null>;
  keep(bytes: Buffer, options: ReadOptions, reading: Reading): Promise<void>;
}

/** What reads: a change to it makes other readings. */
const READING_CODE = ['reading', 'mrz', 'barcode', 'models'].map((part) =>
  fileURLToPath(new URL(`../../src/engines/documents/${part}/`, import.meta.url)),
);

/** Keeps readings in a folder by the hashes of the file, of the networks and of the code that read it. */
export async function keepReadings(folder: string): Promise<KeptReadings> {
  await mkdir(folder, { recursive: true });
  const reader = await readerHash();
  const pathOf = (bytes: Buffer, { barcodes = false }: ReadOptions): string =>
    join(folder, `${hashOf([bytes, reader, String(barcodes)])}.json`);
  return {
    async find(bytes, options) {
      const text = await readFile(pathOf(bytes, options), 'utf8').catch(() => null);
      if (text === null) return null;
      const { pages, ...reading } = JSON.parse(text) as Reading;
      return { ...reading, pages: pages.map(withoutPicture) };
    },
    keep: (bytes, options, reading) => writeFile(pathOf(bytes, options), JSON.stringify(reading)),
  };
}

/** The picture of a page is not kept, only what was read of it. */
const withoutPicture = (page: Page): Page => ({
  ...page,
  raster: () => Promise.reject(new Error('Of a kept reading there is no picture.')),
  region: { read: () => Promise.reject(new Error('Of a kept reading there is no picture.')) },
});

async function readerHash(): Promise<string> {
  const { manifest, files } = await readManifest(process.env['OCR_MODELS'] ?? SHIPPED_OCR_MODELS);
  const code = await Promise.all(READING_CODE.map(textsUnder));
  return hashOf([JSON.stringify(manifest), files.detector, files.recognizer, files.dictionary, ...code.flat()]);
}

async function textsUnder(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return hash.digest('hex');
}
