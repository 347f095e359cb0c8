import { findPhrase, labelPhrase } from '../../text/phraseSearch.js';
import { phrasesOf } from '../labels/concept.js';
import { fieldWords } from '../labels/lexicon.js';
import type { Row, Segment } from '../layout.js';
import type { TypeHint } from '../typeHint.js';
import { COLUMN_LABELS } from './columnLabels.js';

/** What the cells of a column hold. */
export type CellKind = 'text' | 'date' | 'number';

/** A column of a table on the page. */
export interface Column {
  /** The member of the list's items that it fills; `null` for a column that nobody asked for. */
  member: string | null;
  kind: CellKind;
  /** -1 where the column holds what was taken (debits), which is negative as an amount. */
  sign: 1 | -1;
  /** Of its heading, in pixels. */
  left: number;
  right: number;
}

/** A member of the items of a list. */
export interface ItemMember {
  name: string;
  kind: CellKind;
}

/** Members that hold numbers where their type hint does not say; all others hold text. */
const NUMBER_WORDS = /\b(amount|balance|quantity|qty|price|value|total|shares?|percentage|rate|debit|credit|count)\b/;

/** What each member of a list's items holds, by its type hint, else by its name. */
export const membersOf = (item: TypeHint): ItemMember[] =>
  item.kind !== 'object'
    ? []
    : item.members.map(({ name, hint }) => {
        const kind = hint?.kind;
        if (kind === 'date') return { name, kind: 'date' };
        if (kind === 'number' || kind === 'integer' || kind === 'amount') return { name, kind: 'number' };
        const words = fieldWords(name);
        return { name, kind: /\bdate\b/.test(words) ? 'date' : NUMBER_WORDS.test(words) ? 'number' : 'text' };
      });

/**
 * The columns that a row heads, left to right, when it heads at least two of the members.
 *
 * @param textLabels labels of the type's own guidance: what it calls the column that describes an item
 */
export function columnsHeadedBy(
  row: Row,
  members: readonly ItemMember[],
  textLabels: readonly string[],
): Column[] | null {
  const columns: Column[] = [];
  const taken = new Set<string>();
  for (const segment of row.segments) {
    const headings = headingsIn(segment, members, textLabels).filter(({ member }) => !taken.has(member ?? ''));
    for (const { member, sign } of headings) if (member && sign === 1) taken.add(member);
    if (headings.length > 0) columns.push(...headings);
    else columns.push({ member: null, kind: 'number', sign: 1, left: segment.left, right: segment.right });
  }
  const heads = new Set(columns.flatMap(({ member }) => (member ? [member] : [])));
  return heads.size >= 2 ? columns.sort((a, b) => a.left - b.left) : null;
}

function headingsIn(segment: Segment, members: readonly ItemMember[], textLabels: readonly string[]): Column[] {
  const found: (Column & { start: number; end: number })[] = [];
  for (const member of members) {
    const { name, kind } = member;
    for (const { label, sign } of labelsOf(member, members, textLabels)) {
      const match = findPhrase(labelPhrase(label), segment.search);
      if (!match) continue;
      const { start, end } = match;
      const rival = found.find((other) => start < other.end && end > other.start);
      if (rival && rival.end - rival.start >= end - start) continue;
      if (rival) found.splice(found.indexOf(rival), 1);
      found.push({ member: name, kind, sign, start, end, left: xOf(segment, start), right: xOf(segment, end) });
    }
  }
  return found.map(({ member, kind, sign, left, right }) => ({ member, kind, sign, left, right }));
}

const HEADINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(COLUMN_LABELS).map(([column, labels]) => [column, phrasesOf(labels)]),
);

/** A heading, and whether what stands under it was taken. */
interface Heading {
  label: string;
  sign: 1 | -1;
}

const headings = (labels: readonly string[], sign: Heading['sign'] = 1): Heading[] =>
  labels.map((label) => ({ label, sign }));

function labelsOf(
  { name, kind }: ItemMember,
  members: readonly ItemMember[],
  textLabels: readonly string[],
): Heading[] {
  const isFirstText = kind === 'text' && members.find((member) => member.kind === 'text')?.name === name;
  const known = (column: string): readonly string[] => HEADINGS.get(column) ?? [];
  const own = headings([fieldWords(name), ...known(name), ...(isFirstText ? textLabels : [])]);
  return name === 'amount' ? [...own, ...headings(known('credit')), ...headings(known('debit'), -1)] : own;
}

/** Where a character of a segment stands, letters taken for equally wide. */
function xOf(segment: Segment, offset: number): number {
  return segment.left + ((segment.right - segment.left) * offset) / Math.max(1, segment.text.length);
}
