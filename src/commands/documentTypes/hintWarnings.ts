import { quote, shorten } from '../../domain/core/quote.js';
import { didYouMean, misspelt } from '../../domain/core/spelling.js';

/** The type hints that are one word. */
const ONE_WORD = ['string', 'number', 'integer', 'boolean', 'date', 'amount', 'currency', 'country'];

/** What other languages call them. */
const OTHER_WORDS: { readonly [word: string]: string } = {
  ...{ int: 'integer', long: 'integer', bool: 'boolean', float: 'number', double: 'number', decimal: 'number' },
  ...{ text: 'string', str: 'string', varchar: 'string', money: 'amount', price: 'amount' },
  ...{ datetime: 'date YYYY-MM-DD', timestamp: 'date YYYY-MM-DD' },
};

/** Most warnings of one answer. */
const MOST_WARNINGS = 20;

/** Most that is looked at of a hint: behind it stands guidance. */
const MOST_READ = 200;

/** What is made of a hint that begins as a known one. */
const IN_PART = 'of which only the beginning is understood';

/** A hint that is not understood, or not all of it, with what is probably meant. */
interface Misunderstood {
  /** What is made of it, where it is not taken as free text: goes on the sentence about it. */
  instead?: string | undefined;
  meant?: string | undefined;
}

/**
 * What in type hints is not understood, and so is free text, or is passed over. A hint is never refused, as any text may guide a model: of one
 * that is a sentence and begins with no known hint nothing is said, since it is hardly anything else.
 * @returns a sentence for each, the first twenty
 */
export function hintWarnings(output_schema: { [field: string]: string }): string[] {
  return Object.entries(output_schema)
    .flatMap(([field, hint]) => {
      const fault = misunderstood(hint.slice(0, MOST_READ).trim());
      if (fault === undefined) return [];
      const { instead = 'which is taken as free text', meant } = fault;
      return [`output_schema.${shorten(field)} has the type hint ${quote(hint)}, ${instead}${didYouMean(meant)}`];
    })
    .slice(0, MOST_WARNINGS);
}

function misunderstood(text: string): Misunderstood | undefined {
  const [, before = text, word = ''] = /^(.*\S)\s+or\s+(\w{1,6})$/is.exec(text) ?? [];
  if (word.toLowerCase() === 'null') return within(before, (meant) => `${meant} or null`);
  // Only behind what is understood without it: a sentence may end so.
  if (misspelt(word, ['null']) !== undefined && understood(before)) {
    return { instead: /^date\b/i.test(before) ? IN_PART : undefined, meant: `${before} or null` };
  }
  const list = /^list\s+of\s+(.+)$/is.exec(text)?.[1];
  if (list !== undefined) return within(list, (meant) => `list of ${meant}`);
  if (text.startsWith('{')) return ofObject(text);
  return /^\w+\s*\(/.test(text) ? ofOptions(text) : ofWords(text);
}

/** What is not understood of a part, with what is meant as a whole. */
function within(part: string, whole: (meant: string) => string): Misunderstood | undefined {
  const fault = misunderstood(part.trim());
  return fault && { ...fault, meant: fault.meant === undefined ? undefined : whole(fault.meant) };
}

const understood = (text: string): boolean => text !== '' && misunderstood(text) === undefined;

/** `{a, b: date}`: members between commas. */
function ofObject(text: string): Misunderstood | undefined {
  const [, inside = '', end = ''] = /^\{([^}]*)(\}?)$/s.exec(text) ?? [];
  if (inside === '') return {};
  if (end === '') return { meant: `{${inside.trim()}}` };
  for (const member of inside.split(',')) {
    const [, name = '', colon = '', hint = ''] = /^\s*([\w-]+)\s*(:?)\s*(.*?)\s*$/s.exec(member) ?? [];
    const fault = misunderstood(hint);
    if (fault === undefined) continue;
    // Without a colon these are rather names with no comma between them.
    const names = inside.trim().split(/[\s,]+/);
    if (colon === '') return { instead: 'whose members no commas stand between', meant: `{${names.join(', ')}}` };
    return { ...fault, meant: fault.meant && `{${inside.replace(member, ` ${name}: ${fault.meant}`).trim()}}` };
  }
  return undefined;
}

/** `enum(a|b)`: words between bars. */
function ofOptions(text: string): Misunderstood | undefined {
  const [, word = '', inside = '', end = ''] = /^(\w+)\s*\(([^)]*)(\)?)$/s.exec(text) ?? [];
  const isEnum = word.toLowerCase() === 'enum';
  if (!isEnum && misspelt(word, ['enum']) === undefined) return ofWords(text.replace('(', ' '));
  const options = inside.split(inside.includes('|') ? '|' : ',').map((option) => option.trim());
  if (isEnum && end !== '' && (inside.includes('|') || options.length === 1)) return undefined;
  const instead = isEnum && end !== '' ? 'which has one option, commas included' : undefined;
  return { instead, meant: `enum(${options.join('|')})` };
}

function ofWords(text: string): Misunderstood | undefined {
  const [first = '', ...others] = text.toLowerCase().split(/\s+/);
  const isDay = others.length === 1 && others[0] === 'yyyy-mm-dd';
  if (first === '' || (first === 'yyyy-mm-dd' && others.length === 0)) return undefined;
  if (ONE_WORD.includes(first)) {
    if (others.length === 0 || (first === 'date' && isDay)) return undefined;
    if (first === 'date') return { instead: IN_PART, meant: 'date YYYY-MM-DD' };
    return first === 'string' ? undefined : { meant: first };
  }
  if (first === 'enum' || first === 'list') return { meant: first === 'enum' ? 'enum(a|b)' : 'list of string' };
  if (others.length > 0 && !isDay) return undefined;
  const meant = Object.hasOwn(OTHER_WORDS, first) ? OTHER_WORDS[first] : misspelt(first, ONE_WORD);
  return { meant: isDay && meant !== undefined ? 'date YYYY-MM-DD' : meant };
}
