import sharp from 'sharp';
import { expect, test } from 'vitest';
import { linkCode } from '../../../demo/capture.js';
import { scan } from '../../../src/engines/documents/barcode/zxing.js';
import { rasterOf } from '../../support/pages.js';

/** Which of its two squares, above and below, a character fills with the colour of the writing. */
const FILLED: { readonly [character: string]: readonly [number, number] } = {
  ...{ ' ': [0, 0], '▀': [1, 0] },
  ...{ '▄': [0, 1], '█': [1, 1] },
};

/** What a terminal shows of a text: light on dark, each square ten points wide. */
function asShown(text: string): Promise<Buffer> {
  const rows = text.split('\n').map((line) => [...line].map((character) => FILLED[character] ?? [0, 0]));
  const [width, height] = [Math.max(...rows.map((row) => row.length)), rows.length * 2];
  const data = Buffer.alloc(width * height);
  for (const [at, row] of rows.entries()) {
    for (const [x, [above, below]] of row.entries()) {
      data[at * 2 * width + x] = above * 255;
      data[(at * 2 + 1) * width + x] = below * 255;
    }
  }
  const squares = sharp(data, { raw: { width, height, channels: 1 } });
  return squares
    .resize(width * 10, height * 10, { kernel: 'nearest' })
    .png()
    .toBuffer();
}

test('the code of a link that the demo ends with is read by what reads codes, and leads to the page', async () => {
  const address = `http://127.0.0.1:3000/capture/${'Aa0_-9zZ'.repeat(8)}`;
  const text = linkCode(address);
  const { sightings } = await scan(await rasterOf(await asShown(text)), {});
  expect(sightings.map((one) => one.text)).toEqual([address]);
  // The last line of an odd number of squares has an upper half alone.
  const lines = text.split('\n').slice(0, -1);
  const quiet = [
    ...lines.slice(0, 2),
    ...lines.slice(-1),
    ...lines.flatMap((line) => [line.slice(0, 4), line.slice(-4)]),
  ];
  expect(new Set(quiet.join(''))).toEqual(new Set(['█']));
});
