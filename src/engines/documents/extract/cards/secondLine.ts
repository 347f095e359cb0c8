import { wholeOf, type Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import { overlap, type Segment } from '../layout.js';
import { isLabelled } from './unlabelled.js';

/**
 * Labels under which a name may take two lines: Spanish and Portuguese for surnames, of which cards print each in a line of its
 * own, and what Social Security cards print over the name.
 */
const OF_TWO_LINES = /^\P{L}*(?:apellidos|apelidos|sobrenomes)\b|\bhas been established for\b/iu;
const NEXT_LINE_HEIGHTS = 2;

/** A name below its label, with the second line that belongs to it. */
export function withSecondLine(candidate: Candidate, { layout, labels }: SearchedDocument): Candidate {
  const [span, more] = candidate.spans;
  if (!span || more || candidate.via !== 'below') return candidate;
  const { segment } = span;
  const isOver = (other: Segment): boolean => other.page === segment.page && OF_TWO_LINES.test(other.text);
  const above = layout.rows.slice(Math.max(0, segment.row - 2), segment.row);
  if (!above.some(({ segments }) => segments.some(isOver))) return candidate;
  const second = layout.rows[segment.row + 1]?.segments.find((other) => isNextLine(segment, other));
  if (!second || /\d/.test(second.text) || isLabelled(second, labels)) return candidate;
  const raw = `${candidate.raw}\n${second.text.trim()}`;
  return { ...candidate, raw, value: raw.replace(/\s+/g, ' '), spans: [span, wholeOf(second)] };
}

const isNextLine = (line: Segment, next: Segment): boolean =>
  next.page === line.page &&
  next.middle - line.middle < NEXT_LINE_HEIGHTS * line.height &&
  Math.max(line.height, next.height) < 1.4 * Math.min(line.height, next.height) &&
  overlap(line, next) > 0.5 * Math.min(line.right - line.left, next.right - next.left);
