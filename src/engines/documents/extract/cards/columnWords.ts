import { beginningNear, type Layout, type Segment } from '../layout.js';

/** A word belongs to the column whose label begins within so many heights of it, or left of it. */
const SAME_LEFT_HEIGHTS = 0.8;
/** German cards mark the kinds of names, at their labels and before the names: `[a] MUSTERMANN`. */
const BULLET = /^\[\p{L}\]\s*/u;

/**
 * The words of a line that stand under a label, where the line runs on under the labels beside it: cards print values of
 * neighbouring columns so close that a reader takes them for one text.
 *
 * @param begins whether a segment begins with a label
 * @returns `[start, end)` in the text of the line; all of it where one column has it to itself
 */
export function wordsUnder(
  label: Segment,
  line: Segment,
  layout: Layout,
  begins: (segment: Segment) => boolean,
): { start: number; end: number } {
  const slack = SAME_LEFT_HEIGHTS * line.height;
  const row = layout.rows[label.row];
  const over = (
    row ? beginningNear(row, (line.left + line.right) / 2, (line.right - line.left) / 2 + slack) : []
  ).filter((other) => other.left > line.left - slack && other.left < line.right && (other === label || begins(other)));
  const whole = { start: BULLET.exec(line.text)?.[0].length ?? 0, end: line.text.length };
  if (over.length < 2 || !over.includes(label)) return whole;
  const next = over.filter(({ left }) => left > label.left).sort((a, b) => a.left - b.left)[0];
  const width = layout.pages.get(line.page)?.width ?? 0;
  const inColumn = line.words.flatMap(({ box }, i) => {
    const left = box[0] * width;
    return left > label.left - slack && (!next || left < next.left - slack) ? [i] : [];
  });
  const [first, last] = [inColumn[0], inColumn.at(-1)];
  if (first === undefined || last === undefined) return whole;
  return { start: line.offsets[first]!, end: line.offsets[last]! + line.words[last]!.text.length };
}
