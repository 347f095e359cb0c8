import type { FieldValue } from '../../../../domain/documents/index.js';
import { wholeOf, type Candidate } from '../candidate.js';
import { candidate, type SearchedDocument } from '../fieldCandidates.js';
import type { FieldPlan } from '../fieldPlan.js';
import type { Layout, Row } from '../layout.js';
import { parseAmounts } from '../values/amount.js';
import type { LabelsBySegment } from '../valueSpots.js';
import { columnsHeadedBy, membersOf, type Column, type ItemMember } from './columns.js';
import { cellsOf, type Item } from './items.js';

/** A table ends where the next row is this many heights away. */
const WIDEST_GAP_HEIGHTS = 6;
/** Rows with these labels sum up, and end the list of items. */
const ENDS = new Set(
  'total subtotal tax discount rounding quantity_total closing_balance cash change service_charge tax_summary'.split(
    ' ',
  ),
);
/** An item says at least this many things. */
const LEAST_MEMBERS = 2;
/** Items whose amounts add up to an amount printed elsewhere were read well. */
const FORM = { addsUp: 1, otherwise: 0.6 };

/** The items of a table whose headings are those of the list's members; none when there is no such table. */
export function tableCandidates(plan: FieldPlan, document: SearchedDocument): Candidate[] {
  if (plan.hint.kind !== 'list') return [];
  const members = membersOf(plan.hint.item);
  const { layout } = document;
  const items: Item[] = [];
  const rows: Row[] = [];
  for (const head of layout.rows) {
    if (rows.some((row) => row.index === head.index)) continue;
    const columns = columnsHeadedBy(head, members, plan.labels);
    if (!columns) continue;
    const body = bodyUnder(head, document, (row) => columnsHeadedBy(row, members, plan.labels) !== null);
    const found = itemsOf(body, columns, layout, document);
    items.push(...found);
    if (found.length > 0) rows.push(...body);
  }
  if (items.length === 0) return [];
  const spans = rows.flatMap(({ segments }) => segments.map(wholeOf));
  const value = items.map((item) => valueOf(item, members));
  const raw = rows.map(({ text }) => text).join('\n');
  const form = addUp(items, layout) ? FORM.addsUp : FORM.otherwise;
  return [candidate({ value, raw, start: 0, end: raw.length, form }, spans, 'table', 1)];
}

/** The rows under a heading, up to the sums, a wide gap, or the next heading. */
function bodyUnder(head: Row, { layout, labels }: SearchedDocument, isHead: (row: Row) => boolean): Row[] {
  const body: Row[] = [];
  let above = head;
  for (const row of layout.rows.slice(head.index + 1)) {
    const apart = row.top - above.bottom > WIDEST_GAP_HEIGHTS * Math.max(row.height, above.height);
    if (row.page !== head.page || apart || isHead(row)) break;
    const first = row.segments[0];
    const sumsUp =
      first &&
      (labels.get(first) ?? []).some((hit) => hit.start < 3 && hit.strength > 0.8 && ENDS.has(hit.concept ?? ''));
    if (sumsUp && body.length > 0) break;
    body.push(row);
    above = row;
  }
  return body;
}

/**
 * Puts rows together to items. A row with numbers is an item; text alone goes with the item before it, or, in tables that
 * print the name first, with the one after it.
 */
function itemsOf(
  body: readonly Row[],
  columns: readonly Column[],
  layout: Layout,
  { context, labels }: SearchedDocument,
): Item[] {
  const describes = columns.find(({ kind, member }) => kind === 'text' && member !== null)?.member;
  const dates = { monthFirst: context.monthFirst };
  const read = body.filter((row) => !carriesBalance(row, labels)).map((row) => cellsOf(row, columns, layout, dates));
  const isText = (item: Item): boolean => Object.values(item).every((value) => typeof value === 'string');
  const nameFirst = read[0] !== undefined && isText(read[0]);
  const items: Item[] = [];
  let pending = '';
  for (const cells of read) {
    if (Object.keys(cells).length === 0) continue;
    if (!isText(cells)) {
      if (describes && pending) cells[describes] = [pending, cells[describes]].filter(Boolean).join(' ');
      pending = '';
      items.push(cells);
      continue;
    }
    const text = Object.values(cells).join(' ');
    const last = items.at(-1);
    if (nameFirst) pending = [pending, text].filter(Boolean).join(' ');
    else if (last && describes) last[describes] = [last[describes], text].filter(Boolean).join(' ');
  }
  return items.filter((item) => Object.keys(item).length >= LEAST_MEMBERS);
}

/** Opening and closing balances stand in the table of a statement but are no transactions. */
const carriesBalance = ({ segments }: Row, labels: LabelsBySegment): boolean =>
  segments.some((segment) =>
    (labels.get(segment) ?? []).some(
      ({ concept, strength }) => strength > 0.8 && /^(opening|closing)_balance$/.test(concept ?? ''),
    ),
  );

const valueOf = (item: Item, members: readonly ItemMember[]): { [member: string]: FieldValue } =>
  Object.fromEntries(members.map(({ name }) => [name, item[name] ?? null]));

function addUp(items: readonly Item[], layout: Layout): boolean {
  const sum = items.reduce((total, { amount }) => total + (typeof amount === 'number' ? amount : 0), 0);
  if (sum === 0) return false;
  const printed = layout.segments.flatMap(({ text }) => parseAmounts(text).map(({ value }) => value));
  return printed.some((value) => Math.abs(value - sum) < 0.005);
}
