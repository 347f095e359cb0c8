import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { greyImage } from '../../quality/greyImage.js';
import type { Page } from '../../reading/page.js';
import { boxOf } from '../place.js';
import { glyphsOfLine } from './glyphs.js';
import type { Rectangle } from './groundMap.js';
import { hasDate, oddestPrint, type OddPrint } from './oddPrint.js';

/** Height of a line that a page is looked at with, in pixels, and pixels of it at most. Small print needs all that a page has. */
const LINE_HEIGHT = 36;
const MOST_PIXELS = 4_000_000;
/** Lines with dates that are looked at on a page, and pixels of one: a line of this height across a page of A4 has a third of them. */
const MOST_LINES = 40;
const MOST_OF_LINE = 200_000;

/**
 * How far the print of a date must be from that of the others, and how many times as far as theirs from each other. Set on drawn cards and on
 * real scans that nobody is known to have changed; how often they reach each is in docs/checks.md.
 */
const STRONG = { distance: 0.1, against: 3 } as const;
const MODERATE = { distance: 0.08, against: 2.2 } as const;
/**
 * How much more or less of its digits is ink where a date alone is printed bold, or alone is not: issuers do both, by which dates matter (on licences
 * of the United States the dates of birth and expiry are bold, that of issue is not).
 */
const BOLD = 0.06;

/**
 * Dates of one page are printed alike, by one printer at one time. Where one is set in digits unlike those of all others, and the others are
 * like each other, it was written by someone else; that is seen in copies of copies too. Only dates of one size of print are compared:
 * other values are set in several faces by honest issuers.
 */
export async function printDiffers({ number, lines, raster }: Page): Promise<DocumentCheck[] | undefined> {
  const looked = lines.filter(({ text }) => hasDate(text)).slice(0, MOST_LINES);
  if (looked.length === 0) return undefined;
  const picture = await raster();
  const heights = looked.map(({ box }) => box[3] * picture.height).sort((one, other) => one - other);
  const scale = Math.min(1, LINE_HEIGHT / heights[heights.length >> 1]!, Math.sqrt(MOST_PIXELS / (picture.width * picture.height))); // prettier-ignore
  const longSide = Math.max(1, Math.round(Math.max(picture.width, picture.height) * scale));
  const grey = await greyImage(picture, { most: { longSide } });
  const runs = looked.flatMap(({ text, box: [x, y, width, height] }) => {
    const at: Rectangle = [
      ...([Math.round(x * grey.width), Math.round(y * grey.height)] as const),
      ...([Math.round((x + width) * grey.width), Math.round((y + height) * grey.height)] as const),
    ];
    return (at[2] - at[0]) * (at[3] - at[1]) > MOST_OF_LINE ? [] : glyphsOfLine(grey, text, at);
  });
  const odd = oddestPrint(runs);
  if (!odd) return undefined;
  const weight = weightOf(odd);
  if (!weight) return [];
  const detail = 'A date is printed unlike all other dates of the page, and those are alike.';
  const values = [odd.distance, odd.elsewhere].map((distance) => distance.toFixed(2));
  return [checkOf('print_differs_at_value', 'failed', detail, { weight, page: number, box: boxOf(extentOf(odd), grey), values })]; // prettier-ignore
}

function weightOf({ distance, elsewhere, heavier }: OddPrint): 'strong' | 'moderate' | undefined {
  const reaches = (least: { distance: number; against: number }): boolean =>
    distance >= least.distance && distance >= least.against * elsewhere;
  if (reaches(STRONG) && Math.abs(heavier) <= BOLD) return 'strong';
  return reaches(MODERATE) ? 'moderate' : undefined;
}

const extentOf = ({ digits }: OddPrint): Rectangle => [
  Math.min(...digits.map(({ extent }) => extent[0])),
  Math.min(...digits.map(({ extent }) => extent[1])),
  Math.max(...digits.map(({ extent }) => extent[2])),
  Math.max(...digits.map(({ extent }) => extent[3])),
];
