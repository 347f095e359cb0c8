/** What came out of one value that is printed on a page: field of the type's schema to the print, or to what it means. */
export interface PrintedValue {
  fields: string[];
  /** As printed, lines joined by `\n`. */
  print: string;
  /** What it means, where the print alone does not say so: an ISO date, a plain number, an ISO code. */
  meaning?: string;
}

/** A piece of a page; how it looks is up to the design. Texts hold `\n` where a line ends. */
export type Block =
  | { kind: 'heading' | 'line' | 'centred' | 'paragraph' | 'small'; text: string }
  | { kind: 'field'; label: string; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'beside'; columns: Block[][] }
  | { kind: 'rule' };

/** What a page is printed on, which decides what designs there are for it. */
export type Shape = 'sheet' | 'letter' | 'form' | 'roll' | 'card';

/** A page as an invented issuer words it, before it is set. */
export interface WordedPage {
  /** The `context_id` of its document type; `null` for a page of no type. */
  type: string | null;
  /** BCP 47, with the country where the forms of dates and numbers depend on it. */
  language: string;
  shape: Shape;
  issuer: string;
  blocks: Block[];
  values: PrintedValue[];
}

/**
 * Reads pages out of their notation. One page begins with `@ type | language | shape | issuer`, `none` where it has no
 * type; behind it each line is a piece of it:
 *
 *     # a heading            = a centred line        > running text          - small print
 *     label :: value         | a | row | of a table  ---                     any other line
 *     <<                     begins columns, `||` parts them, `>>` ends them
 *
 * `//` breaks a line. `[print]{field}` says that a value is printed for a field, `[print]{field=meaning}` what it means;
 * at the end of a line `{field}` holds for the whole text, of a labelled value for the value. `[print]{a,b}` is for two.
 *
 * @throws Error for a line that cannot be read
 */
export function readPages(notation: string): WordedPage[] {
  const pages: WordedPage[] = [];
  for (const part of notation.split(/^@ /m).slice(1)) {
    const [head = '', ...lines] = part.split('\n');
    const [type, language, shape, issuer] = head.split('|').map((cell) => cell.trim());
    if (!type || !language || !isShape(shape) || !issuer) throw new Error(`This is no head of a page: ${head}`);
    const values: PrintedValue[] = [];
    const blocks = readBlocks(lines.filter((line) => line.trim() !== '').values(), values);
    pages.push({ type: type === 'none' ? null : type, language, shape, issuer, blocks, values });
  }
  return pages;
}

const SHAPES: readonly string[] = ['sheet', 'letter', 'form', 'roll', 'card'] satisfies Shape[];
const isShape = (name: string | undefined): name is Shape => name !== undefined && SHAPES.includes(name);

const MARKED = { '#': 'heading', '=': 'centred', '>': 'paragraph', '-': 'small' } as const;

function readBlocks(lines: Iterator<string>, values: PrintedValue[]): Block[] {
  const columns: Block[][] = [[]];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const line = next.value.trim();
    const blocks = columns.at(-1)!;
    if (line === '>>') break;
    if (line === '||') columns.push([]);
    else if (line === '<<') blocks.push({ kind: 'beside', columns: columnsOf(lines, values) });
    else addBlock(line, blocks, values);
  }
  return columns.length > 1 ? [{ kind: 'beside', columns }] : columns[0]!;
}

function columnsOf(lines: Iterator<string>, values: PrintedValue[]): Block[][] {
  const blocks = readBlocks(lines, values);
  const [only] = blocks;
  return blocks.length === 1 && only?.kind === 'beside' ? only.columns : [blocks];
}

function addBlock(line: string, blocks: Block[], values: PrintedValue[]): void {
  const mark = MARKED[line.charAt(0) as keyof typeof MARKED] as (typeof MARKED)['#'] | undefined;
  const field = /^(.*?) :: (.*)$/.exec(line);
  if (line === '---') blocks.push({ kind: 'rule' });
  else if (line.startsWith('|')) addRow(line, blocks, values);
  else if (mark && line.charAt(1) === ' ') blocks.push({ kind: mark, text: readText(line.slice(2), values) });
  else if (field) blocks.push({ kind: 'field', label: brokenUp(field[1]!), text: readText(field[2]!, values) });
  else blocks.push({ kind: 'line', text: readText(line, values) });
}

function addRow(line: string, blocks: Block[], values: PrintedValue[]): void {
  const cells = line.slice(1).split('|');
  const row = cells.map((cell) => readText(cell.trim(), values));
  const table = blocks.at(-1);
  if (table?.kind === 'table') table.rows.push(row);
  else blocks.push({ kind: 'table', rows: [row] });
}

const brokenUp = (text: string): string => text.trim().replace(/\s*\/\/\s*/g, '\n');

/** The text without its marks; the values that are marked in it are added to `values`. */
function readText(marked: string, values: PrintedValue[]): string {
  const whole = /^([^{}]*?)\s*\{([^{}]*)\}$/.exec(marked);
  if (whole && !whole[1]!.endsWith(']')) return readText(`[${whole[1]!}]{${whole[2]!}}`, values);
  return brokenUp(
    marked.replace(/\[([^[\]]*)\]\{([^{}]*)\}/g, (_, print: string, mark: string) => {
      const [fields = '', meaning] = mark.split(/=(.*)/s);
      values.push({ fields: fields.split(','), print: brokenUp(print), ...(meaning === undefined ? {} : { meaning }) });
      return print;
    }),
  );
}
