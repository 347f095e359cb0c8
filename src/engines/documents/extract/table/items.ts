import type { Word } from '../../reading/page.js';
import { wordsTouched, type Layout, type Row } from '../layout.js';
import { parseAmounts } from '../values/amount.js';
import { parseDates, type DateReading } from '../values/date.js';
import type { Column } from './columns.js';

/** What a row of a table says, by member. */
export interface Item {
  [member: string]: string | number;
}

/** A stretch of words of a row that is one value, and where it stands in pixels. */
interface Piece {
  text: string;
  left: number;
  right: number;
  value: { kind: 'date'; iso: string } | { kind: 'number'; number: number } | { kind: 'text' };
}

/** Reads a row under the headings of a table: numbers under the nearest heading of numbers, the rest as text. */
export function cellsOf(row: Row, columns: readonly Column[], layout: Layout, dates: DateReading): Item {
  const item: Item = {};
  const put = (column: Column | null, value: string | number): void => {
    if (!column?.member) return;
    const before = item[column.member];
    if (typeof before === 'string' && typeof value === 'string') item[column.member] = `${before} ${value}`;
    else if (before === undefined) item[column.member] = value;
  };
  const text = columns.filter(({ kind }) => kind === 'text');
  for (const piece of piecesOf(row, layout, dates)) {
    const { value } = piece;
    const nearest = nearestTo(piece, columns);
    if (value.kind === 'date' && nearest?.kind === 'date') put(nearest, value.iso);
    else if (value.kind === 'number' && nearest?.kind === 'number') put(nearest, signed(value.number, nearest));
    else put(nearest?.kind === 'text' ? nearest : lastBefore(piece, text), piece.text);
  }
  return item;
}

const signed = (number: number, { sign }: Column): number => (sign === -1 ? -Math.abs(number) : number);

/** Words that are a date or an amount together are one piece; every other word is one by itself. */
function piecesOf(row: Row, layout: Layout, dates: DateReading): Piece[] {
  const width = layout.pages.get(row.page)?.width ?? 1;
  return row.segments.flatMap((segment) => {
    const { text, words } = segment;
    const values = [
      ...parseDates(text, dates).map(({ iso, start, end }) => ({ start, end, value: { kind: 'date' as const, iso } })),
      ...parseAmounts(text).map(({ value, start, end }) => ({
        start,
        end,
        value: { kind: 'number' as const, number: value },
      })),
    ];
    const pieces: Piece[] = [];
    const used = new Set<number>();
    for (const { start, end, value } of values) {
      const [first, behind] = wordsTouched(segment, start, end);
      const touched = Array.from({ length: behind - first }, (_, i) => first + i);
      if (touched.length === 0 || touched.some((i) => used.has(i))) continue;
      for (const i of touched) used.add(i);
      pieces.push(pieceOf(touched.map((i) => words[i]!), value, width)); // prettier-ignore
    }
    const rest = words.filter((_, i) => !used.has(i)).map((word) => pieceOf([word], { kind: 'text' }, width));
    return [...pieces, ...rest].sort((a, b) => a.left - b.left);
  });
}

function pieceOf(words: readonly Word[], value: Piece['value'], pageWidth: number): Piece {
  const [last, first] = [words.at(-1)!.box, words[0]!.box];
  return {
    text: words.map(({ text }) => text).join(' '),
    left: first[0] * pageWidth,
    right: (last[0] + last[2]) * pageWidth,
    value,
  };
}

/** Numbers are set flush right or centred under their heading, text flush left. */
function nearestTo({ left, right }: Piece, columns: readonly Column[]): Column | null {
  const distance = (column: Column): number =>
    Math.min(
      Math.abs(column.left - left),
      Math.abs(column.right - right),
      Math.abs((column.left + column.right) / 2 - (left + right) / 2),
    );
  return [...columns].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Text runs on to the right of where its heading begins. */
const lastBefore = ({ right }: Piece, columns: readonly Column[]): Column | null =>
  columns.filter((column) => column.left <= right).at(-1) ?? columns[0] ?? null;
