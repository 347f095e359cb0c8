import { createCanvas, loadImage, type Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PrintedPage, printedPages } from '../../../../../specimens/copies/index.js';
import { withOtherPortrait, withPaintedValue } from '../../../../../specimens/tampered/index.js';
import type { Area } from '../../../../../specimens/ornament.js';
import type { DocumentCheck } from '../../../../../src/domain/documents/index.js';
import { examineFile } from '../../../../../src/engines/documents/forensics/examineFile.js';
import type { Page } from '../../../../../src/engines/documents/reading/page.js';
import { toRaster } from '../../../../../src/engines/documents/reading/raster.js';

let card: PrintedPage;

beforeAll(async () => {
  for await (const page of printedPages('fit', 0)) {
    if (page.name === 'card identity-german') card = page;
  }
});

const jpegOf = async (picture: Canvas, quality = 90): Promise<Buffer> =>
  sharp(await picture.encode('png')).removeAlpha().jpeg({ quality }).toBuffer(); // prettier-ignore

/** The page as reading finds it in a picture; its lines stand where they were drawn. */
async function pageOf(bytes: Buffer, source: Page['source'] = 'ocr'): Promise<Page> {
  const raster = await toRaster(sharp(bytes).autoOrient());
  const { width, height } = raster;
  const lines = card.lines.map(({ text, at }) => ({
    ...{ text, confidence: 1, words: [] },
    box: [at.x / width, at.y / height, at.width / width, at.height / height] as Page['lines'][number]['box'],
  }));
  const region = { read: () => Promise.resolve([]) };
  return { number: 1, width, height, source, lines, raster: () => Promise.resolve(raster), region };
}

async function examine(bytes: Buffer, mime_type: string, page?: Page): Promise<DocumentCheck[]> {
  const document = { facts: { mime_type, software: [] }, pages: [page ?? (await pageOf(bytes))], pages_total: 1 };
  return examineFile(bytes, document, { today: '2026-06-01' });
}

const told = (checks: readonly DocumentCheck[]) => checks.map(({ code, status }) => [code, status]);

function valueOf(text: string) {
  const line = card.lines.find((one) => one.text === text);
  if (!line) throw new Error(`The card does not say ${text}.`);
  return line.at;
}

const painted = (): Canvas => {
  const { x, y, width, height } = valueOf('ROSTOCK');
  const patch = { x: x - 5, y: y - 3, width: width + 60, height: height + 6 };
  return withPaintedValue(card.picture, patch, 'LEIPZIG', 'sans');
};

describe('a picture that nobody touched', () => {
  test('passes what is looked for', async () => {
    expect(told(await examine(await jpegOf(card.picture), 'image/jpeg'))).toEqual([
      ['ground_differs_at_value', 'passed'],
      ['part_saved_differently', 'passed'],
      ['part_resized', 'not_run'],
      ['print_differs_at_value', 'not_run'],
      ['paper_differs_at_value', 'passed'],
    ]);
  });

  test('is not said to be saved in parts where it is no JPEG', async () => {
    const png = await card.picture.encode('png');
    const [, saved] = await examine(png, 'image/png');
    expect(saved).toMatchObject({ code: 'part_saved_differently', status: 'not_run' });
  });

  test('is not judged by its ground where that is blank', async () => {
    const blank = sharp({ create: { width: 800, height: 500, channels: 3, background: '#ffffff' } });
    const [ground] = await examine(await blank.jpeg().toBuffer(), 'image/jpeg');
    expect(ground).toMatchObject({ code: 'ground_differs_at_value', status: 'not_run' });
  });

  test('is looked at only where it is a picture: a page of text has no ground', async () => {
    const bytes = await jpegOf(card.picture);
    expect(await examine(bytes, 'image/jpeg', await pageOf(bytes, 'text_layer'))).toEqual([]);
  });
});

describe('a document of many pictures', () => {
  const examineAll = (bytes: Buffer, pages: Page[], pages_total: number) =>
    examineFile(
      bytes,
      { facts: { mime_type: 'image/tiff', software: [] }, pages, pages_total },
      { today: '2026-06-01' },
    );

  test('is looked at as far as it is read: a value that was painted over on the tenth page is told with that page', async () => {
    const [clean, forged] = await Promise.all([jpegOf(card.picture), jpegOf(painted())]);
    const [others, last] = await Promise.all([pageOf(clean), pageOf(forged)]);
    const pages = [
      ...Array.from({ length: 9 }, (_, index) => ({ ...others, number: index + 1 })),
      { ...last, number: 10 },
    ];
    const [ground] = await examineAll(clean, pages, 10);
    expect(ground).toMatchObject({ code: 'ground_differs_at_value', status: 'failed', page: 10 });
  });

  test('passes nothing on pages where it has more than were looked at, and says how many they were', async () => {
    const clean = await jpegOf(card.picture);
    const checks = await examineAll(clean, [await pageOf(clean)], 12);
    const ground = checks.find(({ code }) => code === 'ground_differs_at_value');
    const paper = checks.find(({ code }) => code === 'paper_differs_at_value');
    const expected = { status: 'not_run', detail: expect.stringContaining('1 of 12 pages') as string };
    expect([ground, paper]).toMatchObject([expected, expected]);
  });

  test('of which one page cannot be made a picture of still says what was found on the others', async () => {
    const forged = await jpegOf(painted());
    const page = await pageOf(forged);
    const broken = { ...page, number: 2, raster: () => Promise.reject(new Error('No picture.')) };
    const [ground] = await examineAll(forged, [page, broken], 2);
    expect(ground).toMatchObject({ code: 'ground_differs_at_value', status: 'failed', page: 1 });
  });
});

describe('a picture that was changed', () => {
  test('says where a value was painted over, and holds no value', async () => {
    const [ground] = await examine(await jpegOf(painted()), 'image/jpeg');
    expect(ground).toMatchObject({ code: 'ground_differs_at_value', status: 'failed', weight: 'strong', page: 1, values: [] }); // prettier-ignore
    const [x, y] = ground!.box!;
    const at = valueOf('ROSTOCK');
    expect(Math.abs(x * card.picture.width - at.x)).toBeLessThan(20);
    expect(Math.abs(y * card.picture.height - at.y)).toBeLessThan(20);
  });

  test('tells a value that was painted over in a picture that is no JPEG too', async () => {
    const [ground] = await examine(await painted().encode('png'), 'image/png');
    expect(ground).toMatchObject({ code: 'ground_differs_at_value', status: 'failed', weight: 'strong' });
  });

  test('says where another portrait was put in out of a picture that was saved with less detail', async () => {
    const forged = await jpegOf(await withOtherPortrait(card.picture, onBlocks(card.portrait!), 54), 92);
    const [, saved] = await examine(forged, 'image/jpeg');
    expect(saved).toMatchObject({ code: 'part_saved_differently', status: 'failed', weight: 'strong', page: 1 });
    expect(overlap(saved!.box!, card)).toBe(true);
  });

  test('says it on the upright page where the file says that it was taken sideways', async () => {
    const lying = await canvasOf(await sharp(await card.picture.encode('png')).rotate(270).png().toBuffer()); // prettier-ignore
    const { x, y, width, height } = card.portrait!;
    const at = onBlocks({ x: y, y: lying.height - x - width, width: height, height: width });
    const forged = sharp(await (await withOtherPortrait(lying, at, 54)).encode('png')).removeAlpha();
    const bytes = await forged.jpeg({ quality: 92 }).withMetadata({ orientation: 6 }).toBuffer();
    const [, saved] = await examine(bytes, 'image/jpeg');
    expect(saved).toMatchObject({ code: 'part_saved_differently', status: 'failed' });
    expect(overlap(saved!.box!, card)).toBe(true);
  });
});

/** Where the blocks of 8 pixels that a JPEG is made of begin. */
const onBlocks = ({ x, y, ...size }: Area): Area => ({ x: 8 * Math.round(x / 8), y: 8 * Math.round(y / 8), ...size });

async function canvasOf(picture: Buffer): Promise<Canvas> {
  const image = await loadImage(picture);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas;
}

function overlap([x, y, width, height]: readonly number[], { picture, portrait }: PrintedPage): boolean {
  const [left, top] = [x! * picture.width, y! * picture.height];
  const [right, bottom] = [left + width! * picture.width, top + height! * picture.height];
  const { x: px, y: py, width: pw, height: ph } = portrait!;
  return left < px + pw && px < right && top < py + ph && py < bottom;
}

describe('a hostile file', () => {
  test.each([
    ['is cut off in its tables', (bytes: Buffer) => bytes.subarray(0, 90)],
    ['says that a segment is longer than it is', (bytes: Buffer) => withShort(bytes, 4, 0xffff)],
    ['says that a segment has no length', (bytes: Buffer) => withShort(bytes, 4, 0)],
    ['is no JPEG at all', () => Buffer.from('not a picture')],
  ])('that %s is not looked at, and fails nothing', async (_, spoil) => {
    const bytes = await jpegOf(card.picture);
    const [, saved] = await examine(spoil(bytes), 'image/jpeg', await pageOf(bytes));
    expect(saved).toMatchObject({ code: 'part_saved_differently', status: 'not_run' });
  });
});

function withShort(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt16BE(value, at);
  return changed;
}
