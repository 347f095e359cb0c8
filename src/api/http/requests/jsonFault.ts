/** Where a text stops being JSON. */
export interface JsonFault {
  /** Place from 0, in UTF-16 units; the length of the text where that ends too early. */
  at: number;
}

const WHITE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// What ends a text, or has a meaning of its own in it.
const SPECIAL = /["\\\u0000-\u001f]/g;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Where a text that is no JSON (RFC 8259) stops being it; undefined for one that is. Engines do not tell, or only with words of the text
 * beside it, which may be anybody's. Takes time linear to the text; how deep it is nested must have been bounded before.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  let at = 0;
  /** Moves over what matches here. */
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const take = (mark: string): boolean => {
    if (!text.startsWith(mark, at)) return false;
    at += mark.length;
    return true;
  };
  const string = (): boolean => {
    if (!take('"')) return false;
    for (;;) {
      SPECIAL.lastIndex = at;
      const found = SPECIAL.exec(text);
      at = found?.index ?? text.length;
      if (take('"')) return true;
      if (!skip(ESCAPE)) return false;
    }
  };
  const list = (end: string, entry: () => boolean): boolean => {
    skip(WHITE);
    if (take(end)) return true;
    while (entry()) {
      skip(WHITE);
      if (take(end)) return true;
      if (!take(',')) return false;
      skip(WHITE);
    }
    return false;
  };
  const value = (): boolean => {
    skip(WHITE);
    if (take('{')) return list('}', () => string() && (skip(WHITE), take(':')) && value());
    if (take('[')) return list(']', value);
    return text[at] === '"' ? string() : take('true') || take('false') || take('null') || skip(NUMBER);
  };
  const whole = value();
  if (whole) skip(WHITE);
  return whole && at === text.length ? undefined : { at };
}

/** Texts that are longer are told the place alone: counting lines would hold others up. */
const LONGEST_COUNTED = 1_000_000;

/** A place of a text in words, lines and characters from 1. Nothing of the text itself stands in them. */
export function wordsOfPlace(text: string, { at }: JsonFault): string {
  if (text.length > LONGEST_COUNTED) return `character ${at + 1}`;
  const before = text.slice(0, at).split(/\r\n|\r|\n/);
  return `line ${before.length}, character ${(before.at(-1) ?? '').length + 1}`;
}
