import type { FieldSource } from '../../../domain/documents/index.js';
import type { Box, Line, Page, ReadDocument, Word } from '../reading/page.js';
import { searchableText, type SearchableText } from '../text/phraseSearch.js';

/** Words apart by more than this many line heights belong to different columns. */
const COLUMN_GAP_HEIGHTS = 2;
/** Segments whose middles are closer than this share of the smaller height stand on one row. */
const SAME_ROW_HEIGHTS = 0.5;
/** Lines this many times wider than high show the slope of the page. */
const LONG_LINE_RATIO = 8;

/** A run of words without a wide gap: the unit in which labels and values are found. Lengths are in pixels of the page. */
export interface Segment {
  text: string;
  words: Word[];
  /** Where each word starts in `text`. */
  offsets: number[];
  /** 0 to 1. */
  confidence: number;
  page: number;
  source: FieldSource;
  left: number;
  right: number;
  /** Of the middle of its words, with the slope of the page taken out. */
  middle: number;
  height: number;
  /** Index of its row in `Layout.rows`. */
  row: number;
  search: SearchableText;
}

/** Segments side by side. */
export interface Row {
  index: number;
  page: number;
  segments: Segment[];
  /** The texts of its segments, apart by two spaces. */
  text: string;
  top: number;
  bottom: number;
  height: number;
}

/** A document as rows of segments, pages one after the other. */
export interface Layout {
  rows: Row[];
  segments: Segment[];
  /** By page number: size in pixels. */
  pages: Map<number, { width: number; height: number }>;
}

/** Finds the columns and rows of a document that was read. */
export function layoutOf(document: Pick<ReadDocument, 'pages'>): Layout {
  const layout: Layout = { rows: [], segments: [], pages: new Map() };
  for (const page of document.pages) {
    layout.pages.set(page.number, { width: page.width, height: page.height });
    for (const row of rowsOf(segmentsOf(page))) {
      row.index = layout.rows.length;
      for (const segment of row.segments) segment.row = row.index;
      layout.rows.push(row);
      layout.segments.push(...row.segments);
    }
  }
  return layout;
}

/** The words of a segment that `[start, end)` of its text touches, as indices: the first, and the one behind the last. */
export function wordsTouched({ words, offsets }: Segment, start: number, end: number): [first: number, behind: number] {
  let [first, behind] = [0, offsets.length];
  // The first word that does not end before the stretch begins, by halving: a line may have thousands of words and values.
  while (first < behind) {
    const middle = (first + behind) >> 1;
    if (offsets[middle]! + words[middle]!.text.length > start) behind = middle;
    else first = middle + 1;
  }
  while (behind < offsets.length && offsets[behind]! < end) behind++;
  return [first, behind];
}

/** The box around the words of a segment that `[start, end)` of its text touches, in fractions of the page. */
export function boxOf(segment: Segment, start = 0, end = segment.text.length): Box {
  const touched = segment.words.slice(...wordsTouched(segment, start, end));
  return unionOf((touched.length > 0 ? touched : segment.words).map((word) => word.box));
}

/** The smallest box around boxes; they must not be none. */
export function unionOf(boxes: readonly Box[]): Box {
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}

function segmentsOf(page: Page): Segment[] {
  const lines = page.lines.filter((line) => line.text.trim() !== '');
  const slope = slopeOf(page, lines);
  return lines.flatMap((line) => splitAtGaps(page, line).map((words) => segment(page, words, slope)));
}

/** A reader that gives no words gives the line as one. */
const wordsOf = (line: Line): Word[] => {
  const words = line.words.filter((word) => word.text !== '');
  return words.length > 0 ? words : [{ text: line.text.trim(), confidence: line.confidence, box: line.box }];
};

function splitAtGaps(page: Page, line: Line): Word[][] {
  const parts: Word[][] = [];
  let right = -Infinity;
  for (const word of wordsOf(line)) {
    const [x, , width, height] = word.box;
    const gap = (x - right) * page.width;
    if (parts.length === 0 || gap > COLUMN_GAP_HEIGHTS * height * page.height) parts.push([]);
    parts.at(-1)!.push(word);
    right = x + width;
  }
  return parts;
}

function segment(page: Page, words: Word[], slope: number): Segment {
  const offsets: number[] = [];
  let text = '';
  for (const word of words) {
    if (text !== '') text += ' ';
    offsets.push(text.length);
    text += word.text;
  }
  const left = words[0]!.box[0] * page.width;
  const [lastLeft, , lastWidth] = words.at(-1)!.box;
  const middles = words.map(({ box }) => middleY(box) * page.height - slope * middleX(box) * page.width);
  return {
    text,
    words,
    offsets,
    confidence: Math.min(...words.map((word) => word.confidence)),
    page: page.number,
    source: page.source,
    left,
    right: (lastLeft + lastWidth) * page.width,
    middle: mean(middles),
    height: median(words.map(({ box }) => box[3] * page.height)),
    row: -1,
    search: searchableText(text),
  };
}

/** How much lines sink per pixel to the right, as the words of long lines show it. */
function slopeOf(page: Page, lines: readonly Line[]): number {
  const slopes = lines
    .filter((line) => line.words.length > 1 && line.box[2] * page.width > LONG_LINE_RATIO * line.box[3] * page.height)
    .map(({ words }) => {
      const [first, last] = [words[0]!.box, words.at(-1)!.box];
      const run = (middleX(last) - middleX(first)) * page.width;
      return run > 0 ? ((middleY(last) - middleY(first)) * page.height) / run : 0;
    });
  return slopes.length < 3 ? 0 : median(slopes);
}

/** A row that segments are still put into. */
interface OpenRow extends Row {
  /** Of its segments. */
  middle: number;
  sumOfMiddles: number;
  /** Ascending. */
  heights: number[];
}

function rowsOf(segments: Segment[]): Row[] {
  const rows: OpenRow[] = [];
  for (const segment of [...segments].sort((a, b) => a.middle - b.middle)) {
    const row = rows.slice(-4).find((candidate) => standsOn(candidate, segment)) ?? emptyRow(segment.page);
    if (row.segments.length === 0) rows.push(row);
    row.segments.splice(placeIn(row.segments, segment.left, ({ left }) => left), 0, segment); // prettier-ignore
    row.heights.splice(placeIn(row.heights, segment.height, (height) => height), 0, segment.height); // prettier-ignore
    row.sumOfMiddles += segment.middle;
    row.middle = row.sumOfMiddles / row.segments.length;
  }
  for (const row of rows) {
    row.text = row.segments.map(({ text }) => text).join('  ');
    row.height = middleOf(row.heights);
    row.top = Math.min(...row.segments.map(({ middle, height }) => middle - height / 2));
    row.bottom = Math.max(...row.segments.map(({ middle, height }) => middle + height / 2));
  }
  return rows.sort((a, b) => a.middle - b.middle);
}

const emptyRow = (page: number): OpenRow => ({
  ...{ index: -1, page, segments: [], text: '', top: 0, bottom: 0, height: 0 },
  ...{ middle: 0, sumOfMiddles: 0, heights: [] },
});

/** The index behind the last of ascending items that are no more than `value`. */
function placeIn<Item>(ascending: readonly Item[], value: number, valueOf: (item: Item) => number): number {
  let [from, to] = [0, ascending.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (valueOf(ascending[middle]!) <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** No segment of a row stands over another, so that only its neighbours can be in the way of a further one. */
function standsOn({ segments, heights, middle }: OpenRow, segment: Segment): boolean {
  const height = Math.min(middleOf(heights), segment.height);
  if (Math.abs(middle - segment.middle) >= SAME_ROW_HEIGHTS * height) return false;
  const clear = (other: Segment | undefined): boolean =>
    !other || overlap(other, segment) < 0.3 * Math.min(widthOf(other), widthOf(segment));
  const place = placeIn(segments, segment.left, ({ left }) => left);
  return clear(segments[place - 1]) && clear(segments[place]);
}

/**
 * The segments of a row that begin at most so many pixels from a place, in order: found by halving, as a row may have thousands and
 * each may be asked for its neighbours.
 */
export function beginningNear({ segments }: Row, left: number, within: number): Segment[] {
  const behind = placeIn(segments, left + within, (segment) => segment.left);
  let first = behind;
  while (first > 0 && segments[first - 1]!.left >= left - within) first--;
  return segments.slice(first, behind);
}

/** Height of a row in pixels, from the top of its highest segment to the bottom of its lowest; none of them is higher. */
export const heightOf = ({ top, bottom }: Row): number => bottom - top;

/** How many pixels two segments share from left to right; negative is the gap between them. */
export const overlap = (a: Segment, b: Segment): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);

const widthOf = (segment: Segment): number => segment.right - segment.left;
const middleX = ([x, , width]: Box): number => x + width / 2;
const middleY = ([, y, , height]: Box): number => y + height / 2;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const median = (values: readonly number[]): number => middleOf([...values].sort((a, b) => a - b));
const middleOf = (ascending: readonly number[]): number => ascending[ascending.length >> 1] ?? 0;
