import type { Line, Page, Raster, ReadDocument } from '../reading/page.js';
import { relativeBlur } from './blur.js';
import { glareShare } from './glare.js';
import { percentile, type GreyImage } from './grey.js';
import { greyImage } from './greyImage.js';
import type { DocumentQuality, PageQuality, QualityCheck, QualityCheckName, QualityVerdict } from './quality.js';

/** Scores from which on a page is good or fair. */
const GOOD = 0.75;
const FAIR = 0.4;

/** How a measurement becomes a score: 0 at `worst`, 1 at `best`, straight between. */
interface Scale {
  worst: number;
  best: number;
  unit: string;
  advice: string;
}

/**
 * Where the scales end. Blur, resolution: measured on 32 passports, cards and receipts blurred by steps: nearly every line is still
 * found and read at a blur of 0.08 letter heights, two thirds at 0.12, a third at 0.18; letters below 10 pixels mix up digits.
 * (Tesseract's manual asks for 20 pixels, the recognition network looks at 48 pixels a line.) Light, contrast: the darkest and palest
 * of the same documents read without loss at a ground of 210 and a contrast of 0.4. Glare, edges: lines that are hidden are lost.
 */
const SCALES: { readonly [name in QualityCheckName]: Scale } = {
  blur: {
    worst: 0.16,
    best: 0.07,
    unit: 'letter heights',
    advice: 'The picture is blurred. Hold the camera still, let it focus on the text, and take the picture again.',
  },
  resolution: {
    worst: 6,
    best: 15,
    unit: 'pixels per letter height',
    advice: 'The text is too small. Move closer so that the document fills the picture, or scan it at 300 dpi.',
  },
  light: {
    worst: 60,
    best: 140,
    unit: 'brightness of the ground, 0 to 255',
    advice: 'The picture is too dark. Take it in daylight or under a lamp.',
  },
  contrast: {
    worst: 0.1,
    best: 0.35,
    unit: 'share of black to white',
    advice: 'The text hardly stands out from its ground. Use more even light, or a clearer original.',
  },
  glare: {
    worst: 0.06,
    best: 0.003,
    unit: 'share of the picture',
    advice: 'A reflection covers part of the document. Tilt it or turn off the flash, and take the picture again.',
  },
  edges: {
    worst: 0.3,
    best: 0.02,
    unit: 'share of lines that touch the border',
    advice: 'The document is cut off. Take the picture so that all four edges can be seen.',
  },
};

const NO_TEXT = 'No text was found. Take a sharp, well lit picture of the side with the text.';

/** Lines that are looked at closely; the longest say most. */
const CLOSE_LINES = 24;
const SHORTEST_LINE = 4;
/** A line's box is this many times as high as its letters: the detector leaves room around them. */
const BOX_TO_LETTER = 1.4;
/** Height lines are looked at; what is larger is made smaller, so that the same print gives the same numbers at any resolution. */
const LINE_HEIGHT = 32;
/** Sizes of the whole picture for light, and for reflections. */
const WHOLE = 1000;
const COARSE = 400;
/** Distance from the border, as a share of the page, at which text touches it. */
const TOUCHING = 0.001;

/**
 * Judges how well a document can be read, and says what the user should do about it. A page whose text is digital is perfect: there is
 * nothing to capture again.
 */
export async function judgeQuality(document: ReadDocument): Promise<DocumentQuality> {
  const pages: PageQuality[] = [];
  for (const page of document.pages) pages.push(await judgePage(page));
  const score = Math.min(1, ...pages.map((page) => page.score));
  const pressing = pages
    .flatMap((page) => Object.values(page.checks))
    .filter((check) => check.advice !== undefined)
    .sort((one, other) => one.score - other.score);
  return { score, verdict: verdictOf(score), advice: [...new Set(pressing.map((check) => check.advice ?? ''))], pages };
}

async function judgePage(page: Page): Promise<PageQuality> {
  if (page.source === 'text_layer') return { page: page.number, score: 1, verdict: 'good', checks: {} };
  const raster = await page.raster();
  const checks: PageQuality['checks'] = {};
  const add = (name: QualityCheckName, measured: number): void => {
    checks[name] = checkOf(SCALES[name], measured);
  };
  const lines = horizontalLines(page);
  add('resolution', median(lines.map((line) => letterHeight(line, page))) ?? 0);
  if (lines.length === 0 && checks.resolution) checks.resolution.advice = NO_TEXT;
  const { blur, contrast } = await lookClosely(raster, lines);
  if (blur !== undefined) add('blur', blur);
  if (contrast !== undefined) add('contrast', contrast);
  add('light', percentile(await greyImage(raster, { most: { longSide: WHOLE } }), 0.95));
  add('glare', glareShare(await greyImage(raster, { most: { longSide: COARSE } })));
  if (lines.length > 0) add('edges', lines.filter(touchesBorder).length / lines.length);
  // A page is as good as the worst thing about it: what is too small is not helped by good light.
  const score = Math.min(...Object.values(checks).map((check) => check.score));
  return { page: page.number, score, verdict: verdictOf(score), checks };
}

/** Blur and contrast of the text: the median over the longest lines, as a page may hold one line on a photo or a stamp. */
async function lookClosely(raster: Raster, lines: readonly Line[]): Promise<{ blur?: number; contrast?: number }> {
  const longest = [...lines].sort((one, other) => other.box[2] - one.box[2]).slice(0, CLOSE_LINES);
  const blurs: number[] = [];
  const contrasts: number[] = [];
  for (const line of longest) {
    const picture = await greyImage(raster, { part: line.box, most: { height: LINE_HEIGHT } });
    const blur = relativeBlur(picture, picture.height / BOX_TO_LETTER);
    if (blur !== null) blurs.push(blur);
    contrasts.push(contrastOf(picture));
  }
  return { blur: median(blurs), contrast: median(contrasts) };
}

const contrastOf = (picture: GreyImage): number => (percentile(picture, 0.97) - percentile(picture, 0.03)) / 255;

const horizontalLines = (page: Page): Line[] =>
  page.lines.filter(
    ({ text, box: [, , width, height] }) => text.length >= SHORTEST_LINE && width * page.width > height * page.height,
  );

const letterHeight = ({ box }: Line, page: Page): number => (box[3] * page.height) / BOX_TO_LETTER;

const touchesBorder = ({ box: [x, y, width, height] }: Line): boolean =>
  x < TOUCHING || y < TOUCHING || x + width > 1 - TOUCHING || y + height > 1 - TOUCHING;

function checkOf({ worst, best, unit, advice }: Scale, measured: number): QualityCheck {
  const score = round(Math.min(1, Math.max(0, (measured - worst) / (best - worst))));
  const verdict = verdictOf(score);
  return { score, verdict, measured: round(measured), unit, ...(verdict !== 'good' && { advice }) };
}

const verdictOf = (score: number): QualityVerdict => (score >= GOOD ? 'good' : score >= FAIR ? 'fair' : 'poor');

const round = (value: number): number => Math.round(value * 1000) / 1000;

function median(values: readonly number[]): number | undefined {
  return [...values].sort((one, other) => one - other)[values.length >> 1];
}
