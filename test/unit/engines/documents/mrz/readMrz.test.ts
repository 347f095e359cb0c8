import { createCanvas } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { writeText } from '../../../../../specimens/fonts.js';
import type { MrzFormat } from '../../../../../src/engines/documents/mrz/mrzReading.js';
import { readMrz } from '../../../../../src/engines/documents/mrz/readMrz.js';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import type { Line, RegionReader } from '../../../../../src/engines/documents/reading/page.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { composeMrz, type MrzContent } from '../../../../support/mrz.js';
import { documentOf, linesOf } from '../../../../support/pages.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';

const TODAY = new Date('2025-06-01T00:00:00Z');

const HOLDER: MrzContent = {
  document_code: 'I',
  issuing_country: 'FIN',
  nationality: 'FIN',
  surname: 'SALMINEN',
  given_names: 'EEVA<MAIJA',
  document_number: 'PK5170432',
  birth_date: '880917',
  sex: 'F',
  expiry_date: '310428',
};

const FORMATS: [MrzFormat, MrzContent][] = [
  ['TD3', { ...HOLDER, document_code: 'P' }],
  ['TD1', HOLDER],
  ['TD2', HOLDER],
  ['MRV-A', { ...HOLDER, document_code: 'V' }],
  ['MRV-B', { ...HOLDER, document_code: 'V' }],
  [
    'FRA_ID',
    {
      surname: 'LECLERC',
      given_names: 'MARIE<ANNE',
      department: '693',
      office: '012',
      document_number: '120869302417',
      birth_date: '880917',
      sex: 'F',
    },
  ],
  ['FRA_DL', { surname: 'LECLERC', document_number: '18BC70215', expiry_date: '330916' }],
];

let ocr: Ocr;
beforeAll(async () => {
  ocr = await shippedOcr();
});

const SIZE = { width: 1000, height: 640 };

/**
 * The page of a document with its zone at the foot, as a picture.
 * @param apart from base line to base line, in heights of the print
 * @param askew degrees by which every other line is turned against the others
 * @param ends share of the first line behind which it is covered
 */
async function pictureOf(
  lines: readonly string[],
  { foot = 60, apart = 1.7, askew = 0, ends = 1 } = {},
): Promise<Sharp> {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#eef1ea';
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  ['Surname / Nom', 'Given names / Prenoms', 'Date of birth / Date de naissance', 'Authority / Autorite'].forEach(
    (label, i) => {
      writeText(context, label, 380, 90 + i * 90, { size: 20 });
      writeText(context, ['TAMPERE', 'Rovaniemi 12', '17 SEP 1988', 'POLIISI'][i]!, 380, 122 + i * 90, { size: 28 });
    },
  );
  const size = 860 / lines[0]!.length / 0.602;
  lines.forEach((line, i) => {
    context.save();
    context.translate(70, SIZE.height - foot - (lines.length - 1 - i) * size * apart);
    context.rotate(((i % 2) * askew * Math.PI) / 180);
    writeText(context, line, 0, 0, { face: 'mono', size });
    context.restore();
  });
  context.fillStyle = '#eef1ea';
  context.fillRect(70 + ends * 860, SIZE.height - foot - (lines.length - 1) * size * apart - size, 900, size * 1.2);
  return sharp(await canvas.encode('png'));
}

async function readingsOf(picture: Sharp) {
  const document = await readDocument(await picture.jpeg({ quality: 85 }).toBuffer(), { ocr });
  try {
    return await readMrz(document, { today: TODAY });
  } finally {
    await document.close();
  }
}

test.each(FORMATS)('a printed %s zone is read, every check digit right', async (format, content) => {
  const lines = composeMrz(format, content);
  const readings = await readingsOf(await pictureOf(lines));
  expect(readings).toMatchObject([{ format, lines, valid: true, page: 1 }]);
});

test('a zone on a picture that lies sideways, upside down or askew is read', async () => {
  const lines = composeMrz('TD3', { ...HOLDER, document_code: 'P' });
  for (const degrees of [90, 180, 6]) {
    const turned = sharp(await (await pictureOf(lines)).rotate(degrees, { background: '#999' }).png().toBuffer());
    expect(await readingsOf(turned)).toMatchObject([{ format: 'TD3', lines, valid: true }]);
  }
});

test.each([
  ['nearly touch', { apart: 1.05 }],
  ['lie askew to each other', { askew: 1.5, apart: 2.2 }],
  ['end early', { ends: 0.7 }],
])('a zone whose lines %s is read', async (_, print) => {
  const lines = composeMrz('TD3', { ...HOLDER, document_code: 'P' });
  const [reading] = await readingsOf(await pictureOf(lines, print));
  expect(reading).toMatchObject({ format: 'TD3', lines, valid: true, withheld: [] });
});

test('a small picture of a card is read', async () => {
  const lines = composeMrz('TD1', HOLDER);
  expect(await readingsOf((await pictureOf(lines)).resize({ width: 420 }))).toMatchObject([{ lines, valid: true }]);
});

test('both zones of a page with two documents are read', async () => {
  const [first, second] = [composeMrz('TD1', HOLDER), composeMrz('TD3', { ...HOLDER, document_code: 'P' })];
  const [upper, lower] = [
    await (await pictureOf(first)).png().toBuffer(),
    await (await pictureOf(second)).png().toBuffer(),
  ];
  const page = sharp({ create: { ...SIZE, height: 2 * SIZE.height, channels: 3, background: '#fff' } }).composite([
    { input: upper, top: 0, left: 0 },
    { input: lower, top: SIZE.height, left: 0 },
  ]);
  const readings = await readingsOf(sharp(await page.png().toBuffer()));
  expect(readings.map((reading) => reading.lines).sort()).toEqual([first, second].sort());
});

test('a page of print without a zone yields none', async () => {
  expect(await readingsOf(await pictureOf(['TOTAL 1047.20 EUR', 'ACCOUNT 5512 0043 9917']))).toEqual([]);
});

test('fields say where on the page they stand', async () => {
  const [reading] = await readingsOf(await pictureOf(composeMrz('TD3', { ...HOLDER, document_code: 'P' })));
  const [x, y, width, height] = reading!.fields.birth_date!.box;
  // Characters 13 to 19 of 44 of the lower line, which was written from x 70 to 930 of 1000 with its base line at 580 of 640.
  expect(x).toBeGreaterThan(0.3);
  expect(x + width).toBeLessThan(0.47);
  expect(y).toBeGreaterThan(0.84);
  expect(y + height).toBeLessThan(0.96);
});

// How often a page is read again: a zone read without doubt costs nothing more.

function countingRegion(): { region: RegionReader; reads: () => number } {
  let reads = 0;
  const region: RegionReader = {
    read: () => {
      reads++;
      return Promise.resolve([]);
    },
  };
  return { region, reads: () => reads };
}

test.each<[string, Line[], number]>([
  ['a zone beyond doubt', linesOf(composeMrz('TD1', HOLDER)), 0],
  ['a page without a zone', linesOf(['INVOICE 2024-118', 'TOTAL 1047.20', '0049 30 1234567 8901234']), 0],
])('%s is not read again', async (_, lines, times) => {
  const { region, reads } = countingRegion();
  await readMrz(documentOf({ lines, region }), { today: TODAY });
  expect(reads()).toBe(times);
});

test('a page whose text is digital is never read again', async () => {
  const { region, reads } = countingRegion();
  const lines = linesOf(['P<FINSALMINEN<<EEVA<<<<', 'garbled <<<<<<<<<<<<<<']);
  await readMrz(documentOf({ lines, region, source: 'text_layer' }), { today: TODAY });
  expect(reads()).toBe(0);
});
