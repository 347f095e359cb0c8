import { overlap, type Layout, type Row, type Segment } from '../extract/layout.js';
import { parseAmounts } from '../extract/values/amount.js';
import { isLabel } from './unknownLabels.js';

/** A label as a page prints it, with what the layout says is its value. */
export interface PrintedPair {
  /** Without the number of its box and its colon. */
  label: string;
  segment: Segment;
  /** Where the value stands; the segment of the label where a colon parts the two. */
  value: Segment;
  /** What stands there. */
  text: string;
}

/** What is known of labels. */
export interface LabelKnowledge {
  /** Whether a text is a label that is known, and nothing else. */
  isKnown(text: string): boolean;
  /** Whether a text is as likely somebody's name. */
  mayBeName(text: string): boolean;
}

/** More in a row is a table, whatever its columns are called. */
const MOST_IN_ROW = 20;
/** Rows of one list are at most so many rows apart: values that go on in a second line stand between them. */
const ROWS_APART = 3;
/** Segments that begin or end closer than so many of their heights stand in one column. */
const SAME_PLACE_HEIGHTS = 0.5;
/** A value stands at most this many heights under its label. */
const FURTHEST_BELOW_HEIGHTS = 2.2;
/** `4b.`, `12.`, `1. 1.1`, `3. D.1`: boxes of forms are numbered before their label, some twice, by figures or a capital. */
const NUMBER_OF_BOX =
  /^\s*(?:\d{1,2}(?:\.\d{1,2})?[a-d]?[.)]?\s+){0,2}(?:[A-Z](?:\.\d){0,2}:?\s+(?=\p{Lu}))?(?=[\p{L}(])/u;
/** The same, where no house number looks so. */
const SURE_NUMBER_OF_BOX = /^\s*\d{1,2}[a-d]?[.)]\s+(?=.*\p{L}{2})/u;
/** What a box asks for is a sentence at times. */
const MOST_OF_BOX = { words: 14, letters: 110 };
const MOST_OF_QUESTION = { words: 12, letters: 80 };
/** The only box of its row is told from a numbered paragraph by what it holds. */
const MOST_WORDS_IN_BOX = 8;
/** A label, up to its colon or the mark of its question, and what is behind. */
const COLON = /^([^:：?]{2,80}(?:\?|(?<!\s)\s*[:：]))\s*(.*)$/su;
/** `Agreement no. GW-118`: the label ends with a word for number in one of the common languages, and a number follows. */
const NUMBER_BEHIND =
  /^([\p{L}\s.'’/-]{2,40}(?<!\p{L})(?:no|nos|nr|n|num|number|numéro|numero|número|nummer|numer|ref|réf|#)\.?\s?[°º]?)\s+((?=\S*\d)\S+(?: [\dA-Z][\dA-Z/-]*){0,4})$/iu;
/** `VAT at 20%`: the rate is no word of the label. */
const RATE = /(?<!\s)\s*(?:\(\s*)?\d{1,2}(?:[.,]\d{1,2})?\s?%(?:\s*\))?\s*$/;

/** The label that a text is, without the number of its box, the rate it ends with, and its colon. */
export const labelIn = (text: string): string =>
  text
    .replace(NUMBER_OF_BOX, '')
    .replace(/(?<!\s)\s*[:：]\s*$/, '')
    .replace(RATE, '')
    .trim();

/**
 * What the layout of a page alone tells to be labels with their values: a colon between them, a row of labels over a row of values, or
 * columns of labels and of values side by side, one pair or more to a row. In order of the page; no text is in two pairs.
 */
export function printedPairs(layout: Layout, known: LabelKnowledge): PrintedPair[] {
  const pairs = new PairsOfPage(layout, known);
  const rows = layout.rows.filter(({ segments }) => segments.length <= MOST_IN_ROW);
  for (const row of rows) pairs.addBoxes(row);
  for (const row of rows) pairs.addColons(row);
  for (const row of rows) pairs.addBeside(row);
  // What stands in the columns of a pair is one as well, above it and under it.
  for (const row of rows) pairs.addAligned(row);
  for (const row of [...rows].reverse()) pairs.addAligned(row);
  return pairs.inOrder();
}

/** The pairs that have been found so far, and the segments that they take. */
class PairsOfPage {
  private readonly byLabel = new Map<Segment, PrintedPair>();
  private readonly taken = new Set<Segment>();

  constructor(
    private readonly layout: Layout,
    private readonly known: LabelKnowledge,
  ) {}

  inOrder(): PrintedPair[] {
    const place = ({ segment }: PrintedPair): number => segment.row * 1e6 + segment.left;
    return [...this.byLabel.values()].sort((one, other) => place(one) - place(other));
  }

  /** Numbered boxes, or a row of labels that are mostly known, over a row of values, where no third row makes a table of them. */
  addBoxes(row: Row): void {
    const under = this.layout.rows[row.index + 1];
    if (under?.page !== row.page) return;
    const numbered = row.segments.filter(({ text }) => SURE_NUMBER_OF_BOX.test(text));
    const isForm = this.isRowOfLabels(row) && !this.isTable(row, under);
    for (const segment of isForm ? row.segments : numbered) {
      const value = under.segments.find((other) => standsUnder(segment, other));
      const label = labelIn(segment.text);
      if (!value || !/\p{L}{2}/u.test(label) || !isLabel(label.replace(/\d/g, 'x'), MOST_OF_BOX)) continue;
      const isParagraph = row.segments.length === 1 && value.words.length > MOST_WORDS_IN_BOX;
      if (!isParagraph && this.couldBeValue(value)) this.add({ label, segment, value, text: value.text });
    }
  }

  private isRowOfLabels({ segments }: Row): boolean {
    const known = segments.filter(({ text }) => this.known.isKnown(labelIn(text)));
    return segments.length > 1 && known.length > segments.length / 2 && segments.every((one) => this.couldBeLabel(one));
  }

  addColons(row: Row): void {
    for (const segment of row.segments) {
      if (this.taken.has(segment)) continue;
      const [, label = '', behind = ''] = COLON.exec(segment.text) ?? NUMBER_BEHIND.exec(segment.text) ?? [];
      const most = label.endsWith('?') ? MOST_OF_QUESTION : undefined;
      if (!isLabel(labelIn(label), most) || this.known.mayBeName(labelIn(label))) continue;
      if (/[\p{L}\p{N}]/u.test(behind))
        this.add({ label: labelIn(label), segment, value: segment, text: behind.trim() });
      else this.addNearest(segment, label);
    }
  }

  /** Behind a colon stands nothing: the value is in the next column, or below. */
  private addNearest(segment: Segment, label: string): void {
    const beside = this.neighbour(segment);
    const under = this.layout.rows[segment.row + 1];
    const below =
      under?.page === segment.page ? under.segments.find((other) => standsUnder(segment, other)) : undefined;
    const value = beside ?? below;
    if (value && this.couldBeValue(value)) this.add({ label: labelIn(label), segment, value, text: value.text });
  }

  /** A label that is known, with something beside it that is none; or two columns that go on in the next row. */
  addBeside(row: Row): void {
    for (const segment of row.segments) {
      const value = this.neighbour(segment);
      if (!value || !this.couldBePair(segment, value)) continue;
      const isKnown = this.known.isKnown(labelIn(segment.text)) && !this.isHeadOfTable(row);
      if (isKnown || this.isInTwoColumns(row)) this.addPair(segment, value);
    }
  }

  addAligned(row: Row): void {
    for (const segment of row.segments) {
      const value = this.neighbour(segment);
      if (!value || !this.couldBePair(segment, value)) continue;
      const near = this.layout.rows.slice(Math.max(0, row.index - ROWS_APART), row.index + ROWS_APART + 1);
      const pairs = near.flatMap(({ segments }) => segments.flatMap((one) => this.byLabel.get(one) ?? []));
      const isAligned = pairs.some(
        (pair) => pair.value !== pair.segment && beginsAt(pair.segment, segment) && inColumn(pair.value, value),
      );
      if (isAligned || this.goesOnInRow(row, segment)) this.addPair(segment, value);
    }
  }

  /** Behind a pair in a row of pairs stands another one. */
  private goesOnInRow({ segments }: Row, segment: Segment): boolean {
    const at = segments.indexOf(segment);
    return at > 0 && at % 2 === 0 && segments.length % 2 === 0 && this.byLabel.get(segments[at - 2]!)?.value === segments[at - 1]; // prettier-ignore
  }

  private addPair(segment: Segment, value: Segment): void {
    this.add({ label: labelIn(segment.text), segment, value, text: value.text.trim() });
  }

  private add(pair: PrintedPair): void {
    if (this.taken.has(pair.segment) || this.taken.has(pair.value)) return;
    this.byLabel.set(pair.segment, pair);
    this.taken.add(pair.segment).add(pair.value);
  }

  private couldBePair(segment: Segment, value: Segment): boolean {
    const isFree = !this.taken.has(segment) && !this.taken.has(value);
    return isFree && this.couldBeLabel(segment) && this.couldBeValue(value) && !this.isInTable(segment, value);
  }

  private couldBeLabel({ text }: Segment): boolean {
    const label = labelIn(text);
    return isLabel(label) && !/[:：]\s*\S/u.test(text) && (this.known.isKnown(label) || !this.known.mayBeName(label));
  }

  /** What is a label itself, or several figures of a table, is the value of nothing. */
  private couldBeValue({ text }: Segment): boolean {
    if (!/[\p{L}\p{N}]/u.test(text) || /[:：]\s*$/u.test(text) || SURE_NUMBER_OF_BOX.test(text)) return false;
    return !this.known.isKnown(text) && decimalsIn(text) < 2;
  }

  private neighbour(segment: Segment): Segment | undefined {
    const { segments } = this.layout.rows[segment.row]!;
    return segments[segments.indexOf(segment) + 1];
  }

  /** Whether the row has two parts, and another one above or below has too, that stand in the same columns. */
  private isInTwoColumns({ index, page, segments }: Row): boolean {
    const [label, value, ...more] = segments;
    if (!label || !value || more.length > 0) return false;
    return [index - 1, index + 1].some((at) => {
      const other = this.layout.rows[at];
      const [its, beside, ...rest] = other?.segments ?? [];
      if (other?.page !== page || !its || !beside || rest.length > 0) return false;
      return beginsAt(its, label) && inColumn(beside, value);
    });
  }

  /** Whether figures go on behind a figure, or under words that stand beside words: `Item  Unit  Net` over `Door  310.00  1,240.00`. */
  private isInTable(segment: Segment, value: Segment): boolean {
    const next = this.neighbour(value);
    if (next && isFigure(next.text) && isFigure(value.text)) return true;
    const under = this.layout.rows[segment.row + 1];
    if (/\d/.test(value.text) || under?.page !== segment.page) return false;
    return decimalsIn(under.segments.slice(1).map(({ text }) => text).join('  ')) > 1; // prettier-ignore
  }

  /** Whether two rows of figures and texts stand under a row of labels. */
  private isTable(row: Row, under: Row): boolean {
    const third = this.layout.rows[under.index + 1];
    const columns = row.segments.filter((segment) => third?.segments.some((other) => standsUnder(segment, other)));
    return third?.page === row.page && columns.length > 1;
  }

  /** Whether all of a row are labels that are known. */
  private isHeadOfTable({ segments }: Row): boolean {
    return segments.every(({ text }) => this.known.isKnown(labelIn(text)));
  }
}

const decimalsIn = (text: string): number => parseAmounts(text).filter(({ hasDecimals }) => hasDecimals).length;

const isFigure = (text: string): boolean => /\d/.test(text) && !/\p{L}{2}/u.test(text);

const beginsAt = (one: Segment, other: Segment): boolean =>
  one.page === other.page && Math.abs(one.left - other.left) < SAME_PLACE_HEIGHTS * other.height;

const inColumn = (one: Segment, other: Segment): boolean =>
  Math.min(Math.abs(one.left - other.left), Math.abs(one.right - other.right)) < SAME_PLACE_HEIGHTS * other.height;

const standsUnder = (label: Segment, other: Segment): boolean =>
  other.middle - label.middle < FURTHEST_BELOW_HEIGHTS * Math.max(label.height, other.height) &&
  overlap(label, other) > 0 &&
  Math.abs(other.left - label.left) < 1.5 * label.height;
