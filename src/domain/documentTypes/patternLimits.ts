import { DomainError } from '../core/decider.js';
import type { FieldRule } from './documentTypeConfig.js';

/** Most fields of one type whose rule has a pattern. */
const MOST_PATTERNS = 200;

/** Longest pattern, in characters. */
const LONGEST_PATTERN = 1_000;

/**
 * Most instructions of the program that a pattern compiles to: `x{0,1000}`, the longest counted repetition that RE2 takes of
 * one character (`kMaxRepeat` in its parse.cc, 1000 in re2js), has 2,002. Both compiling and matching take time in proportion.
 */
const LARGEST_PROGRAM = 2_048;

/** Most instructions of all patterns of one type: ten of the largest, or a hundred that each take a line of 100 characters. */
const LARGEST_PROGRAMS = 20_480;

/**
 * Holds the patterns of a type to what may be compiled at all, by their text alone: number, length, and size of their programs.
 * @param where the field of a request that they stand in
 * @throws DomainError `invalid`, naming the rule and the limit
 */
export function assertPatternLimits(where: string, rules: { [field: string]: FieldRule }): void {
  const patterns = Object.entries(rules).flatMap(([field, { regex }]) =>
    regex === undefined ? [] : [{ field, regex }],
  );
  if (patterns.length > MOST_PATTERNS) {
    throw invalid(`${where} must have a regex for at most ${MOST_PATTERNS} fields; it has ${patterns.length}`);
  }
  let all = 0;
  for (const { field, regex } of patterns) {
    const name = `${where}.${field.slice(0, 64)}.regex`;
    if (regex.length > LONGEST_PATTERN) throw invalid(`${name} must be at most ${LONGEST_PATTERN} characters`);
    const size = programBound(regex);
    if (size > LARGEST_PROGRAM) {
      throw invalid(
        `${name} is too large: with its repetitions written out it has up to ${size} parts, and at most ${LARGEST_PROGRAM} are taken`,
      );
    }
    all += size;
    // Asked of each, so that no more are looked at than may be taken.
    if (all > LARGEST_PROGRAMS) {
      throw invalid(
        `The patterns of ${where} are too large together: with their repetitions written out at most ${LARGEST_PROGRAMS} parts are taken`,
      );
    }
  }
}

/**
 * The parts of a pattern: quoted text, an escape, a class, a counted repetition, flags, the beginning of a group, any other character.
 * What is not closed goes to the end, as RE2 takes no such pattern: to look for what closes it from each beginning anew would take
 * time by the square of the length.
 */
const PARTS =
  /\\Q[^]*?(?:\\E|$)|\\(?:[xpP]\{[^}]*(?:\}|$)|[^])|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*(?:\]|\\?$)|\{(\d{1,9})(,?)(\d{0,9})\}|\(\?[a-zA-Z-]*\)|\((?:\?(?:P?<[^>]*(?:>|$)|[a-zA-Z-]*:?))?|[^]/gu;

/**
 * How many instructions the program of an RE2 pattern has at most, without parsing or compiling it: one for each character or class,
 * up to three for what groups, repeats or chooses, and what is repeated by count as often as it is. A class of Unicode counts more,
 * once: its table is gathered when it is parsed.
 */
export function programBound(pattern: string): number {
  const outer: number[] = [];
  let size = ENDS;
  /** Size of what a repetition behind it would repeat. */
  let last = 0;
  for (const [part, min, comma, max] of pattern.matchAll(PARTS)) {
    // Flags are nothing that could be repeated: a repetition behind them is of what stands before them.
    if (part.startsWith('(?') && part.endsWith(')')) continue;
    if (part.startsWith('(')) {
      outer.push(size);
      [size, last] = [part.endsWith(':') ? 1 : GROUP, 0];
    } else if (part === ')') {
      last = size;
      size += outer.pop() ?? 0;
    } else if (min !== undefined) {
      const times = Math.max(Number(min), Number(max), 1);
      const optional = comma === '' ? 0 : Math.max(times - Number(min), 2);
      const repeated = last * times + optional;
      size += repeated - last;
      last = repeated;
    } else if ('*+?'.includes(part)) {
      size += 2;
      last += 2;
    } else {
      const isQuoted = part.startsWith('\\Q');
      size += (isQuoted ? part.length : part === '|' ? 2 : 1) + tablesIn(part);
      // Of quoted text the last character is repeated; where it is empty, what stands before it.
      last = isQuoted ? Math.max(last, 1) : 1;
    }
  }
  return outer.reduce((sum, each) => sum + each, size);
}

/** What a table of Unicode counts, in instructions: a bound of our own; `\pL` has some 650 ranges that are gathered and put in order. */
const TABLE = 10;

/** What the tables of an escape, or of those inside of a class, cost. */
function tablesIn(part: string): number {
  const escapes = part.startsWith('[') ? (part.match(/\\[^]/g) ?? []) : [part.slice(0, 2)];
  return TABLE * escapes.filter((escape) => escape === '\\p' || escape === '\\P').length;
}

/** Of every program: where it fails, where it has matched, and an empty pattern. */
const ENDS = 3;
/** Where a group begins and ends, and an empty one. */
const GROUP = 3;

const invalid = (message: string): DomainError => new DomainError('invalid', message);
