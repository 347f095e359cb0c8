import { checkOf, type DocumentCheck } from '../../../../domain/documents/index.js';
import { boxOf } from '../place.js';
import type { DrawnWord, PageMarks } from './pageMarks.js';
import { areaOf, shared, type Extent } from './textMatrix.js';

/** A cover of more of the page than this is its picture, laid over recognised text, or a new ground. */
const WHOLE_PAGE = 0.5;
/** Share of a word that must lie under a cover, and of the smaller of two words that must be in one place. */
const HIDDEN = 0.85;
const SAME_PLACE = 0.3;
/** Words times covers that are looked at on a page. */
const MOST_PAIRS = 2_000_000;
/** Findings that are told of a page. */
const MOST_FINDINGS = 3;

/**
 * Text under something opaque, with other text drawn over it: what was printed was painted over, and replaced.
 * @returns undefined when the page draws too much to be looked at
 */
export function coveredText(page: number, marks: PageMarks): DocumentCheck[] | undefined {
  const words = marks.words.filter(({ visible, text }) => visible && /[\p{L}\p{N}]/u.test(text));
  const covers = marks.covers.filter(({ extent }) => areaOf(extent) < WHOLE_PAGE * marks.width * marks.height);
  if (words.length * covers.length > MOST_PAIRS) return undefined;
  const found: DocumentCheck[] = [];
  for (const { extent, order } of covers) {
    const hidden = words.filter((word) => word.order < order && overlap(word.extent, extent) >= HIDDEN);
    if (hidden.length === 0) continue;
    const over = words.filter((word) => word.order > order && hidden.some((under) => inOnePlace(under, word)));
    const [before, after] = [hidden.filter((under) => over.some((word) => inOnePlace(under, word))), over].map(inText);
    if (over.length === 0 || before === after) continue;
    found.push(
      checkOf('pdf_text_covered', 'failed', 'Text lies under something opaque, and other text was drawn over it.', {
        ...{ page, box: boxOf(over.map((word) => word.extent).reduce(around), marks), values: [before!, after!] },
      }),
    );
    if (found.length === MOST_FINDINGS) break;
  }
  return found;
}

const overlap = (one: Extent, other: Extent): number => areaOf(shared(one, other)) / Math.max(1e-6, areaOf(one));

const inOnePlace = (one: DrawnWord, other: DrawnWord): boolean =>
  Math.max(overlap(one.extent, other.extent), overlap(other.extent, one.extent)) >= SAME_PLACE;

const inText = (words: readonly DrawnWord[]): string =>
  words
    .map(({ text }) => text)
    .join(' ')
    .slice(0, 200);

const around = (one: Extent, other: Extent): Extent => [
  Math.min(one[0], other[0]),
  Math.min(one[1], other[1]),
  Math.max(one[2], other[2]),
  Math.max(one[3], other[3]),
];
