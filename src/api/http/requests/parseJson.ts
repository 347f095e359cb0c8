import { isAscii, isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import { findJsonFault, wordsOfPlace } from './jsonFault.js';
import { ApiError } from '../responses/apiError.js';

/** How deep objects and arrays may be nested in a body. */
export const MAX_DEPTH = 64;

/** Most values, keys and marks in a body: far more than any request needs, and parsed in a few milliseconds. */
export const MAX_TOKENS = 100_000;

/** Bytes or characters that are worked on before other requests get their turn. */
export const SLICE = 1_000_000;

/** What programs take for no member of an object, but for what it is made of. */
const PROTOTYPE = '__proto__';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Parses a JSON body without letting it hold up the event loop: how deep and how rich it is is counted first. A member named `__proto__` is
 * refused: no code should have to fear it, and who sends one is to hear that it is not kept.
 * @throws ApiError 400 for what is no JSON, 422 for what is too deep or too rich, or holds text, a number or a name that cannot be stored
 */
export async function parseJson(bytes: Buffer): Promise<unknown> {
  return bytes.length > SLICE ? largeOnes(() => parseBody(bytes)) : parseBody(bytes);
}

/** A body is in memory three times while it is parsed: a large one waits until the one before it is no more. */
const largeOnes = pLimit(1);

async function parseBody(bytes: Buffer): Promise<unknown> {
  await assertModest(bytes);
  if (!isUtf8(bytes)) throw new ApiError(400, 'The request body is not valid UTF-8');
  const large = bytes.length > SLICE;
  if (large) await setImmediate();
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  if (large) await setImmediate();
  const value = parse(text);
  assertClean(value, '');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const fault = findJsonFault(text) ?? { at: 0 };
    const how = fault.at >= text.length ? 'it ends too early, at' : 'it goes wrong at';
    throw new ApiError(400, `The request body is not valid JSON: ${how} ${wordsOfPlace(text, fault)}`);
  }
}

/** Counts tokens and depth on the raw bytes; text is skipped at the speed of memchr. */
async function assertModest(bytes: Buffer): Promise<void> {
  let depth = 0;
  let tokens = 0;
  let pause = SLICE;
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        tokens += 1;
        at = endOfText(bytes, at, (escapes) => (tokens += escapes));
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        tokens += 1;
        depth += 1;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1;
        break;
      case COMMA:
        tokens += 1;
    }
    if (depth > MAX_DEPTH) throw new ApiError(422, `The request body is nested deeper than ${MAX_DEPTH} levels`);
    if (tokens > MAX_TOKENS) throw new ApiError(422, `The request body holds more than ${MAX_TOKENS} values`);
    if (at > pause) {
      pause = at + SLICE;
      await setImmediate();
    }
  }
}

/** Place of the quote that closes the text opened at `start`; that of the last byte when there is none. Escaped quotes are reported. */
function endOfText(bytes: Buffer, start: number, onEscapedQuotes: (count: number) => number): number {
  for (let from = start + 1; ;) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return bytes.length;
    let first = quote;
    while (first > from && bytes[first - 1] === BACKSLASH) first -= 1;
    if ((quote - first) % 2 === 0) return quote;
    if (onEscapedQuotes(1) > MAX_TOKENS) return quote;
    from = quote + 1;
  }
}

/** NUL cannot be stored in Postgres, half a surrogate pair is no character, and JSON writes an infinite number as null. */
function assertClean(value: unknown, name: string): void {
  if (typeof value === 'string') {
    assertCleanText(value, name);
  } else if (value === Infinity || value === -Infinity) {
    throw new ApiError(422, `${subjectOf(name)} holds a number that is too large; the largest is about 1.8e308`);
  } else if (Array.isArray(value)) {
    value.forEach((entry, index) => assertClean(entry, name === '' ? String(index) : `${name}.${index}`));
  } else if (typeof value === 'object' && value !== null) {
    if (Object.hasOwn(value, PROTOTYPE)) {
      throw new ApiError(422, `${subjectOf(name)} has a member named ${PROTOTYPE}, which cannot be kept; leave it out`);
    }
    for (const [key, member] of Object.entries(value)) {
      assertCleanText(key, name);
      assertClean(member, name === '' ? key : `${name}.${key}`);
    }
  }
}

/** Refuses text with a NUL or half a surrogate pair. `name` is the field it stands in. @throws ApiError 422 */
export function assertCleanText(text: string, name: string): void {
  const subject = subjectOf(name);
  if (text.includes('\0')) throw new ApiError(422, `${subject} holds a NUL character; remove it`);
  if (!text.isWellFormed()) throw new ApiError(422, `${subject} holds text that is not valid Unicode`);
}

const subjectOf = (name: string): string => (name === '' ? 'The request body' : `The field \`${name.slice(0, 200)}\``);
