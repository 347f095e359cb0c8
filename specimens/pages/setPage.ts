import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pdfmake, { type Content, type ContentNode, type CustomTableLayout, type FontFiles } from 'pdfmake';
import { PAPER, type Design } from './design.js';
import type { Block, WordedPage } from './page.js';

const { resolve } = createRequire(import.meta.url);
const DEJAVU = join(dirname(resolve('dejavu-fonts-ttf/package.json')), 'ttf');
const noto = (style: string): string => resolve(`@expo-google-fonts/noto-sans/${style}/NotoSans_${style}.ttf`);
const faces = (normal: string, bold: string): FontFiles => ({ normal, bold, italics: normal, bolditalics: bold });
const dejaVu = (name: string): FontFiles =>
  faces(join(DEJAVU, `DejaVu${name}.ttf`), join(DEJAVU, `DejaVu${name}-Bold.ttf`));

const FONTS: { readonly [name in Design['font']]: FontFiles } = {
  Noto: faces(noto('400Regular'), noto('600SemiBold')),
  Sans: dejaVu('Sans'),
  Condensed: dejaVu('SansCondensed'),
  Serif: dejaVu('Serif'),
  Mono: dejaVu('SansMono'),
};

/**
 * Sets pages in a design, as one PDF with a text layer, each on a page of its own. The same pages and design make the
 * same bytes. All are given the language of the first.
 */
export async function setPages(pages: readonly WordedPage[], design: Design): Promise<Uint8Array> {
  const paper = PAPER[design.shape];
  const made = new Date('2026-03-02T09:00:00Z');
  pdfmake.setFonts(FONTS);
  // A page is made of what it is given: it fetches nothing, and reads no file but its fonts.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) =>
    Object.values(FONTS).some(({ normal, bold }) => [normal, bold].includes(path)),
  );
  return pdfmake
    .createPdf({
      content: pages.map(({ blocks }, index): Content => {
        const stack = setBlocks(blocks, design);
        return index === 0 ? { stack } : { stack, pageBreak: 'before' };
      }),
      pageSize: { width: paper.width, height: paper.height },
      pageMargins: paper.margin,
      version: '1.7',
      language: pages[0]?.language ?? 'en',
      displayTitle: false,
      info: { title: '', author: '', creator: '', subject: '', creationDate: made, modDate: made },
      defaultStyle: { font: design.font, fontSize: design.size, lineHeight: 1.15, color: '#1c1c24' },
    })
    .getBuffer();
}

/** Labelled values that follow each other are set together. */
function setBlocks(blocks: readonly Block[], design: Design): Content[] {
  const content: Content[] = [];
  let fields: Field[] = [];
  const setFields = (): void => {
    if (fields.length > 0) content.push(arranged(fields, design));
    fields = [];
  };
  for (const block of blocks) {
    if (block.kind === 'field') fields.push(block);
    else {
      setFields();
      content.push(setBlock(block, design));
    }
  }
  setFields();
  return content;
}

type Field = Extract<Block, { kind: 'field' }>;

function setBlock(block: Exclude<Block, Field>, design: Design): Content {
  const { size, accent, heading } = design;
  if (block.kind === 'beside') return beside(block.columns, design);
  if (block.kind === 'table') return table(block.rows, design);
  if (block.kind === 'rule') return rule(design);
  const { text } = block;
  const looks: { [kind in typeof block.kind]: Partial<ContentNode> } = {
    heading: { fontSize: size * 1.6, bold: true, color: accent, alignment: heading, margin: [0, 3, 0, 5] },
    line: {},
    centred: { alignment: 'center' },
    paragraph: { margin: [0, 3, 0, 4] },
    small: { fontSize: size * 0.8, color: '#666666', margin: [0, 4, 0, 2] },
  };
  return { text, ...looks[block.kind] };
}

const beside = (columns: readonly Block[][], design: Design): Content => ({
  columns: columns.map((blocks) => ({ stack: setBlocks(blocks, design), width: '*' })),
  columnGap: 16,
  margin: [0, 3, 0, 6],
});

const rule = ({ shape }: Design): Content => {
  const { width, margin } = PAPER[shape];
  const line = {
    type: 'line',
    x1: 0,
    y1: 2,
    x2: width - 2 * margin,
    y2: 2,
    lineWidth: 0.6,
    lineColor: '#888888',
  } as const;
  return { canvas: [line], margin: [0, 3, 0, 5] };
};

const BARE: CustomTableLayout = { hLineWidth: () => 0, vLineWidth: () => 0 };
const RULED: CustomTableLayout = { hLineWidth: () => 0.5, vLineWidth: () => 0.5 };
const HEADED: CustomTableLayout = { hLineWidth: (row) => (row < 2 ? 0.6 : 0.2), vLineWidth: () => 0 };

function table(rows: readonly string[][], { fields, size, shape }: Design): Content {
  const count = Math.max(...rows.map((row) => row.length));
  const longest = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const widest = longest.indexOf(Math.max(...longest));
  const body = rows.map((row, index) =>
    longest.map((_, column): ContentNode => {
      const text = row[column] ?? '';
      const number = /^[\s\d.,'%€$£-]*\d[\s\d.,'%€$£-]*[A-Z]?$/.test(text) && column > 0;
      return {
        text,
        fontSize: size * 0.95,
        bold: index === 0 && shape !== 'roll',
        alignment: number ? 'right' : 'left',
      };
    }),
  );
  return {
    table: { widths: longest.map((_, column) => (column === widest ? '*' : 'auto')), body },
    layout: shape === 'roll' ? BARE : fields === 'ruled' ? RULED : HEADED,
    margin: [0, 4, 0, 6],
  };
}

function arranged(fields: readonly Field[], design: Design): Content {
  const { fields: arrangement, shape } = design;
  const margin: [number, number, number, number] = [0, 2, 0, 5];
  if (arrangement === 'colon') {
    return {
      stack: fields.map(({ label, text }) => ({ text: `${label}${/\W$/.test(label) ? '' : ':'} ${text}` })),
      margin,
    };
  }
  const columns = { left: 1, right: 1, ruled: 1, pairs: 2, above: 3, boxes: 2, numbered: 3 }[arrangement];
  const cells = fields.map((field, index) => cellsOf(field, index, design));
  const body: Content[][] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns);
    while (row.length < Math.min(columns, cells.length)) row.push(row[0]!.map(() => ''));
    body.push(row.flat());
  }
  const lined = ['ruled', 'boxes', 'numbered'].includes(arrangement) && shape !== 'roll';
  const perField = { left: ['42%', '*'], right: ['*', 'auto'], ruled: ['40%', '*'], pairs: ['24%', '*'] } as {
    [name: string]: string[] | undefined;
  };
  const widths = Array.from({ length: Math.min(columns, cells.length) }, () => perField[arrangement] ?? ['*']).flat();
  return { table: { widths, body }, layout: lined ? RULED : BARE, margin };
}

/** The cells of one labelled value. */
function cellsOf({ label, text }: Field, index: number, { fields, size }: Design): Content[] {
  const small: Partial<ContentNode> = { fontSize: size * 0.75, color: '#555555' };
  const value: ContentNode = { text, bold: fields !== 'left' };
  if (fields === 'above' || fields === 'boxes') return [{ stack: [{ text: label, ...small }, value] }];
  if (fields === 'numbered') return [{ stack: [{ text: `${index + 1}. ${label}`, ...small }, value] }];
  if (fields === 'right') return [label, { text, alignment: 'right' }];
  return [{ text: label, color: '#444444' }, value];
}
