import { beforeAll, expect, test } from 'vitest';
import { answerRenderedZone } from '../../../../../bench/accuracy/renderedZones.js';
import { renderZone, type Cover } from '../../../../../specimens/zones.js';
import { readMrz } from '../../../../../src/engines/documents/mrz/readMrz.js';
import type { Ocr } from '../../../../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../../../../src/engines/documents/reading/readDocument.js';
import { shippedOcr } from '../../../../support/shippedOcr.js';

let ocr: Ocr;
beforeAll(async () => {
  ocr = await shippedOcr();
});

async function answerFor(seed: number, cover?: Cover) {
  const specimen = await renderZone(seed, cover);
  const document = await readDocument(specimen.bytes, { ocr });
  try {
    return answerRenderedZone(specimen, await readMrz(document, { today: new Date('2026-06-01T00:00:00Z') }));
  } finally {
    await document.close();
  }
}

test.each([3, 5])('the zone of a photographed document is read, every check digit right: seed %i', async (seed) => {
  expect(await answerFor(seed)).toMatchObject({ right: true, wrong: [] });
});

test.each([
  [7, 'thumb'],
  [8, 'right'],
] as const)(
  'no name and no country is told wrongly where part of a zone is hidden: seed %i, %s',
  async (seed, cover) => {
    expect((await answerFor(seed, cover)).wrong).toEqual([]);
  },
);
