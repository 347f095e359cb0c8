import { multiplied } from '../../reading/pdfText.js';

/** Parameters of text and graphics that decide where a glyph stands and whether it covers (ISO 32000-1, 8.4.1 and 9.3.1). */
export interface DrawingState {
  matrix: readonly number[];
  font: string;
  size: number;
  mode: number;
  characterSpacing: number;
  wordSpacing: number;
  /** 1 is the font's own width. */
  stretch: number;
  leading: number;
  rise: number;
  opaque: boolean;
  /** Whether what fills is one colour, no pattern. */
  plain: boolean;
  /** `[left, top, right, bottom]` of what is painted at all, in points of the page. */
  clip: Extent;
}

/** `[left, top, right, bottom]` in points of the upright page, origin top left. */
export type Extent = readonly [left: number, top: number, right: number, bottom: number];

/** The state that a page begins with. */
export const initialState = (matrix: readonly number[], clip: Extent): DrawingState => ({
  ...{ matrix, clip, font: '', size: 0, mode: 0, characterSpacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0 },
  ...{ opaque: true, plain: true },
});

/** The smallest upright box around the corners of a box that is mapped by a matrix. */
export function extentOf(matrix: readonly number[], [left, top, right, bottom]: Extent): Extent {
  const corners = [[left, top], [right, top], [right, bottom], [left, bottom]] as const; // prettier-ignore
  const mapped = corners.map(([x, y]) => multiplied(matrix, [1, 0, 0, 1, x, y]));
  const [xs, ys] = [mapped.map((one) => one[4]), mapped.map((one) => one[5])];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** What two boxes share; turned inside out, of no area, where that is nothing. */
export const shared = (one: Extent, other: Extent): Extent => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

/** Square points; 0 where a box is inside out. */
export const areaOf = ([left, top, right, bottom]: Extent): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);
