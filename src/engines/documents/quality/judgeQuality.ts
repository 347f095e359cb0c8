import type { Line, Page, Raster, ReadDocument } from '../reading/page.js';
import { relativeBlur } from './blur.js';
import { glareShare } from './glare.js';
import { contrastOf, percentile } from './grey.js';
import { greyImage } from './greyImage.js';
import type { DocumentQuality, PageQuality, QualityCheck, QualityCheckName, QualityVerdict } from './quality.js';
import { FAIR, GOOD, SCALES, type Scale } from './scales.js';

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
