import type { PDFPageProxy } from 'pdfjs-dist';
import type { Raster, Word } from './page.js';
import type { PageRenderer } from './pdfRender.js';
import { pageMakeUp, type PageMakeUp } from './pdfMakeUp.js';

/**
 * Whether a page's text layer is what a reader of the page sees. Scanners put recognised text of unknown quality
 * invisibly behind the picture, some writers encode text that means nothing, and a forger can write what is not shown:
 * none of these is read; the picture is.
 */

/** Fewer characters are a stamp on a scan (a page number, the name of the app), not the page's text. */
const FEWEST_CHARACTERS = 25;
/** A page that pictures cover to this share is a scan, unless it holds a page's worth of visible text. */
const COVERED = 0.5;
const PAGE_OF_TEXT = 400;
/** Share of characters without meaning (private use, control, replacement) that a text layer may hold. */
const MOST_MEANINGLESS = 0.1;
/** Share of the words that must be seen on the picture of the page. */
const LEAST_SEEN = 0.8;
/** Resolution of the picture the words are looked for on; enough to tell ink from paper. */
const LOOK_DPI = 100;
/** Difference of grey values within a word's box above which something is printed there. */
const CONTRAST = 40;

/** A text layer that can be read in place of the picture. */
export interface TrustedText {
  /** Those that are shown on the page. */
  words: Word[];
  /** Whether no picture stands on the page. */
  drawn: boolean;
}

/** Judges the text layer of a page; `undefined` when the page must be recognised instead. */
export async function judgeTextLayer(
  page: PDFPageProxy,
  words: Word[],
  renderer: PageRenderer,
): Promise<TrustedText | undefined> {
  if (!isMeaningful(words)) return undefined;
  const makeUp = await pageMakeUp(page);
  if (isScan(makeUp, characters(words))) return undefined;
  const picture = await renderer.render(LOOK_DPI);
  const seen = words.filter((word) => hasInk(picture, word));
  return seen.length >= LEAST_SEEN * words.length ? { words: seen, drawn: !makeUp.has_pictures } : undefined;
}

const characters = (words: readonly Word[]): number => words.reduce((sum, word) => sum + word.text.length, 0);

/** Enough characters, nearly all of which mean something. */
function isMeaningful(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join('');
  const meaningless = text.match(/[\p{Co}\p{Cc}\p{Cn}\ufffd]/gu)?.length ?? 0;
  return text.length >= FEWEST_CHARACTERS && meaningless <= MOST_MEANINGLESS * text.length;
}

/** The page shows a picture of a page. */
function isScan({ image_share, invisible_share }: PageMakeUp, count: number): boolean {
  return invisible_share > 0.5 || (image_share > COVERED && count * (1 - invisible_share) < PAGE_OF_TEXT);
}

/** Something stands out from the paper where the word should be. */
function hasInk({ width, height, data }: Raster, { box }: Word): boolean {
  const left = Math.floor(box[0] * width);
  const right = Math.min(width - 1, Math.ceil((box[0] + box[2]) * width));
  const top = Math.floor(box[1] * height);
  const bottom = Math.min(height - 1, Math.ceil((box[1] + box[3]) * height));
  let [darkest, lightest] = [255, 0];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const at = (y * width + x) * 3;
      const grey = (data[at]! * 77 + data[at + 1]! * 150 + data[at + 2]! * 29) >> 8;
      darkest = Math.min(darkest, grey);
      lightest = Math.max(lightest, grey);
    }
  }
  return lightest - darkest >= CONTRAST;
}
