import type { Box, Line, Word } from './page.js';
import { rowsOf } from './ocr/lines.js';

/** Runs closer than this share of the height are parts of one word: writers split words to kern them. */
const ONE_WORD = 0.1;
/** A gap wider than this many heights ends the line: another column begins. */
const NEXT_COLUMN = 1.2;
/** The same word drawn again less than this share of its height away is a shadow or a poor man's bold. */
const SAME_PLACE = 0.2;

/**
 * Lines from the words of a text layer, of the same kind as recognised ones: runs on one base line, broken at columns,
 * in reading order.
 * @param aspect width of the page divided by its height
 */
export function linesOfWords(words: readonly Word[], aspect: number): Line[] {
  return rowsOf(words).flatMap((row) => linesOfRow(row, aspect));
}

function linesOfRow(row: readonly Word[], aspect: number): Line[] {
  const lines: Word[][] = [];
  for (const word of row) {
    const line = lines.at(-1);
    const last = line?.at(-1);
    const gap = last ? gapBetween(last, word, aspect) : Infinity;
    if (!line || !last || gap > NEXT_COLUMN) lines.push([word]);
    else if (isShadow(last, word, aspect)) continue;
    else if (Math.abs(gap) < ONE_WORD) line[line.length - 1] = joined(last, word);
    else line.push(word);
  }
  return lines.map((line) => ({
    text: line.map((word) => word.text).join(' '),
    confidence: 1,
    box: line.map((word) => word.box).reduce(around),
    words: line,
  }));
}

/** Space between two neighbours in heights of the lower one; negative where they overlap. */
const gapBetween = (left: Word, right: Word, aspect: number): number =>
  ((right.box[0] - left.box[0] - left.box[2]) * aspect) / Math.min(left.box[3], right.box[3]);

const isShadow = (first: Word, second: Word, aspect: number): boolean =>
  first.text === second.text && (second.box[0] - first.box[0]) * aspect < SAME_PLACE * first.box[3];

const joined = (left: Word, right: Word): Word => ({
  text: left.text + right.text,
  confidence: 1,
  box: around(left.box, right.box),
});

/** The smallest box around two. */
export function around(a: Box, b: Box): Box {
  const left = Math.min(a[0], b[0]);
  const top = Math.min(a[1], b[1]);
  return [left, top, Math.max(a[0] + a[2], b[0] + b[2]) - left, Math.max(a[1] + a[3], b[1] + b[3]) - top];
}
