import { correctConfusions } from './digits.js';
import type { ReadValue } from './read.js';

/** More words than this are a sentence, not a name. */
const MOST_WORDS_OF_A_NAME = 8;
/** Parts of a number printed in groups. */
const GROUP_OF_IDENTIFIER = /^[A-Z0-9][A-Z0-9\-/.]{0,11}$/;
/** Numbers of persons, vehicles and cards may end in up to three capitals (`QQ 12 34 56 C`, `ZZ26 ABC`), or go on behind them. */
const LAST_GROUP = /^ [A-Z]{1,3}(?: \d[\dA-Z]*| [A-Z]{1,2}\d[\dA-Z]*){0,4}$/;

/** The text of a free field: everything printed, without what separates it from its label. */
export function readText(text: string): ReadValue | null {
  const { start, end } = trimmed(text);
  const raw = text.slice(start, end);
  if (!/[\p{L}\p{N}]/u.test(raw)) return null;
  return { value: correctConfusions(raw).replace(/\s+/g, ' '), raw, start, end, form: 0.8 };
}

/** A person's name: letters, without digits; what follows a digit is no longer the name. */
export function readName(text: string): ReadValue | null {
  const { start } = trimmed(text);
  const match = /^[\p{L}\p{M}][\p{L}\p{M} '’`.,\-/()]*/u.exec(text.slice(start));
  const raw = match?.[0].replace(/(?<![\s,\-/(.])[\s,\-/(.]+$/, (end) => (end.startsWith('.') ? '.' : '')) ?? '';
  const letters = raw.replace(/[^\p{L}]/gu, '').length;
  if (letters < 2) return null;
  const words = raw.split(/\s+/).length;
  const rest = text.slice(start + raw.length).trim();
  const form = words > MOST_WORDS_OF_A_NAME ? 0.2 : /\d/.test(rest) ? 0.7 : 1;
  return { value: raw.replace(/\s+/g, ' '), raw, start, end: start + raw.length, form };
}

/** A number or code: its first word with a digit, and further groups of digits or capitals that continue it. */
export function readIdentifier(text: string): ReadValue | null {
  const { start } = trimmed(text);
  const words = [...text.slice(start).matchAll(/\S+/g)];
  const first = words[0];
  if (!first || !/[\p{L}\p{N}]/u.test(first[0])) return null;
  let end = first.index + first[0].length;
  for (const word of words.slice(1)) {
    if (word.index - end > 1 || !GROUP_OF_IDENTIFIER.test(word[0]) || !isMostlyDigits(word[0])) break;
    end = word.index + word[0].length;
  }
  const rest = text.slice(start + end).trimEnd();
  if (LAST_GROUP.test(rest) && /\d/.test(text.slice(start, start + end))) end += rest.length;
  const raw = text.slice(start, start + end).replace(/(?<![.,;:])[.,;:]+$/, '');
  const digits = raw.replace(/\D/g, '').length;
  const form = digits >= 3 ? 1 : digits > 0 ? 0.7 : words.length === 1 && /^[A-Z]{4,8}$/.test(raw) ? 0.5 : 0;
  return form === 0 ? null : { value: raw, raw, start, end: start + raw.length, form };
}

/** A word of letters that has a digit begins something else. */
const isMostlyDigits = (word: string): boolean =>
  word.replace(/\D/g, '').length * 2 > word.replace(/[-/.]/g, '').length;

/** Where a text begins and ends without the marks that part it from its label and neighbours. */
function trimmed(text: string): { start: number; end: number } {
  const start = /^[\s:.=#*|;,\-–_/)\]°º]*/.exec(text)?.[0].length ?? 0;
  const end = text.replace(/(?<![\s|*=_:;,])[\s|*=_:;,]+$/, '').length;
  return { start, end: Math.max(start, end) };
}
