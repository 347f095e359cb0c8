import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { COPIES, type CopyName } from '../../../../../specimens/copies/index.js';
import { writeText } from '../../../../../specimens/fonts.js';
import { type DataPage, drawDataPage, linesOfDataPage, PASSPORT_DESIGNS } from '../../../../../specimens/forgeries/dataPage.js'; // prettier-ignore
import { ANNA } from '../../../../../specimens/index.js';
import { createRandom } from '../../../../../specimens/random.js';
import { type MeasuredLine, oddestPaper, paperDiffers } from '../../../../../src/engines/documents/forensics/picture/paperDiffers.js'; // prettier-ignore
import type { Line, Page } from '../../../../../src/engines/documents/reading/page.js';
import { toRaster } from '../../../../../src/engines/documents/reading/raster.js';

const design = PASSPORT_DESIGNS[1]!;
const page: DataPage = {
  person: ANNA,
  document_number: 'K20457713',
  issue_date: '2021-08-13',
  expiry_date: '2031-08-13',
};
const clean = drawDataPage(design, page);

/** The place of birth is covered with a colour, and the same is written on it in the same face. */
function withPatch(color: string): Canvas {
  const canvas = drawDataPage(design, page);
  const context = canvas.getContext('2d');
  const [x, y] = design.places.birth_place;
  const { size } = design.value;
  context.fillStyle = color;
  context.fillRect(x - 5, y - size, 330, size + 10);
  writeText(context, page.person.birth_place, x, y, design.value);
  return canvas;
}

async function examine(drawn: Canvas, name: CopyName, lines = linesOfDataPage(design, page)) {
  const { bytes, placeOf } = await COPIES[name](drawn, createRandom(1));
  const raster = await toRaster(sharp(bytes));
  const placed = lines.map(({ text, at }): Line => {
    const { x, y, width, height } = placeOf(at);
    const end = placeOf({ x: at.x + at.width, y: at.y, width: 0, height: 0 });
    const start = placeOf({ x: at.x, y: at.y, width: 0, height: 0 });
    const box: Line['box'] = [x / raster.width, y / raster.height, width / raster.width, height / raster.height];
    return { text, box, confidence: 1, words: [], angle: Math.atan2(end.y - start.y, end.x - start.x) };
  });
  const [left, base] = design.places.birth_place;
  const value = placeOf({ x: left, y: base - 20, width: 100, height: 10 });
  return {
    checks: await paperDiffers(pageWith(placed, raster)),
    x: value.x / raster.width,
    y: value.y / raster.height,
  };
}

const pageWith = (lines: Line[], raster: Awaited<ReturnType<Page['raster']>>): Page => ({
  ...{ number: 1, width: raster.width, height: raster.height, source: 'ocr', lines },
  ...{ raster: () => Promise.resolve(raster), region: { read: () => Promise.resolve([]) } },
});

describe('a value on a patch that is lighter than its page', () => {
  test.each(['saved', 'scanned', 'photographed'] as const)(
    'is told, in the same face too, when the page was %s afterwards',
    async (copy) => {
      const { checks, x, y } = await examine(withPatch('#ffffff'), copy);
      expect(checks).toMatchObject([{ code: 'paper_differs_at_value', status: 'failed', weight: 'strong', page: 1 }]);
      const [left, top, width, height] = checks![0]!.box!;
      expect(left - 0.01 < x && x < left + width).toBe(true);
      expect(top - 0.01 < y && y < top + height).toBe(true);
    },
  );

  test('is told where it has the very colour of the paper, by the pattern that it lacks', async () => {
    const { checks } = await examine(withPatch(design.paper), 'scanned without loss');
    expect(checks).toMatchObject([{ code: 'paper_differs_at_value', status: 'failed', weight: 'moderate' }]);
  });
});

describe('a page that nobody touched', () => {
  test.each(Object.keys(COPIES) as CopyName[])('passes when it was %s', async (copy) => {
    // Made smaller, it has too few lines that are large enough to be measured.
    expect((await examine(clean, copy)).checks ?? []).toEqual([]);
  });

  test('is not judged where it has too few lines for one to stand out', async () => {
    const { checks } = await examine(withPatch('#ffffff'), 'saved', linesOfDataPage(design, page).slice(0, 5));
    expect(checks).toBeUndefined();
  });
});

describe('the line that stands out', () => {
  const usual: MeasuredLine = { lighter: 0.2, spread: 0.3, calmer: 0, box: [0, 0, 0.1, 0.1] };
  const patch: MeasuredLine = { lighter: 9, spread: 0.4, calmer: 0.5, box: [0.5, 0.5, 0.1, 0.1] };

  test('is the one on a patch', () => {
    expect(oddestPaper([usual, patch, usual])).toMatchObject({ box: patch.box, elsewhere: 0.2 });
  });

  test('is none where the sides differ, as under a lamp, or where the ground is darker, as in a shaded cell', () => {
    expect(oddestPaper([usual, { ...patch, spread: 6 }, { ...patch, lighter: -9 }])).toBeUndefined();
  });
});

describe('a hostile page', () => {
  test('whose lines say that they are as large as it is not looked at there', async () => {
    const raster = { width: 3000, height: 2000, data: new Uint8Array(3000 * 2000 * 3).fill(200) };
    const lines = Array.from({ length: 500 }, (): Line => ({ text: 'a value', box: [0, 0, 1, 0.3], confidence: 1, words: [] })); // prettier-ignore
    expect(await paperDiffers(pageWith(lines, raster))).toBeUndefined();
  });

  test('whose lines have no size, or stand outside of it, fails nothing', async () => {
    const raster = { width: 60, height: 40, data: new Uint8Array(60 * 40 * 3) };
    const boxes: Line['box'][] = [[0, 0, 0, 0], [2, 2, 1, 1], [-1, -1, 0.5, 0.2]]; // prettier-ignore
    const lines = [...boxes, ...boxes, ...boxes].map((box): Line => ({ text: 'a value', box, confidence: 1, words: [], angle: 0.8 })); // prettier-ignore
    expect(await paperDiffers(pageWith(lines, raster))).toBeUndefined();
  });
});
