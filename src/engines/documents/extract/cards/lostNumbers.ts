import type { Layout, Segment } from '../layout.js';
import type { NumberedField } from './numberedFields.js';

/** The lines at the head of a card, one below the other (Directive 2006/126/EC, annex I). */
const IN_ORDER = ['1', '2', '3', '4a'];
const SAME_LEFT_HEIGHTS = 1.5;
/** The first line stands as far over the second as that over the third, or a little further. */
const SAME_DISTANCE = 1.5;
const SAME_HEIGHT = 1.35;

/**
 * A small number alone before its line is what readers lose first. The line is still there: the one that has no number between
 * two that have theirs, or over the second.
 */
export function withLostNumbers(fields: readonly NumberedField[], layout: Layout): NumberedField[] {
  const found = [...fields];
  const of = (number?: string): NumberedField | undefined => found.find((field) => field.number === number);
  IN_ORDER.forEach((number, i) => {
    if (of(number)) return;
    const [before, after, next] = [of(IN_ORDER[i - 1]), of(IN_ORDER[i + 1]), of(IN_ORDER[i + 2])];
    const line =
      before && after
        ? only(linesBetween(before, after, found, layout))
        : after && next && number === '1'
          ? lineOver(after, next, layout)
          : undefined;
    if (line) found.push({ number, token: { segment: line, start: 0, end: 0 }, end: line.text.length });
  });
  return found;
}

function linesBetween(
  before: NumberedField,
  after: NumberedField,
  fields: readonly NumberedField[],
  layout: Layout,
): Segment[] {
  const [first, last] = [before.token.segment, after.token.segment];
  const numbered = fields.map(({ token }) => token.segment);
  return layout.rows
    .slice(first.row + 1, Math.max(first.row + 1, last.row))
    .flatMap(({ segments }) => segments)
    .filter((line) => !numbered.includes(line) && [before, after].some((field) => isInLine(line, field, layout)));
}

function lineOver(second: NumberedField, third: NumberedField, layout: Layout): Segment | undefined {
  const { segment } = second.token;
  const distance = third.token.segment.middle - segment.middle;
  return layout.rows
    .slice(Math.max(0, segment.row - 2), segment.row)
    .flatMap(({ segments }) => segments)
    .find(
      (line) =>
        isInLine(line, second, layout) &&
        segment.middle - line.middle < SAME_DISTANCE * distance &&
        line.height < SAME_HEIGHT * segment.height,
    );
}

/** Whether a line begins where the values of a numbered field begin. */
function isInLine(line: Segment, { token }: NumberedField, layout: Layout): boolean {
  const { segment, end } = token;
  const word = segment.words.find((_, i) => segment.offsets[i]! >= end);
  const beside = layout.rows[segment.row]!.segments[layout.rows[segment.row]!.segments.indexOf(segment) + 1];
  const width = layout.pages.get(segment.page)?.width ?? 0;
  const left = word ? word.box[0] * width : (beside?.left ?? segment.left);
  return line.page === segment.page && Math.abs(line.left - left) < SAME_LEFT_HEIGHTS * line.height;
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);
