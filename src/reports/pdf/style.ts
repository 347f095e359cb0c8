import type { Content, ContentNode, CustomTableLayout, TableCell } from 'pdfmake';

/** Colours of the report: calm enough to print, dark enough to read when printed grey. */
export const COLOURS = {
  ink: '#1b2430',
  grey: '#5d6875',
  line: '#d5dbe2',
  panel: '#f3f5f8',
  accent: '#1f4b7a',
  good: '#17693f',
  goodPanel: '#e6f3ec',
  doubt: '#8a5300',
  doubtPanel: '#fdf3e1',
  bad: '#a3211b',
  badPanel: '#fbeae9',
} as const;

/** How something is judged, for its colour. */
export type Tone = 'good' | 'doubt' | 'bad' | 'plain';

/** Colour of text in a tone. */
export const toneColour = (tone: Tone): string => (tone === 'plain' ? COLOURS.grey : COLOURS[tone]);

/** Colour behind text in a tone. */
export const tonePanel = (tone: Tone): string => (tone === 'plain' ? COLOURS.panel : COLOURS[`${tone}Panel`]);

/** Lines between rows, a stronger one below the header, none at the sides. */
const RULED: CustomTableLayout = {
  hLineWidth: (row, { table }) => (row === 0 ? 0 : row === 1 || row === table.body.length ? 0.75 : 0.35),
  vLineWidth: () => 0,
  hLineColor: (row) => (row === 1 ? COLOURS.grey : COLOURS.line),
  paddingLeft: (column) => (column === 0 ? 0 : 5),
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

/** Nothing but room. */
export const PLAIN_TABLE: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 8,
  paddingTop: () => 1.5,
  paddingBottom: () => 1.5,
};

/** A filled block. */
const PANEL: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 14,
  paddingRight: () => 14,
  paddingTop: () => 11,
  paddingBottom: () => 12,
};

/** The heading of a part of the report; it also stands in the outline that a reader shows beside the pages. */
export const heading = (text: string, more: object = {}): Content => ({
  text,
  style: 'heading',
  outline: true,
  headlineLevel: 1,
  ...more,
});

/** A smaller heading. */
export const subheading = (text: string): Content => ({ text, style: 'subheading', headlineLevel: 2 });

/** A sentence in grey that explains what follows. */
export const remark = (text: string): Content => ({ text, style: 'remark' });

/** Text in the colour of how it is judged. */
export const judged = (text: string, tone: Tone): { text: string; color: string; bold: boolean } => ({
  text,
  color: toneColour(tone),
  bold: tone !== 'plain',
});

/** A block with a background in the colour of how it is judged. */
export const panel = (content: Content, tone: Tone): Content => ({
  table: { widths: ['*'], body: [[{ stack: [content], fillColor: tonePanel(tone) }]] },
  layout: PANEL,
});

/** Characters of a row, with its styles, that surely fit on one page in the narrowest columns. */
const SHORT_ROW = 700;
const isShort = (row: TableCell[]): boolean => JSON.stringify(row).length < SHORT_ROW;

/** A table with a header that is repeated on every page it reaches. */
export const table = (widths: (number | '*' | 'auto')[], header: string[], rows: TableCell[][]): Content => ({
  table: {
    headerRows: 1,
    // What is kept together and longer than a page would not be set at all.
    keepWithHeaderRows: isShort(rows[0] ?? []) ? 1 : 0,
    dontBreakRows: rows.every(isShort),
    widths,
    body: [header.map((text): TableCell => ({ text, style: 'columnTitle' })), ...rows],
  },
  layout: RULED,
  margin: [0, 0, 0, 8],
});

/** Names and values in two columns. */
export function facts(rows: [name: string, value: Content][], nameWidth = 88): ContentNode {
  if (rows.length === 0) return { text: '' }; // a table must have a row
  const body = rows.map(([name, value]): TableCell[] => [{ text: name, color: COLOURS.grey }, value]);
  return { table: { widths: [nameWidth, '*'], body }, layout: PLAIN_TABLE };
}
