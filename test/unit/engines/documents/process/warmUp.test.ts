import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readBarcodes } from '../../../../../src/engines/documents/barcode/readBarcodes.js';
import { classifyDocument } from '../../../../../src/engines/documents/classify/classifyDocument.js';
import { warmUp } from '../../../../../src/engines/documents/process/warmUp.js';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { textPdf } from '../../../../acceptance/support/textPdf.js';

// As it is, and tells what was read.
vi.mock('node:fs', { spy: true });

/** The page that is warmed up with has text of its own. */
const ocr: Ocr = {
  name: 'none',
  detect: () => Promise.reject(new Error('There is nothing to be recognised.')),
  recognize: () => Promise.reject(new Error('There is nothing to be recognised.')),
};

/** How often the weights of the classifier and the reader of barcodes were loaded. */
const loaded = (): { weights: number; barcodes: number } => {
  const names = vi.mocked(readFileSync).mock.calls.map(([file]) => (file instanceof URL ? file.href : String(file)));
  const ending = (end: string): number => names.filter((name) => name.endsWith(end)).length;
  return { weights: ending('/words.tsv'), barcodes: ending('/zxing_reader.wasm') };
};

const ONCE = { weights: 1, barcodes: 1 };

describe('an engine process that waits for its first document', () => {
  afterEach(() => {
    vi.mocked(readFileSync).mockClear();
  });

  it('loads nothing where one is there already', async () => {
    expect(await warmUp(ocr, () => true)).toBe(false);
    expect(loaded()).toEqual({ weights: 0, barcodes: 0 });
  });

  it('begins nothing more once one is there', async () => {
    let asked = 0;
    // Asked before each piece of it: the document comes behind the first.
    expect(await warmUp(ocr, () => ++asked > 1)).toBe(false);
    expect(asked).toBe(2);
    expect(loaded()).toEqual({ weights: 0, barcodes: 0 });
  });

  it('has loaded all that the first document would wait for, which loads none of it again', async () => {
    expect(await warmUp(ocr, () => false)).toBe(true);
    expect(loaded()).toEqual(ONCE);
    const document = await readDocument(await textPdf('Receipt 4711 of Harbour Stores', 'Total 120.45'), { ocr });
    classifyDocument(document, [], { mrz: [], barcodes: await readBarcodes(document) });
    await document.close();
    expect(loaded()).toEqual(ONCE);
  });
});
