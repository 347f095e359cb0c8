import sharp from 'sharp';
import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import type { Box, Page, Raster } from '../../reading/page.js';
import { resized, toRaster, turned, type QuarterTurn } from '../../reading/raster.js';
import type { ForensicLimits } from '../forensicLimits.js';
import { boxOf } from '../place.js';
import { quantisationOf } from './jpegQuantisation.js';
import { oddness, partSavedDifferently, type SavedPart } from './partSavedDifferently.js';

/**
 * How much rarer impossible amounts must be in a part than elsewhere, and how frequent there. Set on copies of cards and pages, and on real scans, that nobody
 * changed; how often they reach each is in docs/checks.md.
 */
const STRONG = { oddness: 12, elsewhere: 0.6 } as const;
const MODERATE = { oddness: 8, elsewhere: 0.55 } as const;

/** Whether a part of a JPEG was saved before with less detail than the rest; undefined where the file is none, too large, or not written so that it tells. */
export async function savedDifferently(
  bytes: Uint8Array,
  page: Page,
  limits: ForensicLimits,
): Promise<DocumentCheck[] | undefined> {
  const steps = quantisationOf(bytes);
  if (!steps) return undefined;
  // By the numbers of the file: a colour profile would move what was rounded.
  const picture = await toRaster(sharp(bytes, { limitInputPixels: limits.max_pixels, ignoreIcc: true }));
  const part = partSavedDifferently(picture, steps);
  if (!part) return undefined;
  const weight = weightOf(part);
  if (!weight) return [];
  const box = await uprightBox(boxOf(part.rectangle, picture), picture, await page.raster());
  const detail = 'A part of the picture was saved before with less detail than the rest.';
  return [checkOf('part_saved_differently', 'failed', detail, { weight, page: page.number, box })];
}

function weightOf(part: SavedPart): 'strong' | 'moderate' | undefined {
  const reaches = (least: { oddness: number; elsewhere: number }): boolean =>
    oddness(part) >= least.oddness && part.elsewhere >= least.elsewhere;
  return reaches(STRONG) ? 'strong' : reaches(MODERATE) ? 'moderate' : undefined;
}

/** Side of the pictures by which it is told how a page was turned. */
const COMPARED = 24;
/** Mean difference of two of them, in grey levels, up to which they show the same. */
const SAME = 12;

/** A box in a picture as it is stored, on the page as it is read; null where the one is not the other turned. */
async function uprightBox(box: Box, stored: Raster, upright: Raster): Promise<Box | null> {
  const [small, goal] = await Promise.all([stored, upright].map((one) => resized(one, COMPARED, COMPARED)));
  let best: { turn: QuarterTurn; difference: number } | undefined;
  for (const turn of [0, 90, 180, 270] as const) {
    const { data } = await turned(small!, turn);
    const difference = data.reduce((sum, value, at) => sum + Math.abs(value - goal!.data[at]!), 0) / data.length;
    if (!best || difference < best.difference) best = { turn, difference };
  }
  return best && best.difference <= SAME ? turnedBox(box, best.turn) : null;
}

function turnedBox([x, y, width, height]: Box, turn: QuarterTurn): Box {
  if (turn === 0) return [x, y, width, height];
  if (turn === 180) return boxOf([1 - x - width, 1 - y - height, 1 - x, 1 - y], { width: 1, height: 1 });
  return turn === 90
    ? boxOf([1 - y - height, x, 1 - y, x + width], { width: 1, height: 1 })
    : boxOf([y, 1 - x - width, y + height, 1 - x], { width: 1, height: 1 });
}
