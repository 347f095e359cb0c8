import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Box, Word } from './page.js';

/** Text on a page that runs in this direction (degrees clockwise from upright) decides which way the page is turned. */
export function textRotation(text: TextContent, page: PDFPageProxy): number {
  const { transform } = page.getViewport({ scale: 1 });
  const characters = new Map<number, number>();
  for (const item of textItems(text)) {
    const [a, b] = multiplied(transform, item.transform);
    const direction = (Math.round((Math.atan2(b, a) * 2) / Math.PI) + 4) % 4;
    characters.set(direction, (characters.get(direction) ?? 0) + item.str.trim().length);
  }
  const [direction = 0] = [...characters].sort(([, a], [, b]) => b - a)[0] ?? [];
  return (page.rotate + 360 - direction * 90) % 360;
}

/** The words of a page's text layer with their places; a run's width is shared out by typical widths of its characters. */
export function pageWords(text: TextContent, viewport: PageViewport): Word[] {
  return textItems(text).flatMap((item) => {
    const matrix = multiplied(viewport.transform, item.transform);
    const style = text.styles[item.fontName];
    return wordsOfItem(item, matrix, viewport, { ascent: style?.ascent || 0.8, descent: style?.descent || -0.2 });
  });
}

const textItems = (text: TextContent): TextItem[] =>
  text.items.filter((item): item is TextItem => 'str' in item && item.str.trim() !== '');

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/** First `second`, then `first`, as PDF matrices (ISO 32000-1, 8.3.4). */
export function multiplied(first: readonly number[], second: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = first as Matrix;
  const [g, h, i, j, k, l] = second as Matrix;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function wordsOfItem(
  item: TextItem,
  [a, b, c, d, e, f]: Matrix,
  viewport: PageViewport,
  { ascent, descent }: { ascent: number; descent: number },
): Word[] {
  const direction = Math.hypot(a, b) || 1;
  const length = item.width * viewport.scale;
  const along = [a / direction, b / direction] as const;
  const corner = (at: number, up: number): [number, number] => [e + at * along[0] + up * c, f + at * along[1] + up * d];
  const total = widthOf(item.str);
  return [...item.str.matchAll(/\S+/g)].map((match): Word => {
    const start = (widthOf(item.str.slice(0, match.index)) / total) * length;
    const end = start + (widthOf(match[0]) / total) * length;
    const points = [corner(start, ascent), corner(end, ascent), corner(end, descent), corner(start, descent)];
    return { text: match[0].normalize('NFC'), confidence: 1, box: around(points, viewport) };
  });
}

function around(points: readonly [number, number][], { width, height }: PageViewport): Box {
  const fraction = (value: number, size: number) => Math.min(1, Math.max(0, value / size));
  const left = fraction(Math.min(...points.map(([x]) => x)), width);
  const right = fraction(Math.max(...points.map(([x]) => x)), width);
  const top = fraction(Math.min(...points.map(([, y]) => y)), height);
  const bottom = fraction(Math.max(...points.map(([, y]) => y)), height);
  return [left, top, right - left, bottom - top];
}

/** Width of text in em by classes of characters: close to Helvetica and Times, whose metrics differ less than the classes. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[iljtfrI.,:;'|!() ]/.test(character)) width += 0.3;
    else if (/[mwMW@%]/.test(character)) width += 0.85;
    else if (/\p{Lu}/u.test(character)) width += 0.68;
    else width += 0.54;
  }
  return Math.max(width, 0.1);
}
