import { describe, expect, it } from 'vitest';
import { openOcr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import type { ReadLines } from '../../../../../src/engines/documents/reading/ocr/lineReader.js';
import { startReadingAlong } from '../../../../../src/engines/documents/reading/ocr/readAlong.js';
import {
  createRecognizer,
  readShared,
  type ReadAlong,
} from '../../../../../src/engines/documents/reading/ocr/recognizer.js';
import type { TextBox } from '../../../../../src/engines/documents/reading/ocr/textBox.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { printed, textOf } from './printed.js';

const PICTURE = { width: 1, height: 1, data: new Uint8Array(3) };

/** A box of that length, ten high, by which a line is known again. */
const boxOf = (length: number): TextBox => ({
  corners: [
    [0, 0],
    [length, 0],
    [length, 10],
    [0, 10],
  ],
  score: 1,
});

const lengths = [40, 900, 20, 310, 55, 700, 33, 120, 64, 80, 500, 10, 230, 11, 77];
const boxes = lengths.map(boxOf);

/** Says of each box how long it is, and notes who read what. */
function reader(name: string, noted: string[]): ReadLines {
  return async (_, batch) => {
    await Promise.resolve();
    return batch.map(({ corners: [, [length]] }) => {
      noted.push(`${name} ${length}`);
      return { text: String(length), confidence: 1, box: [0, 0, 1, 1], words: [], angle: 0 };
    });
  };
}

const textsOf = async (along: ReadAlong | undefined, noted: string[]): Promise<(string | undefined)[]> =>
  (await createRecognizer(reader('here', noted), along).recognize(PICTURE, boxes)).map((line) => line?.text);

describe('lines that are read by two', () => {
  it('come in the order of their boxes, each read once', async () => {
    const noted: string[] = [];
    const texts = await textsOf((lines) => readShared(reader('along', noted), lines), noted);
    expect(texts).toEqual(lengths.map(String));
    expect(noted).toHaveLength(lengths.length);
    expect(new Set(noted.map((note) => note.split(' ')[0]))).toEqual(new Set(['here', 'along']));
  });

  it('are read here where who reads along is gone with what it had begun', async () => {
    const noted: string[] = [];
    const texts = await textsOf(async (lines) => {
      Atomics.add(lines.next, 0, 1);
      return Promise.resolve(new Map());
    }, noted);
    expect(texts).toEqual(lengths.map(String));
  });

  it('are shared where they would else be one run', async () => {
    const four = [30, 40, 20, 35].map(boxOf);
    expect(await runsOf(four)).toEqual([4]);
    expect(await runsOf(four, () => Promise.resolve(new Map()))).toEqual([2, 2]);
  });
});

describe('lines that are read together', () => {
  it('are at most as long, padded to the longest of them, as the memory that a run takes is bounded by', async () => {
    const ofEach = [900, 240, 90, 90, 90, 20, 20, 20, 20, 20, 20, 20].map(boxOf);
    expect(await runsOf(ofEach)).toEqual([1, 1, 2, 2, 6]);
  });
});

/** How many lines each run of the network has. */
async function runsOf(lines: readonly TextBox[], along?: ReadAlong): Promise<number[]> {
  const runs: number[] = [];
  const counting: ReadLines = (_, batch) => {
    runs.push(batch.length);
    return Promise.resolve(batch.map(() => undefined));
  };
  await createRecognizer(counting, along).recognize(PICTURE, lines);
  return runs;
}

describe('text recognition on two cores', () => {
  it('reads what it reads on one, and goes on reading when its thread is gone', async () => {
    const page = await printed().encode('png');
    const [one, two] = [await openOcr(undefined, 1), await openOcr(undefined, 2)];
    try {
      const alone = textOf(await readDocument(page, one));
      expect(textOf(await readDocument(page, two))).toEqual(alone);
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
    const thread = await startReadingAlong(undefined);
    await thread.close();
    const lines = { raster: PICTURE, batches: [boxes], next: new Int32Array(new SharedArrayBuffer(4)) };
    expect((await thread.read(lines)).size).toBe(0);
  });
});
