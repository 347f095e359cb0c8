import type { FieldSource, FieldValue } from '../../../domain/documents/index.js';
import type { Box } from '../reading/page.js';
import { boxOf, unionOf, wordsTouched, type Segment } from './layout.js';

/** How a value was found; each way is right more or less often, which the fitted confidence knows. */
export type FoundVia =
  /** In the line of its label, behind it. */
  | 'right'
  /** In the next column of the label's row. */
  | 'next_column'
  | 'below'
  /** Without a label, by its form. */
  | 'pattern'
  /** At the head of the page, as issuers print their name and address. */
  | 'header'
  /** By sums that agree. */
  | 'arithmetic'
  | 'table';

/** A stretch of text of a segment. */
export interface Span {
  segment: Segment;
  start: number;
  end: number;
}

/** A value that a field may have, and why. */
export interface Candidate {
  value: FieldValue;
  raw: string;
  /** Where it stands; more than one for a value of several lines. */
  spans: Span[];
  via: FoundVia;
  /** 0 to 1: how well its label matched and stands to it; 0 without a label. */
  label: number;
  /** 0 to 1: how well the text has the form that the field's values have. */
  form: number;
  /** The fields that its label announces; these may share the value. */
  announcedFor: readonly string[];
  /** Rank among the candidates of the field; larger is better. */
  score: number;
}

/** The lowest confidence of the words a candidate was read from, 0 to 1. */
export const readingConfidence = (spans: readonly Span[]): number =>
  wordsOf(spans).reduce((least, { confidence }) => Math.min(least, confidence), 1);

/** Puts candidates of a field in order, the best first. */
export const inOrder = (candidates: Candidate[]): Candidate[] => candidates.sort((a, b) => b.score - a.score);

/** The whole of a segment as a span. */
export const wholeOf = (segment: Segment): Span => ({ segment, start: 0, end: segment.text.length });

/** Where a candidate stands: its page and the box around all of it on that page. */
export function placeOf(spans: readonly Span[]): { page: number; box: Box; source: FieldSource } | null {
  const first = spans[0];
  if (!first) return null;
  const { page, source } = first.segment;
  const boxes = spans.filter(({ segment }) => segment.page === page).map((s) => boxOf(s.segment, s.start, s.end));
  return { page, box: unionOf(boxes), source };
}

/** The words that a candidate was read from. */
export const wordsOf = (spans: readonly Span[]): Segment['words'] =>
  spans.flatMap(({ segment, start, end }) => segment.words.slice(...wordsTouched(segment, start, end)));
