import type { OPS, PDFPageProxy } from 'pdfjs-dist';
import { multiplied, textRotation } from '../../reading/pdfText.js';
import { areaOf, extentOf, initialState, shared, type DrawingState, type Extent } from './textMatrix.js';

/** A word, or a part of one, that one operator draws. */
export interface DrawnWord {
  text: string;
  /** From the base line up, without ascenders that not every word has. */
  extent: Extent;
  /** Name of the font within the document. */
  font: string;
  /** Points. */
  size: number;
  /** Height of the base line from the top of the page, in points. */
  baseline: number;
  /** Text that is drawn without being seen, as behind a scan, is not visible. */
  visible: boolean;
  /** Place in the order of drawing. */
  order: number;
}

/** Something opaque that hides what was drawn before: a filled rectangle or a picture. */
export interface Cover {
  extent: Extent;
  order: number;
}

/** What a page draws, in points of the upright page. */
export interface PageMarks {
  width: number;
  height: number;
  words: DrawnWord[];
  covers: Cover[];
}

/** More operators are a map or a plan, no document; it would take long to go through them. */
const MOST_OPERATORS = 60_000;
/** Height of small letters and digits above the base line, in sizes of the font: what nearly every Latin font has. */
const HEIGHT = 0.68;
/** Rendering modes that draw nothing (ISO 32000-1, 9.3.6). */
const INVISIBLE = new Set([3, 7]);

/**
 * Goes through the drawing operators of a page.
 * @returns undefined when there are too many of them
 */
export async function pageMarks(page: PDFPageProxy): Promise<PageMarks | undefined> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const rotation = textRotation(await page.getTextContent(), page);
  const { width, height, transform } = page.getViewport({ scale: 1, rotation });
  const { fnArray, argsArray } = await page.getOperatorList();
  if (fnArray.length > MOST_OPERATORS) return undefined;
  const marks: PageMarks = { width, height, words: [], covers: [] };
  const walk = createWalk(OPS, initialState(transform, [0, 0, width, height]), marks);
  fnArray.forEach((operator: number, order: number) => walk[operator]?.((argsArray[order] ?? []) as unknown[], order));
  return marks;
}

type Operators = typeof OPS;
type Walk = { [operator: number]: ((args: unknown[], order: number) => void) | undefined };

/** What each operator changes, and what it draws. */
function createWalk(OPS: Operators, start: DrawingState, marks: PageMarks): Walk {
  const stack: DrawingState[] = [];
  let state = start;
  let clipping = false;
  const set = (change: Partial<DrawingState>): void => void (state = { ...state, ...change });
  const save = (): void => void stack.push(state);
  const restore = (): void => void (state = stack.pop() ?? state);
  const picture = (_: unknown, order: number): void => {
    if (state.opaque) marks.covers.push({ extent: shared(extentOf(state.matrix, [0, 0, 1, 1]), state.clip), order });
  };
  const path = ([operator, data, bounds]: unknown[], order: number): void => {
    const [left, bottom, right, top] = numbersOf(bounds);
    if (left === undefined || bottom === undefined || right === undefined || top === undefined) return;
    const box: Extent = [left, bottom, right, top];
    const extent = shared(extentOf(state.matrix, box), state.clip);
    if (clipping) set({ clip: extent });
    clipping = false;
    const fills = FILLS.some((name) => OPS[name] === operator);
    if (fills && state.opaque && state.plain && isRectangle(data, box)) marks.covers.push({ extent, order });
  };
  return {
    [OPS.save]: save,
    [OPS.restore]: restore,
    [OPS.paintFormXObjectBegin]: ([matrix]) => (save(), set({ matrix: transformed(state.matrix, matrix) })),
    [OPS.paintFormXObjectEnd]: restore,
    [OPS.beginGroup]: save,
    [OPS.endGroup]: restore,
    [OPS.transform]: (args) => set({ matrix: transformed(state.matrix, args) }),
    [OPS.clip]: () => void (clipping = true),
    [OPS.eoClip]: () => void (clipping = true),
    [OPS.setGState]: ([changes]) => set(graphics(changes)),
    [OPS.setFillColorN]: () => set({ plain: false }),
    ...Object.fromEntries(PLAIN_FILLS.map((name) => [OPS[name], () => set({ plain: true })])),
    [OPS.constructPath]: path,
    [OPS.paintImageXObject]: picture,
    [OPS.paintInlineImageXObject]: picture,
    ...textWalk(OPS, () => state, set, marks.words),
  };
}

const FILLS = ['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'] as const;
const PLAIN_FILLS = ['setFillRGBColor', 'setFillGray', 'setFillCMYKColor', 'setFillColor'] as const;

/** What text operators change, and the words that they draw (ISO 32000-1, 9.4). */
function textWalk(
  OPS: Operators,
  state: () => DrawingState,
  set: (change: Partial<DrawingState>) => void,
  words: DrawnWord[],
): Walk {
  let [line, text]: (readonly number[])[] = [START, START] as [readonly number[], readonly number[]];
  const to = (matrix: readonly number[]): void => void (line = text = matrix);
  const move = (x: number, y: number): void => to(multiplied(line!, [1, 0, 0, 1, x, y]));
  const number = (change: (value: number) => Partial<DrawingState>) => ([value]: unknown[]): void => set(change(Number(value))); // prettier-ignore
  return {
    [OPS.beginText]: () => to(START),
    [OPS.setTextMatrix]: (args) => to(numbersOf(args.length === 1 ? args[0] : args)),
    [OPS.moveText]: ([x, y]) => move(Number(x), Number(y)),
    [OPS.setLeadingMoveText]: ([x, y]) => (set({ leading: -Number(y) }), move(Number(x), Number(y))),
    [OPS.nextLine]: () => move(0, -state().leading),
    [OPS.setLeading]: number((leading) => ({ leading })),
    [OPS.setCharSpacing]: number((characterSpacing) => ({ characterSpacing })),
    [OPS.setWordSpacing]: number((wordSpacing) => ({ wordSpacing })),
    [OPS.setHScale]: number((percent) => ({ stretch: percent / 100 })),
    [OPS.setTextRise]: number((rise) => ({ rise })),
    [OPS.setTextRenderingMode]: number((mode) => ({ mode })),
    [OPS.setFont]: ([font, size]) => set({ font: String(font), size: Number(size) }),
    [OPS.showText]: ([glyphs], order) => {
      if (!Array.isArray(glyphs)) return;
      const run = wordsOfRun(glyphs as (Glyph | number)[], state(), text!, order);
      words.push(...run.words);
      text = multiplied(text!, [1, 0, 0, 1, run.advance, 0]);
    },
  };
}

const START = [1, 0, 0, 1, 0, 0] as const;

/** What pdf.js says of a glyph; widths in thousandths of the size. */
interface Glyph {
  unicode: string;
  width: number;
  isSpace: boolean;
}

function wordsOfRun(
  glyphs: readonly (Glyph | number | null)[],
  state: DrawingState,
  text: readonly number[],
  order: number,
): { words: DrawnWord[]; advance: number } {
  const words: DrawnWord[] = [];
  let [at, start, word] = [0, 0, ''];
  const end = (): void => {
    if (word !== '') words.push(drawnWord(word, start, at, state, text, order));
    word = '';
  };
  for (const glyph of glyphs) {
    if (glyph === null) continue;
    if (typeof glyph === 'number') {
      // A gap of a fifth of the size is a blank that is not drawn.
      if (-glyph > 200) end();
      at -= (glyph / 1000) * state.size * state.stretch;
      continue;
    }
    if (glyph.isSpace || glyph.unicode.trim() === '') end();
    else {
      if (word === '') start = at;
      word += glyph.unicode;
    }
    const spacing = state.characterSpacing + (glyph.isSpace ? state.wordSpacing : 0);
    at += ((glyph.width / 1000) * state.size + spacing) * state.stretch;
  }
  end();
  return { words, advance: at };
}

function drawnWord(
  text: string,
  start: number,
  end: number,
  state: DrawingState,
  textMatrix: readonly number[],
  order: number,
): DrawnWord {
  const matrix = multiplied(state.matrix, textMatrix);
  const scale = Math.hypot(matrix[2], matrix[3]);
  return {
    ...{ text: text.normalize('NFKC'), font: state.font, order, size: Math.abs(state.size) * scale },
    extent: extentOf(matrix, [start, state.rise, end, state.rise + HEIGHT * state.size]),
    baseline: multiplied(matrix, [1, 0, 0, 1, start, state.rise])[5],
    visible: !INVISIBLE.has(state.mode),
  };
}

/** Transparency and blending (ISO 32000-1, 11.3.5 and 11.6.4): either lets through what lies below. */
function graphics(changes: unknown): Partial<DrawingState> {
  const values = new Map((Array.isArray(changes) ? changes : []) as [string, unknown][]);
  const lets = [
    Number(values.get('ca') ?? 1) < 0.95,
    Boolean(values.get('SMask')),
    !['source-over', 'normal', 'Normal', undefined].includes(values.get('BM') as string | undefined),
  ];
  return ['ca', 'SMask', 'BM'].some((key) => values.has(key)) ? { opaque: !lets.includes(true) } : {};
}

/** Whether a path of straight lines fills the box around it, by Gauss's area formula. */
function isRectangle(data: unknown, bounds: Extent): boolean {
  const [drawn] = Array.isArray(data) ? (data as unknown[]) : [];
  const path = numbersOf(drawn);
  const points: [number, number][] = [];
  for (let at = 0; at < path.length;) {
    const operation = path[at]!;
    if (operation === CURVE || points.length > 8) return false;
    if (operation <= LINE) points.push([path[at + 1]!, path[at + 2]!]);
    at += operation <= LINE ? 3 : 1;
  }
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
  const box = areaOf(bounds);
  return box > 0 && Math.abs(twice) / 2 >= 0.95 * box;
}

/** How pdf.js writes a path: 0 moves to, 1 a line to, each with a point; 2 and beyond curves, 4 closes. */
const LINE = 1;
const CURVE = 2;

const numbersOf = (value: unknown): number[] => Array.from((value as ArrayLike<unknown> | null | undefined) ?? [], Number); // prettier-ignore

function transformed(matrix: readonly number[], by: unknown): readonly number[] {
  const numbers = numbersOf(by);
  return numbers.length === 6 ? multiplied(matrix, numbers) : matrix;
}
