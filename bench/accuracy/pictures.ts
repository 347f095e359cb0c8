import sharp from 'sharp';
import { examineFile } from '../../src/engines/documents/forensics/examineFile.js';
import type { Page } from '../../src/engines/documents/reading/page.js';
import { toRaster } from '../../src/engines/documents/reading/raster.js';
import { sniffMimeType } from '../../src/engines/documents/reading/sniff.js';
import { COPIES, type Copy, type CopyName, printedPages, type PrintedPage } from '../../specimens/copies/index.js';
import type { PageUse } from '../../specimens/pages/index.js';
import { createRandom } from '../../specimens/random.js';
import { forgedPictures, PICTURE_TRICKS, type PictureTrick } from '../../specimens/tampered/index.js';
import type { AccuracyFigure } from './accuracyFigure.js';
import { type Examined, failedAmong, figuresOfExamined, isFound, isStrong } from './foundForgeries.js';
import { measured, type Measured } from './part.js';

/** What forensics said of one picture. */
type ExaminedPicture = Examined<PictureTrick>;

/** How much is looked at. */
export interface PictureCount {
  /** `fit` is what thresholds are set with, `judge` what tells how they hold: no design is in both. */
  use: PageUse;
  /** Worded pages, beside all cards and passports. */
  pages: number;
  /** Copies of each page that nobody changes. */
  copies: number;
  /** Of how many pages one is changed, in every way. */
  everyPage: number;
}

/**
 * What looking at pictures finds: on copies of pages that nobody changed, and of pages changed in each way. Where lines of text stand is taken
 * from the drawing, so that a hundred pictures take no longer than ten that are read.
 */
export const measurePictures = ({ use, pages, copies, everyPage }: PictureCount) =>
  async function measurePicturesOf(): Promise<Measured> {
    const answers: ExaminedPicture[] = [];
    const random = createRandom(use === 'fit' ? 0xca11b : 0x10d6e);
    const names = Object.keys(COPIES) as CopyName[];
    let number = 0;
    for await (const page of printedPages(use, pages)) {
      for (let copy = 0; copy < copies; copy++) {
        const name = names[(number * copies + copy) % names.length]!;
        const failed = await failedOf(page, await COPIES[name](page.picture, random));
        answers.push({ file: `${page.name}, ${name}`, heldOut: false, trick: null, failed });
      }
      if (number++ % everyPage > 0) continue;
      for await (const forged of forgedPictures(page, random)) {
        const { trick } = forged;
        answers.push({ file: `${page.name}, ${trick}`, heldOut: false, trick, failed: await failedOf(forged, forged) });
      }
    }
    return measured('Forensics of pictures', answers, figuresOf, detailsOf);
  };

async function failedOf(page: Pick<PrintedPage, 'lines'>, { bytes, placeOf }: Copy): Promise<Examined['failed']> {
  const raster = await toRaster(sharp(bytes));
  const { width, height } = raster;
  const lines = page.lines.map(({ text, at }): Page['lines'][number] => {
    const place = placeOf(at);
    const box: Page['lines'][number]['box'] = [place.x / width, place.y / height, place.width / width, place.height / height]; // prettier-ignore
    return { text, box, confidence: 1, words: [], angle: angleOf(at, placeOf) };
  });
  const seen: Page = {
    ...{ number: 1, width, height, source: 'ocr', lines, raster: () => Promise.resolve(raster) },
    region: { read: () => Promise.resolve([]) },
  };
  const facts = { mime_type: (await sniffMimeType(bytes)) ?? '', software: [] };
  return failedAmong(await examineFile(bytes, { facts, pages: [seen], pages_total: 1 }, { today: '2026-06-01' }));
}

/** How a line of print lies in a picture: the direction from its left end to its right. */
function angleOf({ x, y, width }: PrintedPage['lines'][number]['at'], placeOf: Copy['placeOf']): number {
  const [from, to] = [x, x + width].map((end) => placeOf({ x: end, y, width: 0, height: 0 })) as [Place, Place];
  return Math.atan2(to.y - from.y, to.x - from.x);
}

type Place = ReturnType<Copy['placeOf']>;

const figuresOf = (answers: readonly Examined[]): AccuracyFigure[] =>
  figuresOfExamined({ part: 'pictures', tricks: Object.keys(PICTURE_TRICKS), untouched: 'untouched' }, answers);

function detailsOf(answers: readonly Examined[]): string[] {
  const strong = Object.keys(PICTURE_TRICKS).map((trick) => {
    const of = answers.filter((one) => one.trick === trick);
    return `${trick}: ${of.filter(isStrong).length} of ${of.length} strong`;
  });
  const wrong = answers.filter((one) => isFound(one) && one.trick === null);
  return [
    ...strong,
    ...wrong.map(
      ({ file, failed }) => `false alarm: ${file}: ${failed.map(({ code, weight }) => `${code} ${weight}`).join(', ')}`,
    ),
  ];
}
