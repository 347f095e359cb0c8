import { WORD, wordsOf } from './ownWords.js';

/** What a caller sent, as far as a sentence could repeat it. */
export interface Sent {
  /** Path and query, as they came. */
  url: string;
  /** What was parsed; undefined where nothing was, or not yet. */
  body: unknown;
}

/** Characters of a text that are looked at: no sentence repeats more of one. */
const LONGEST_TEXT = 2000;
/** Characters that are looked at of all that was sent. Where there are more a sentence is logged without any word that is not the API's own. */
const MOST_CHARACTERS = 100_000;
/** A sentence may repeat the first letters of a word that it cuts off. */
const SHORTEST_PART = 3;

/** Stands where a caller's words were. */
const LEFT_OUT = '…';

/**
 * A refusal as it may be logged: without the words of whoever sent what is refused. The answer repeats them, so that it can be understood; a log is read
 * by others and kept for long. Between quotes and backticks nothing is left but words of the API's own, elsewhere no word is left that was sent.
 * @param own words of the API itself, in small letters
 */
export function withoutSent(detail: string, own: ReadonlySet<string>, sent: Sent): string {
  const theirs = sentWords(sent, own);
  const listed = [...(theirs ?? [])];
  const isTheirs = (word: string): boolean => {
    if (own.has(word)) return false;
    if (theirs === undefined || theirs.has(word)) return true;
    return word.length >= SHORTEST_PART && listed.some((one) => one.startsWith(word));
  };
  const without = (text: string, leave: (word: string) => boolean): string =>
    text.replaceAll(WORD, (word) => (leave(word.toLowerCase()) ? word : LEFT_OUT));
  return detail
    .split(QUOTED)
    .map((part, index) =>
      without(part, index % 2 === 1 ? (word) => own.has(word) || isNumber(word) : (word) => !isTheirs(word)),
    )
    .join('')
    .replaceAll(SEVERAL, LEFT_OUT);
}

/** What stands between backticks or quotes, with these: every other part of what is split by it. */
const QUOTED = /(`[^`]*`|"(?:[^"\\]|\\.)*")/;
/** Several that were left out, and what little stands between them. */
const SEVERAL = new RegExp(`${LEFT_OUT}(?:[^\\p{L}\\p{N}\`"]{0,3}${LEFT_OUT})+`, 'gu');

/** Places in lists are ours. */
const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word);

/** The words that were sent and are not the API's own; undefined where they are too many to be looked at. */
function sentWords({ url, body }: Sent, own: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const words = new Set<string>();
  let room = MOST_CHARACTERS;
  const take = (text: string): void => {
    const looked = text.slice(0, LONGEST_TEXT);
    room -= looked.length;
    if (room < 0) return;
    for (const word of wordsOf(looked)) if (!own.has(word)) words.add(word);
  };
  const walk = (value: unknown): void => {
    if (room < 0) return;
    if (typeof value === 'string') take(value);
    else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [key, member] of Object.entries(value)) {
        take(key);
        walk(member);
      }
    }
  };
  take(decoded(url));
  walk(body);
  return room < 0 ? undefined : words;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url.replaceAll('+', ' '));
  } catch {
    return url;
  }
}
