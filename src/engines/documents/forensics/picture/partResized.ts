import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { greyImage } from '../../quality/greyImage.js';
import type { Page } from '../../reading/page.js';
import { boxOf } from '../place.js';
import { stepsOfQuality } from './jpegQuantisation.js';
import { resizedPart } from './resizedPart.js';
import type { StoredFile } from './storedFile.js';
import { uprightBox } from './uprightBox.js';

/**
 * How much of a period a part must have, and how many times as much as the rest. Set on copies of cards and pages that nobody changed, and on
 * real scans; how often they reach it is in docs/checks.md.
 */
const LEAST = { within: 3.2, against: 2.2 } as const;

/** Quality of a JPEG, on the scale of the Independent JPEG Group, below which its rounding hides what interpolation leaves. */
const LEAST_QUALITY = 97;

/**
 * Whether a part of a picture was resized before it was put in; undefined where the file is too small, too large, or was saved with loss that
 * hides it. Never strong: who lays out a page on a computer resizes pictures, too.
 */
export async function partResized(file: StoredFile, page: Page): Promise<DocumentCheck[] | undefined> {
  if (!keepsDetail(file)) return undefined;
  const picture = await file.picture();
  const whole = { longSide: Math.max(picture.width, picture.height) };
  const part = resizedPart(await greyImage(picture, { most: whole }));
  if (!part) return undefined;
  if (part.within < LEAST.within || part.within < LEAST.against * part.elsewhere) return [];
  const box = await uprightBox(boxOf(part.rectangle, picture), picture, await page.raster());
  const detail = 'A part of the picture was resized before it was put in, and the rest was not, or not alike.';
  return [checkOf('part_resized', 'failed', detail, { page: page.number, box })];
}

const keepsDetail = ({ type, steps }: StoredFile): boolean =>
  type === 'image/png' || (steps !== undefined && FINEST.every((most, index) => steps[index]! <= most));

const FINEST = stepsOfQuality(LEAST_QUALITY);
