import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { readBarcodes } from '../../../../../src/engines/documents/barcode/readBarcodes.js';
import { documentOf, rasterOf } from '../../../../support/pages.js';

const LICENCE =
  '@\n\u001e\rANSI 636000100002DL00410278ZV03190008DLDAQT64235789\nDCSSAMPLE\nDDEN\nDACMICHAEL\nDADJOHN\nDBB06061986\n' +
  'DBA12102024\nDBD06062016\nDBC1\nDAU068 in\nDAYBRO\nDAG2300 WEST BROAD STREET\nDAIRICHMOND\nDAJVA\nDAK232690000  \nDCGUSA\rZVZVA01\r';

interface Placement {
  format?: 'PDF417' | 'QRCode';
  width?: number;
  turn?: number;
}

/** A page with the symbol on it, saved as a JPEG as a camera does. */
async function photographOf(text: string, { format = 'PDF417', width = 800, turn = 0 }: Placement): Promise<Buffer> {
  const { image } = await writeBarcode(text, { format, scale: 4 });
  const symbol = await sharp(Buffer.from(await image!.arrayBuffer())).flatten({ background: '#fff' }).resize({ width }).png().toBuffer(); // prettier-ignore
  const turned = await sharp(symbol).rotate(turn, { background: '#fff' }).png().toBuffer();
  return sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#f4f4f4' } })
    .composite([{ input: turned, left: 300, top: 240 }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function readingsOf(text: string, placement: Placement) {
  return readBarcodes(documentOf({ raster: await rasterOf(await photographOf(text, placement)) }));
}

beforeAll(() => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
});

test.each([0, 4, -4, 8, -8, 12, -12, 16, -16, 90, 180])(
  'a PDF417 turned by %i degrees is read to the letter',
  async (turn) => {
    const readings = await readingsOf(LICENCE, { turn, width: 640 });
    expect(readings.map((reading) => [reading.format, reading.text])).toEqual([['PDF417', LICENCE]]);
  },
);

test.each([700, 500, 400])('a PDF417 %i pixels wide is read to the letter', async (width) => {
  const readings = await readingsOf(LICENCE, { width });
  expect(readings.map((reading) => reading.text)).toEqual([LICENCE]);
});

test('a reading says where on the page its symbol stands', async () => {
  const [reading] = await readingsOf(LICENCE, { width: 640 });
  const [x, y, width] = reading!.box;
  // The symbol was drawn at 300, 240 on 1500 by 1000, 640 wide; the box keeps a margin around it.
  expect(x).toBeGreaterThan(0.1);
  expect(x).toBeLessThan(0.23);
  expect(y).toBeGreaterThan(0.15);
  expect(y).toBeLessThan(0.27);
  expect(width).toBeGreaterThan(0.4);
  expect(width).toBeLessThan(0.6);
});

test('the fields of a driving licence come with the reading', async () => {
  const [reading] = await readingsOf(LICENCE, {});
  expect(reading?.aamva?.mapped).toMatchObject({
    document_number: { value: 'T64235789' },
    surname: { value: 'SAMPLE' },
    given_names: { value: 'MICHAEL JOHN' },
    birth_date: { value: '1986-06-06', raw: '06061986' },
  });
});

test('a PDF417 that is no driving licence is read without its fields', async () => {
  const [reading] = await readingsOf('M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100', {});
  expect(reading?.text).toContain('DESMARAIS');
  expect(reading?.aamva).toBeUndefined();
});

test('a QR code is read', async () => {
  const readings = await readingsOf('https://example.org/verify?id=17', { format: 'QRCode', width: 240, turn: 7 });
  expect(readings.map(({ format, text }) => [format, text])).toEqual([['QRCode', 'https://example.org/verify?id=17']]);
});

test('a page without a symbol yields nothing', async () => {
  expect(await readBarcodes(documentOf({}))).toEqual([]);
});
