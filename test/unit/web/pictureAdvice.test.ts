import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { adviceInBrowser, grey, sentByBrowser } from '../../../specimens/asInBrowser.js';
import { renderIdentityCard, renderPassport, renderReceipt, type Specimen } from '../../../specimens/index.js';
import { photographed, type PhotoFlaws } from '../../../specimens/photographed.js';
import { betterBy } from '../../../src/domain/capture/index.js';
import { qualityChecks } from '../../../src/engines/documents/checks/qualityChecks.js';
import { judgeQuality } from '../../../src/engines/documents/quality/judgeQuality.js';
import { readDocument } from '../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../support/shippedOcr.js';
import { isMoving } from '../../../web/capture/src/picture/isMoving.js';
import { COARSE } from '../../../web/capture/src/picture/pictureAdvice.js';

const GOOD: PhotoFlaws = { degrees: 1.5, perspective: 0.02, blur: 0, noise: 3, quality: 88, seed: 7 };

async function photo(render: () => Promise<Specimen>, flaws: Partial<PhotoFlaws> = {}): Promise<Buffer> {
  const image = await loadImage((await render()).bytes);
  const page = createCanvas(image.width, image.height);
  page.getContext('2d').drawImage(image, 0, 0);
  return photographed(page, { ...GOOD, ...flaws });
}

describe('what is said of a picture before it is sent', () => {
  test.each([
    ['passport', renderPassport],
    ['identity card', renderIdentityCard],
    ['receipt', renderReceipt],
  ])('a good photograph of a %s needs nothing better, one out of focus is blurred', async (_, render) => {
    expect(await adviceInBrowser(await photo(render))).toEqual([]);
    expect(await adviceInBrowser(await photo(render, { blur: 1 }))).toEqual([]);
    expect(await adviceInBrowser(await photo(render, { blur: 5 }))).toContain('blurred');
  });

  test('too dark, a reflection, cut off, too far away and nothing at all are told apart', async () => {
    const good = await photo(renderPassport);
    const { width, height } = await sharp(good).metadata();
    expect(await adviceInBrowser(await sharp(good).linear(0.3).jpeg().toBuffer())).toEqual(['dark']);
    const lamp = { at: [0.5, 0.5] as const, radius: 0.1, strength: 300 };
    expect(await adviceInBrowser(await photo(renderPassport, { glare: lamp }))).toEqual(['glare']);
    const half = { left: Math.round(width * 0.3), top: 0, width: Math.round(width * 0.5), height };
    expect(await adviceInBrowser(await sharp(good).extract(half).jpeg().toBuffer())).toContain('cut');
    const around = { top: height, bottom: height, left: width, right: width, background: '#565656' };
    const far = await sharp(good).extend(around).toBuffer();
    expect(await adviceInBrowser(await sharp(far).resize({ width }).jpeg().toBuffer())).toContain('small');
    const desk = await sharp({ create: { width, height, channels: 3, background: '#a0a0a0' } })
      .jpeg()
      .toBuffer();
    expect(await adviceInBrowser(desk)).toEqual(['nothing']);
  });

  test('is what the service says of it once it is sent, for the same reason: of a good photograph, and of one that is dark, glaring, blurred or faint', async () => {
    const ocr = await shippedOcr();
    const poorIn = async (bytes: Buffer): Promise<string[]> => {
      const document = await readDocument(await sentByBrowser(bytes), { ocr });
      const checks = qualityChecks(await judgeQuality(document));
      await document.close();
      return betterBy(checks);
    };
    const good = await photo(renderPassport);
    const lamp = { at: [0.5, 0.5] as const, radius: 0.1, strength: 300 };
    const pale = sharp(good).linear(0.12, 200);
    const photos: [string[], Buffer][] = [
      [[], good],
      [['dark'], await sharp(good).linear(0.3).jpeg().toBuffer()],
      [['glare'], await photo(renderPassport, { glare: lamp })],
      [['blurred'], await photo(renderPassport, { blur: 5 })],
      [['faint'], await pale.jpeg({ quality: 95 }).toBuffer()],
    ];
    for (const [wrong, bytes] of photos) {
      expect({ wrong, here: await adviceInBrowser(bytes) }).toEqual({ wrong, here: wrong });
      expect({ wrong, there: await poorIn(bytes) }).toEqual({ wrong, there: wrong });
    }
  });

  test('a face is asked for light and size alone', async () => {
    const plain = (side: number, background: string) =>
      sharp({ create: { width: side, height: side, channels: 3, background } })
        .jpeg()
        .toBuffer();
    expect(await adviceInBrowser(await plain(700, '#c0b0a0'), 'face')).toEqual([]);
    expect(await adviceInBrowser(await plain(300, '#202020'), 'face')).toEqual(['dark', 'small']);
  });
});

test('the camera is held still where two looks differ by noise alone', async () => {
  const [one, other] = [
    await grey(await photo(renderPassport), COARSE),
    await grey(await photo(renderPassport, { seed: 8 }), COARSE),
  ];
  const turned = await grey(await photo(renderPassport, { degrees: 4 }), COARSE);
  expect([isMoving(undefined, one), isMoving(one, other), isMoving(one, turned)]).toEqual([true, false, true]);
});
