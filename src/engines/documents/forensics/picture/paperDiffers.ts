import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import type { GreyImage } from '../../quality/grey.js';
import { greyImage } from '../../quality/greyImage.js';
import type { Line, Page, Raster } from '../../reading/page.js';
import { groundOfLine, HARDLY_LIGHTER, type LineGround } from './lineGround.js';
import { quantile } from './glyphs.js';
import { stripOf } from './lineStrip.js';

/** Height of a line that a page is looked at with, in pixels, and pixels of it at most. */
const LINE_HEIGHT = 36;
const MOST_PIXELS = 2_200_000;
/** Lines that are looked at on a page, the tallest, where values are; and pixels of one. */
const MOST_LINES = 40;
const MOST_OF_LINE = 60_000;
/** Characters of a line, and how many times as wide as high it is: what is shorter has too little ground. */
const SHORTEST = 4;
const NARROWEST = 2;
/** Radians that a line may be turned by: more is no line of an upright page. */
const STEEPEST = 0.3;
/** Lines that must have been measured, so that one can stand out. */
const LEAST_LINES = 6;

/**
 * How many grey levels lighter than all around it the ground of a value must be, how many times as many as the ground of any other line is
 * lighter or darker, and the grey levels that count for the others at least: so much comes of noise. Set on drawn passports and real scans
 * that nobody is known to have changed; how often they reach it is in docs/checks.md.
 */
const STRONG = { lighter: 2, against: 4, noise: 0.5 } as const;
/** Where the ground is hardly lighter, but calmer too: a patch of the very colour of the paper, which lacks its pattern. */
const MODERATE = { lighter: HARDLY_LIGHTER, calmer: 0.22 } as const;
/** A patch has one colour: what it is lighter by above, below and before it differs little, in levels and as a share. */
const ONE_COLOUR = { levels: 0.5, share: 0.25 } as const;

/** A line that was measured. */
export interface MeasuredLine extends LineGround {
  box: Line['box'];
}

/** The line whose ground is lighter than all around it, and the most that the ground of any other is lighter or darker. */
interface OddPaper extends MeasuredLine {
  elsewhere: number;
}

/**
 * A value that somebody covered stands on a patch: a colour picked from the paper or a little off it, without the pattern that makes the
 * paper darker. It is lighter than the page above, below and before it, by as much on each side, and nothing else on the page is. A lamp
 * or a fold makes one side lighter and the other darker; the shaded cells of forms are darker.
 */
export async function paperDiffers({ number, lines, raster }: Page): Promise<DocumentCheck[] | undefined> {
  const measured = await measuredLines(await raster(), lines);
  if (measured.length < LEAST_LINES) return undefined;
  const odd = oddestPaper(measured);
  const weight = odd && weightOf(odd);
  if (!odd || !weight) return [];
  const detail = 'The ground under a value is lighter than all around it, as under no other line of the page.';
  const values = [odd.lighter, odd.elsewhere].map((levels) => levels.toFixed(1));
  return [checkOf('paper_differs_at_value', 'failed', detail, { weight, page: number, box: odd.box, values })];
}

/** The line that stands on a lighter patch, if any does. */
export function oddestPaper(lines: readonly MeasuredLine[]): OddPaper | undefined {
  const isPatch = ({ lighter, spread }: MeasuredLine): boolean =>
    lighter >= MODERATE.lighter && spread <= ONE_COLOUR.levels + ONE_COLOUR.share * lighter;
  const found = lines.filter(isPatch).map((line): OddPaper => {
    const others = lines.filter((other) => other !== line).map(({ lighter }) => Math.abs(lighter));
    return { ...line, elsewhere: Math.max(0, ...others) };
  });
  const rank = (odd: OddPaper): number => (weightOf(odd) === 'strong' ? 2 : weightOf(odd) ? 1 : 0);
  return found.sort((one, other) => rank(other) - rank(one) || other.lighter - one.lighter)[0];
}

function weightOf({ lighter, calmer, elsewhere }: OddPaper): 'strong' | 'moderate' | undefined {
  if (lighter >= STRONG.lighter && lighter >= STRONG.against * Math.max(STRONG.noise, elsewhere)) return 'strong';
  return lighter >= MODERATE.lighter && lighter > elsewhere && calmer >= MODERATE.calmer ? 'moderate' : undefined;
}

async function measuredLines(picture: Raster, lines: readonly Line[]): Promise<MeasuredLine[]> {
  const { width, height } = picture;
  const looked = lines
    .filter(({ text, box }) => text.length >= SHORTEST && box[2] * width >= NARROWEST * box[3] * height)
    .filter(({ angle = 0 }) => Math.abs(angle) <= STEEPEST)
    .sort((one, other) => other.box[3] - one.box[3])
    .slice(0, MOST_LINES);
  if (looked.length < LEAST_LINES) return [];
  const typical = quantile(looked.map(({ box }) => box[3] * height), 0.5); // prettier-ignore
  const scale = Math.min(1, LINE_HEIGHT / Math.max(1, typical), Math.sqrt(MOST_PIXELS / (width * height)));
  const longSide = Math.max(1, Math.round(Math.max(width, height) * scale));
  const grey = scale === 1 ? lumaOf(picture) : await greyImage(picture, { most: { longSide } });
  return looked.flatMap((line): MeasuredLine[] => {
    const [, , w, h] = line.box;
    if (w * grey.width * h * grey.height > MOST_OF_LINE) return [];
    const ground = groundOfLine(stripOf(grey, line));
    return ground ? [{ ...ground, box: line.box }] : [];
  });
}

/** A picture in grey, as large as it is: ITU-R BT.709, 3.2. A tenth of the time that it takes with colours managed, which differ little here. */
function lumaOf({ width, height, data }: Raster): GreyImage {
  const grey = new Uint8Array(width * height);
  for (let at = 0, of = 0; at < grey.length; at++, of += 3) {
    grey[at] = 0.2126 * data[of]! + 0.7152 * data[of + 1]! + 0.0722 * data[of + 2]! + 0.5;
  }
  return { width, height, data: grey };
}
