import escapeHtml from 'escape-html';
import type { Condition } from './condition.js';
import { fits } from './holds.js';
import { fieldName, type Shown } from './searchable.js';
import { plain, wordsOf } from './words.js';
import type { Source } from './search.js';

/** What of a condition is looked for in a field; null in any. */
interface Wanted {
  field: string | null;
  fitsWord(word: string): boolean;
  /** Whether the value as a whole is what is looked for. */
  fitsAll(value: string): boolean;
}

/** Most values of one thing that are shown with what was found in them. */
const MOST = 50;

/**
 * Most characters of one answer that are looked through, counted once for each word and pattern that is looked for: it holds up what
 * else the process does.
 */
const MOST_LOOKED = 2_000_000;

/** A word with all that can stand in it before it is written plainly. */
const WORD = /[\p{L}\p{N}\p{M}*]+(?:[.,]\p{N}+)*/gu;

/** Shows a hit with what was found in it marked. */
export type Highlighter = (source: Source) => { [field: string]: string[] };

/**
 * Marks what was found in the hits of one answer, as long as there is not too much to look through. By field, the values in which something was found, with `<em>` around each word of it, or around a whole value where only that is
 * what was looked for; all else is escaped as HTML. What a query says must not be there is not marked. Words are marked one by one, also those of a phrase.
 */
export function createHighlighter(condition: Condition, mostLooked = MOST_LOOKED): Highlighter {
  const wanted = wantedBy(condition, '');
  let left = mostLooked;
  return (source) => {
    const found = new Map<string, string[]>();
    let count = 0;
    for (const { path, value } of textsOf(source, '')) {
      if (count >= MOST) break;
      const here = wanted.filter(({ field }) => field === null || field === fieldName(path));
      left -= value.length * here.length;
      if (left < 0) break;
      const marked = here.length === 0 ? undefined : mark(value, here);
      if (marked === undefined) continue;
      count += 1;
      found.set(path, [...(found.get(path) ?? []), marked]);
    }
    return Object.fromEntries(found);
  };
}

function mark(text: string, wanted: readonly Wanted[]): string | undefined {
  let at = 0;
  let marked = '';
  for (const match of text.matchAll(WORD)) {
    const words = [plain(match[0]), ...wordsOf(match[0])];
    if (!wanted.some(({ fitsWord }) => words.some(fitsWord))) continue;
    marked += `${escapeHtml(text.slice(at, match.index))}<em>${escapeHtml(match[0])}</em>`;
    at = match.index + match[0].length;
  }
  if (at > 0) return marked + escapeHtml(text.slice(at));
  return text !== '' && wanted.some(({ fitsAll }) => fitsAll(plain(text))) ? `<em>${escapeHtml(text)}</em>` : undefined;
}

function wantedBy(condition: Condition, within: string): Wanted[] {
  const nameOf = (field: string | null) => (field === null ? null : within + field);
  switch (condition.is) {
    case 'and':
    case 'or':
      return condition.of.flatMap((one) => wantedBy(one, within));
    case 'within':
      return wantedBy(condition.of, `${within}${condition.field}.`);
    case 'phrase': {
      const words = new Set(condition.words);
      return [{ field: nameOf(condition.field), fitsWord: (word) => words.has(word), fitsAll: () => false }];
    }
    case 'pattern': {
      const fitsPieces = (text: string): boolean => fits(text, condition.pieces);
      return [{ field: nameOf(condition.field), fitsWord: fitsPieces, fitsAll: fitsPieces }];
    }
    default:
      return [];
  }
}

function* textsOf(shown: Shown, path: string): Generator<{ path: string; value: string }> {
  if (shown === null) return;
  if (typeof shown !== 'object') {
    yield { path, value: String(shown) };
    return;
  }
  const members = Array.isArray(shown)
    ? (shown as readonly Shown[]).map((entry) => [path, entry] as const)
    : Object.entries(shown as Source).map(([name, one]) => [path === '' ? name : `${path}.${name}`, one] as const);
  for (const [below, member] of members) yield* textsOf(member, below);
}
