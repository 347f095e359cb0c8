import peggy from 'peggy';
import { GRAMMAR } from './grammar.js';
import type { Kql } from './kql.js';

/** A query that cannot be read: where, and what was expected there. */
export class QueryUnreadable extends Error {
  override readonly name = 'QueryUnreadable';
  /** @param at Characters before the place, which are code points */
  constructor(
    readonly at: number,
    readonly wanted: string,
  ) {
    super(`at character ${at + 1} (from 1): expected ${wanted}`);
  }
}

/** Most brackets in one another: whoever reads them holds one in memory in another, too. */
const DEEPEST = 50;

type Parser = { parse(text: string): Kql };

let parser: Parser | undefined;

/** Made at the first query: it takes some milliseconds. Remembering what was tried keeps the time in proportion to the length. */
function theParser(): Parser {
  if (parser) return parser;
  const made = peggy.generate(GRAMMAR, { cache: true });
  return (parser = { parse: (text) => made.parse(text) as Kql });
}

/** Reads a query; an empty one is all there is. @throws QueryUnreadable */
export function readKql(text: string): Kql {
  const deep = tooDeep(text);
  if (deep !== undefined) throw unreadable(text, deep, `no more than ${DEEPEST} brackets in one another`);
  try {
    return theParser().parse(text);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw unreadable(text, error.location.start.offset, wantedIn(error.expected));
  }
}

/** Stands nowhere in a query by itself: behind it, what is not expected is told. */
const NEVER = '\\';

/** What may stand where a query ends that is being written, by the names that errors have for it. @throws QueryUnreadable where it is wrong before that */
export function awaitedAtEnd(text: string): ReadonlySet<string> {
  const deep = tooDeep(text);
  if (deep !== undefined) throw unreadable(text, deep, `no more than ${DEEPEST} brackets in one another`);
  try {
    theParser().parse(text + NEVER);
    throw new TypeError('A query that cannot be read was read');
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    if (error.location.start.offset < text.length) {
      throw unreadable(text, error.location.start.offset, wantedIn(error.expected));
    }
    return new Set(error.expected.flatMap(({ description = '' }) => (description === '' ? [] : [description])));
  }
}

const unreadable = (text: string, offset: number, wanted: string): QueryUnreadable =>
  new QueryUnreadable([...text.slice(0, offset)].length, wanted);

type SyntaxFault = Error & {
  expected: { description?: string }[];
  location: { start: { offset: number } };
};

const isSyntaxError = (error: unknown): error is SyntaxFault =>
  error instanceof Error && error.name === 'SyntaxError' && 'location' in error && 'expected' in error;

function wantedIn(expected: SyntaxFault['expected']): string {
  const named = expected.flatMap(({ description = '' }) => (description === '' ? [] : [description]));
  const words = [...new Set(named)].sort().map((one) => (/^(a|the|one) /.test(one) ? one : `\`${one}\``));
  const [last = 'something else', ...others] = words.reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}

/** Where a bracket is opened that is one too many, if there is one. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '(' || character === '{')) {
      depth += 1;
      if (depth > DEEPEST) return at;
    } else if (!quoted && (character === ')' || character === '}')) depth -= 1;
  }
  return undefined;
}
