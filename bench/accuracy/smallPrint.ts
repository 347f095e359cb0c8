import { openOcr, type Ocr } from '../../src/engines/documents/reading/ocr/ocr.js';
import { readDocument } from '../../src/engines/documents/reading/readDocument.js';
import { compactText } from '../../src/engines/documents/text/fold.js';
import { sentByBrowser } from '../../specimens/asInBrowser.js';
import { photographed } from '../../specimens/photographed.js';
import { createRandom, type Random } from '../../specimens/random.js';
import { smallPrint, type PrintedCode } from '../../specimens/smallPrint.js';
import { share, type AccuracyFigure } from './accuracyFigure.js';
import { measured, type AnswerOfFile, type Measured } from './part.js';

/** A code that is printed small, and whether it was read of the photograph, and of what the page of a link makes of it. */
interface SmallCode extends AnswerOfFile, PrintedCode {
  ofPhoto: boolean;
  ofSent: boolean;
}

/** Heights of print, in points: terms of contracts are set in six to eight, and of less than five not even all of the photograph is read. */
const POINTS = [4, 5, 6, 7];

/**
 * Whether a picture that the page of a link has made small for a slow network still shows small print: codes of letters and digits, which no language helps to
 * guess, on photographs of a whole sheet of A4, read as they were taken and as they are sent.
 */
export const measureSmallPrint = (photos: number) =>
  async function measureSmallPrintOfPhotos(): Promise<Measured> {
    const { ocr } = await openOcr(process.env['OCR_MODELS'], 2);
    const random = createRandom(0x5ba11);
    const answers: SmallCode[] = [];
    for (let photo = 0; photo < photos; photo++) {
      const { sheet, codes } = smallPrint(POINTS, random);
      const taken = await photographed(sheet, flawsOf(random));
      const [ofPhoto, ofSent] = [await readOf(taken, ocr), await readOf(await sentByBrowser(taken), ocr)];
      for (const printed of codes) {
        const [isOfPhoto, isOfSent] = [ofPhoto, ofSent].map((text) => text.includes(printed.code)) as [
          boolean,
          boolean,
        ];
        answers.push({ ...printed, file: `photograph ${photo}`, heldOut: false, ofPhoto: isOfPhoto, ofSent: isOfSent });
      }
    }
    return measured('Small print that is sent', answers, figuresOf, detailsOf);
  };

/** What a steady hand does in good light. */
const flawsOf = (random: Random) => ({
  ...{ degrees: random.next() * 3 - 1.5, perspective: random.next() * 0.03, noise: 2 + random.next() * 4 },
  ...{ blur: 0.6 + random.next() * 0.8, quality: random.whole(85, 95), seed: random.whole(1, 1e6) },
});

/** All that is read of a picture, as codes are compared. */
async function readOf(bytes: Buffer, ocr: Ocr): Promise<string> {
  const document = await readDocument(bytes, { ocr });
  const text = document.pages.flatMap(({ lines }) => lines.map((line) => line.text)).join(' ');
  await document.close();
  return compactText(text).toUpperCase();
}

function figuresOf(answers: readonly SmallCode[]): AccuracyFigure[] {
  const read = answers.filter(({ ofPhoto }) => ofPhoto);
  return [
    share(
      'small print: read of what is sent, of what is read of the photograph',
      read.map(({ ofSent }) => ofSent),
    ),
  ];
}

const detailsOf = (answers: readonly SmallCode[]): string[] =>
  POINTS.map((points) => {
    const codes = answers.filter((answer) => answer.points === points);
    const [ofPhoto, ofSent] = [codes.filter((code) => code.ofPhoto), codes.filter((code) => code.ofSent)];
    return `${points} points: ${ofPhoto.length} of ${codes.length} read of the photograph, ${ofSent.length} of what is sent`;
  });
