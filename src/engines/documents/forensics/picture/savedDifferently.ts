import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import type { Page } from '../../reading/page.js';
import { boxOf } from '../place.js';
import { oddness, partSavedDifferently, type SavedPart } from './partSavedDifferently.js';
import type { StoredFile } from './storedFile.js';
import { uprightBox } from './uprightBox.js';

/**
 * How much rarer impossible amounts must be in a part than elsewhere, and how frequent there. Set on copies of cards and pages, and on real scans, that nobody
 * changed; how often they reach each is in docs/checks.md.
 */
const STRONG = { oddness: 12, elsewhere: 0.6 } as const;
const MODERATE = { oddness: 8, elsewhere: 0.55 } as const;

/** Whether a part of a JPEG was saved before with less detail than the rest; undefined where the file is none, too large, or not written so that it tells. */
export async function savedDifferently(file: StoredFile, page: Page): Promise<DocumentCheck[] | undefined> {
  if (!file.steps) return undefined;
  const picture = await file.picture();
  const part = partSavedDifferently(picture, file.steps);
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
