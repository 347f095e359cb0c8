import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { COPIES, type CopyName } from '../../../../../specimens/copies/index.js';
import { cardDesigns, PRINT_STYLES } from '../../../../../specimens/cards/cardDesign.js';
import { CARD_MARGIN, drawCardFront } from '../../../../../specimens/cards/renderCard.js';
import { areaOfText, type Face, type PrintedLine, writeText } from '../../../../../specimens/fonts.js';
import {
  type DataPage,
  drawDataPage,
  linesOfDataPage,
  PASSPORT_DESIGNS,
  printedText,
} from '../../../../../specimens/forgeries/dataPage.js';
import { createRandom } from '../../../../../specimens/random.js';
import { ANNA } from '../../../../../specimens/index.js';
import type { DocumentCheck } from '../../../../../src/domain/documents/index.js';
import { printDiffers } from '../../../../../src/engines/documents/forensics/picture/printDiffers.js';
import type { Line, Page } from '../../../../../src/engines/documents/reading/page.js';
import { toRaster } from '../../../../../src/engines/documents/reading/raster.js';

const design = PASSPORT_DESIGNS[0]!;
const page: DataPage = {
  // Shares digits with the other dates, so that all three can be compared.
  person: { ...ANNA, birth_date: '1983-02-13' },
  document_number: 'K20457713',
  issue_date: '2021-08-13',
  expiry_date: '2031-08-13',
};

/** The date of issue is covered, and another is written in that face. */
function withDateIn(face: Face): Canvas {
  const canvas = drawDataPage(design, page);
  const context = canvas.getContext('2d');
  const [x, y] = design.places.issue_date;
  const { size } = design.value;
  context.fillStyle = design.paper;
  context.fillRect(x - 5, y - size, 330, size + 10);
  writeText(context, printedText(design, { ...page, issue_date: '2023-08-11' }, 'issue_date'), x, y, { face, size });
  return canvas;
}

async function examine(
  drawn: Canvas,
  name: CopyName,
  { lines, seed }: { lines: readonly Pick<PrintedLine, 'text' | 'at'>[]; seed: number } = {
    lines: linesOfDataPage(design, page),
    seed: 5,
  },
) {
  const { bytes, placeOf } = await COPIES[name](drawn, createRandom(seed));
  const raster = await toRaster(sharp(bytes));
  const placed = lines.map(({ text, at }): Line => {
    const { x, y, width, height } = placeOf(at);
    const box: Line['box'] = [x / raster.width, y / raster.height, width / raster.width, height / raster.height];
    return { text: text === '13 AUG 2021' && drawn !== clean ? '11 AUG 2023' : text, box, confidence: 1, words: [] };
  });
  return { raster, checks: await printDiffers(pageWith(placed, raster)), placeOf };
}

const clean = drawDataPage(design, page);

const pageWith = (lines: Line[], raster: Awaited<ReturnType<Page['raster']>>): Page => ({
  ...{ number: 1, width: raster.width, height: raster.height, source: 'ocr', lines },
  ...{ raster: () => Promise.resolve(raster), region: { read: () => Promise.resolve([]) } },
});

const strong: Partial<DocumentCheck> = { code: 'print_differs_at_value', status: 'failed', weight: 'strong', page: 1 };

describe('a date in another face than the other dates of its page', () => {
  test.each(['saved', 'scanned', 'photographed'] as const)('is told when the page was %s afterwards', async (copy) => {
    const { checks, raster, placeOf } = await examine(withDateIn('serif'), copy);
    expect(checks).toMatchObject([strong]);
    const [x, y, width] = checks![0]!.box!;
    const [left, top] = design.places.issue_date;
    const at = placeOf({ x: left, y: top - 30, width: 200, height: 32 });
    expect(Math.abs(x * raster.width - at.x)).toBeLessThan(30);
    expect(Math.abs(y * raster.height - at.y)).toBeLessThan(30);
    expect(width * raster.width).toBeGreaterThan(100);
  });

  test('is told when the face is only narrower', async () => {
    expect((await examine(withDateIn('condensed'), 'scanned')).checks).toMatchObject([strong]);
  });

  test('is not strong when it is only bolder, as issuers print a date that matters', async () => {
    const { checks } = await examine(withDateIn('sans-bold'), 'scanned');
    expect(checks?.map(({ weight }) => weight) ?? []).not.toContain('strong');
  });
});

test.each(Object.keys(COPIES) as CopyName[])(
  'a date that alone is not bold, as the date of issue of many licences, is nothing strong when the card was %s',
  async (copy) => {
    const licence = (await cardDesigns()).find(({ name }) => name === 'licence-us-plain-labels')!;
    const drawn = drawCardFront(licence);
    const lines = licence.front.map(([left, base, style, text]) => ({
      ...{ text, at: areaOfText(text, left + CARD_MARGIN, base + CARD_MARGIN, PRINT_STYLES[style]) },
    }));
    for (const seed of [1, 2, 3]) {
      const { checks } = await examine(drawn, copy, { lines, seed });
      expect(checks?.map(({ weight }) => weight)).not.toContain('strong');
    }
  },
);

describe('dates that are printed alike', () => {
  test.each(Object.keys(COPIES) as CopyName[])('pass when the page was %s', async (copy) => {
    expect((await examine(clean, copy)).checks).toEqual([]);
  });

  test('are not judged where there are only two', async () => {
    const lines = linesOfDataPage(design, page).filter(({ text }) => text !== '13 AUG 2021');
    expect((await examine(clean, 'saved', { lines, seed: 5 })).checks).toBeUndefined();
  });
});

describe('a hostile page', () => {
  test('whose lines say that they are as large as it is not looked at there', async () => {
    const raster = { width: 3000, height: 2000, data: new Uint8Array(3000 * 2000 * 3).fill(200) };
    const lines = Array.from({ length: 500 }, (): Line => ({ text: '01.02.2003 '.repeat(200), box: [0, 0, 1, 1], confidence: 1, words: [] })); // prettier-ignore
    expect(await printDiffers(pageWith(lines, raster))).toBeUndefined();
  });

  test('whose lines have no size, or stand outside of it, fails nothing', async () => {
    const raster = { width: 60, height: 40, data: new Uint8Array(60 * 40 * 3) };
    const boxes: Line['box'][] = [[0, 0, 0, 0], [2, 2, 1, 1], [-1, -1, 0.5, 0.5]]; // prettier-ignore
    const lines = boxes.map((box): Line => ({ text: '01.02.2003', box, confidence: 1, words: [] }));
    expect(await printDiffers(pageWith(lines, raster))).toBeUndefined();
  });
});

test.each([320, 360, 400, 430, 450, 480, 500, 550])(
  'dates of an untouched page are no forgery in a picture that is %i pixels wide',
  async (width) => {
    for (const kernel of ['cubic', 'lanczos3', 'linear'] as const) {
      const small = sharp(await clean.encode('png'))
        .removeAlpha()
        .resize({ width, kernel });
      const raster = await toRaster(small);
      const scale = width / clean.width;
      const lines = linesOfDataPage(design, page).map(({ text, at }): Line => {
        const [left, right] = [(at.x * scale) / raster.width, (at.width * scale) / raster.width];
        const box: Line['box'] = [left, (at.y * scale) / raster.height, right, (at.height * scale) / raster.height];
        return { text, box, confidence: 1, words: [] };
      });
      expect((await printDiffers(pageWith(lines, raster))) ?? []).toEqual([]);
    }
  },
);
