import { awaitedAtEnd } from './readKql.js';

/** What may be written next where a query ends that is being written. */
export interface QueryCursor {
  /** What is written of it already: what a suggestion takes the place of. */
  begun: string;
  /** What the paths of fields begin with that it may be the rest of: empty outside of braces; undefined where it is no field. */
  fieldIn?: string;
  /** Of which field it may be a value: by its path, null where none is named; undefined where it is no value. */
  valueIn?: string | null;
  /** Words and signs of the language that it may be. */
  operators: string[];
}

/** A part of a query: a word, a text in quotes, or a sign. */
const PART = /"(?:\\[^]|[^"\\])*"?|(?:\\[^]|[^\\():<>"*{}\s]|\*)+\\?|[<>]=?|[():{}]|\\/gu;

/** What stands for a comparison in what the grammar says it awaits. */
const COMPARISONS = ['<', '<=', '>', '>='];

/** What of the language is suggested. */
const OPERATORS = ['and', 'or', 'not', ':', '(', ')', '{', '}'];

/**
 * Looks where a query ends that is being written. What stands there without a blank behind it is not done yet.
 * @param text The query up to the cursor
 * @throws QueryUnreadable where it is wrong before that
 */
export function queryCursor(text: string): QueryCursor {
  const parts = [...text.matchAll(PART)];
  const last = parts.at(-1);
  const isBegun =
    last !== undefined && last.index + last[0].length === text.length && /^(?:["\\*]|[^<>():{}])/u.test(last[0]);
  const begun = isBegun ? last[0] : '';
  const awaited = awaitedAtEnd(text.slice(0, text.length - begun.length));
  const operators = [
    ...OPERATORS.filter((one) => awaited.has(one)),
    ...(awaited.has('a comparison') ? COMPARISONS : []),
  ];
  const { within, field } = placeBehind(isBegun ? parts.slice(0, -1) : parts);
  return {
    ...{ begun, operators },
    ...(awaited.has('a field') && { fieldIn: within }),
    ...(awaited.has('a value') && { valueIn: field }),
  };
}

/** Within which object a part stands, and of which field a value there is. */
interface Place {
  within: string;
  field: string | null;
}

/** The place behind these parts. */
function placeBehind(parts: readonly RegExpExecArray[]): Place {
  const outside: Place = { within: '', field: null };
  const open = [outside];
  let word = '';
  /** The field of the sign that was read last. */
  let named: string | null = null;
  for (const [part] of parts) {
    const { within, field } = open.at(-1) ?? outside;
    if (part === ')' || part === '}') open.pop();
    else if (part === '(') open.push({ within, field: named ?? field });
    else if (part === '{') open.push({ within: `${named ?? ''}.`, field: null });
    named = /^(?::|[<>]=?)$/u.test(part) ? within + word : null;
    word = textOf(part);
  }
  const { within, field } = open.at(-1) ?? outside;
  return { within, field: named ?? field };
}

/** What a part says, without quotes and backslashes; a text in quotes may not be closed yet. */
export const textOf = (part: string): string =>
  part.replace(/^"((?:\\[^]|[^"\\])*)"?$/u, '$1').replace(/\\([^]?)/gu, '$1');
