import { createCanvas, type Canvas } from '@napi-rs/canvas';
import { openFile } from '../../src/engines/documents/reading/readDocument.js';
import { DECODE_LIMITS } from '../../src/engines/documents/reading/decodedFile.js';
import { cardDesigns, PRINT_STYLES, type CardDesign } from '../cards/cardDesign.js';
import { CARD_MARGIN, drawCardFront } from '../cards/renderCard.js';
import { areaOfText, type PrintedLine } from '../fonts.js';
import { drawDataPage, linesOfDataPage, PASSPORT_DESIGNS } from '../forgeries/dataPage.js';
import { inventedPage } from '../forgeries/passports.js';
import type { Area } from '../ornament.js';
import { somePdfsOf, type PageUse, type PdfOfPage } from '../pages/index.js';
import { wordsOfPdf } from '../pages/words.js';
import { createRandom } from '../random.js';

/** A page as it is before anyone takes a picture of it, with where its print stands. */
export interface PrintedPage {
  name: string;
  picture: Canvas;
  lines: readonly PrintedLine[];
  portrait?: Area;
}

/**
 * Pages whose pictures thresholds are set with (`fit`), or that tell how well those hold (`judge`): no design is for both. Cards and
 * worded pages are for either, the passports for judging alone.
 * @param pages how many worded pages
 */
export async function* printedPages(use: PageUse, pages: number): AsyncGenerator<PrintedPage> {
  for (const design of await cardDesigns()) if (design.judged === (use === 'judge')) yield printedCard(design);
  if (use === 'judge') yield* printedPassports();
  for await (const pdf of somePdfsOf(use, pages)) yield await printedPdf(pdf);
}

function* printedPassports(): Generator<PrintedPage> {
  const random = createRandom(0x9a55);
  for (const design of PASSPORT_DESIGNS) {
    const page = inventedPage(random);
    const { name, portrait } = design;
    yield {
      ...{ name: `passport ${name}`, portrait },
      ...{ picture: drawDataPage(design, page), lines: linesOfDataPage(design, page) },
    };
  }
}

const VALUES: readonly string[] = ['value', 'plain', 'mono', 'number'];

function printedCard(design: CardDesign): PrintedPage {
  const [x, y, width, height] = design.photo ?? [0, 0, 0, 0];
  return {
    name: `card ${design.name}`,
    picture: drawCardFront(design),
    lines: design.front.map(([left, base, style, text]) => ({
      text,
      at: areaOfText(text, left + CARD_MARGIN, base + CARD_MARGIN, PRINT_STYLES[style]),
      isValue: VALUES.includes(style),
    })),
    ...(design.photo && { portrait: { x: x + CARD_MARGIN, y: y + CARD_MARGIN, width, height } }),
  };
}

async function printedPdf({ name, bytes }: PdfOfPage): Promise<PrintedPage> {
  const [words] = await wordsOfPdf(bytes);
  const file = await openFile(bytes, DECODE_LIMITS);
  const { width, height, data } = await file.pages[0]!.render();
  await file.close();
  const picture = createCanvas(width, height);
  const context = picture.getContext('2d');
  const pixels = context.createImageData(width, height);
  for (let at = 0; at < width * height; at++) {
    for (let channel = 0; channel < 3; channel++) pixels.data[at * 4 + channel] = data[at * 3 + channel]!;
    pixels.data[at * 4 + 3] = 255;
  }
  context.putImageData(pixels, 0, 0);
  const lines = (words?.lines ?? []).map(({ text, box: [x, y, w, h] }) => ({
    text,
    at: { x: x * width, y: y * height, width: w * width, height: h * height },
    isValue: /\d/.test(text) && text.length < 24,
  }));
  return { name, picture, lines };
}
