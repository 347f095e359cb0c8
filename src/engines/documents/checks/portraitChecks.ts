import { checkOf, type DocumentCheck } from '../../../domain/documents/index.js';
import type { DocumentFaces } from '../face/portrait.js';

/** Scores of a face's quality from which on a portrait is good to be compared, and from which on it can be. */
const GOOD = 0.6;
const FAIR = 0.4;

/** Whether there is a portrait, and whether it is fit to be compared. */
export function portraitChecks({ portrait, ghost, pages_examined }: DocumentFaces): DocumentCheck[] {
  if (!portrait) {
    const detail = ghost ? 'Only a faint face was found, as of a ghost image.' : NONE(pages_examined);
    return [
      checkOf('portrait_missing', 'failed', detail, { page: ghost?.page ?? null, box: ghost?.box ?? null }),
      checkOf('portrait_poor', 'not_run', 'There is no portrait to judge.'),
    ];
  }
  const { page, box, quality } = portrait;
  const status = quality.score >= GOOD ? 'passed' : quality.score >= FAIR ? 'warned' : 'failed';
  const advice = quality.advice.length > 0 ? `${quality.advice.join('. ')}.` : undefined;
  const detail = advice ?? `The face is ${quality.width} pixels across, of a quality of ${quality.score.toFixed(2)}.`;
  return [
    checkOf('portrait_missing', 'passed', 'A portrait was found.', { page, box }),
    checkOf('portrait_poor', status, detail, { page, box }),
  ];
}

const NONE = (pages: number): string =>
  pages === 1 ? 'No face was found on the page.' : `No face was found on the first ${pages} pages.`;
