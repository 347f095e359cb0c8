import type { Coordinates } from '../../../domain/documents/index.js';
import type { PageText, TextLine } from '../documentEngine.js';
import { compactText } from '../text/fold.js';
import { type SearchableText, searchableText } from '../text/phraseSearch.js';

/** Print that was looked for, as it stands on its page. */
export interface FoundPrint {
  /** As printed; lines apart by a line break. */
  raw: string;
  coordinates: Coordinates;
  source: PageText['source'];
}

/** Pages made ready for being looked through many times. */
export type SearchablePages = readonly { page: PageText; lines: readonly (TextLine & { search: SearchableText })[] }[];

/** Makes the text of pages ready. */
export const searchablePages = (pages: readonly PageText[]): SearchablePages =>
  pages.map((page) => ({
    page,
    lines: page.lines.map((line) => ({ ...line, search: searchableText(line.text) })),
  }));

/**
 * Finds a text on one of the pages: whole words of a line, letter by letter but for case, accents, spaces and what is no letter or digit. A text of several lines is found where each of them
 * stands on the same page, below the one before.
 * @returns undefined where it is on no page
 */
export function findOnPage(text: string, pages: SearchablePages): FoundPrint | undefined {
  const parts = text.split('\n').filter((part) => compactText(part) !== '');
  if (parts.length === 0) return undefined;
  for (const { page, lines } of pages) {
    const found: { raw: string; box: Coordinates['box'] }[] = [];
    let from = 0;
    for (const part of parts) {
      const wanted = compactText(part);
      const at = lines.findIndex(({ search }, index) => index >= from && startOf(wanted, search) >= 0);
      if (at < 0) break;
      found.push(cutOut(lines[at]!, wanted));
      from = at + 1;
    }
    if (found.length < parts.length) continue;
    const box = around(found.map((one) => one.box));
    return {
      raw: found.map(({ raw }) => raw).join('\n'),
      coordinates: { page: page.page, box },
      source: page.source,
    };
  }
  return undefined;
}

/** Where whole words of a text begin that read so, counted in its folded letters; -1 where there are none. */
function startOf(wanted: string, search: SearchableText): number {
  const { text, compact, origin, starts, ends } = search;
  for (let at = compact.indexOf(wanted); at >= 0; at = compact.indexOf(wanted, at + 1)) {
    const last = at + wanted.length - 1;
    if (starts[at] && ends[last] && !isPartOfNumber(text, origin[at]!, origin[last]! + 1)) return at;
  }
  return -1;
}

/** Whether a number goes on beyond `[start, end)`, behind a point or comma. Two characters on each side tell: a page may be one long row of numbers. */
const isPartOfNumber = (text: string, start: number, end: number): boolean =>
  /\d[.,'’]$/.test(text.slice(Math.max(0, start - 2), start)) || /^[.,'’]\d/.test(text.slice(end, end + 2));

/** So many signs on each side of a value may belong to it: a currency, a minus, a parenthesis. */
const MOST_SIGNS = 3;

/** The part of a line that reads so, with what stands directly around it and is no letter (a currency, a sign), and its place: as wide as its share of the characters. */
function cutOut({ text, box: [x, y, width, height], search }: TextLine & { search: SearchableText }, wanted: string) {
  const at = startOf(wanted, search);
  const [from, to] = [search.origin[at]!, search.origin[at + wanted.length - 1]! + 1];
  const [before = ''] = /[^\s\p{L}\p{N}:]*$/u.exec(text.slice(Math.max(0, from - MOST_SIGNS), from)) ?? [];
  const [behind = ''] = /^[^\s\p{L}\p{N}:]*/u.exec(text.slice(to, to + MOST_SIGNS)) ?? [];
  const [start, end] = [from - before.length, to + behind.length];
  const of = (index: number): number => (index / Math.max(1, text.length)) * width;
  const place: Coordinates['box'] = [x + of(start), y, of(end) - of(start), height];
  return { raw: text.slice(start, end), box: place };
}

function around(boxes: readonly Coordinates['box'][]): Coordinates['box'] {
  const left = Math.min(...boxes.map(([x]) => x));
  const top = Math.min(...boxes.map(([, y]) => y));
  const right = Math.max(...boxes.map(([x, , width]) => x + width));
  const bottom = Math.max(...boxes.map(([, y, , height]) => y + height));
  return [left, top, right - left, bottom - top];
}
