import type { Kql, KqlValue } from './kql.js';

/** What stands for itself without quotes or backslashes, but for words of the language. */
const PLAIN = /^[^\\():<>"*{}\s]+$/u;
const KEYWORD = /^(?:and|or|not)$/iu;
const SPECIAL = /[\\():<>"*{}\s]/gu;

/** A query as somebody would write it: read again it is the same. */
export function writeKql(query: Kql): string {
  switch (query.is) {
    case 'and':
    case 'or':
      return query.of.map(bracketed).join(` ${query.is} `);
    case 'not':
      return `not ${bracketed(query.of)}`;
    case 'within':
      return `${writeText(query.field)}: { ${writeKql(query.of)} }`;
    case 'compare':
      return `${writeText(query.field)} ${query.op} ${writeValue(query.value)}`;
    case 'match':
      return query.field === null ? writeValue(query.value) : `${writeText(query.field)}: ${writeValue(query.value)}`;
  }
}

/** The name of a field, or a value that is a phrase where it has several words: in quotes where it must be. */
export const writeText = (text: string): string =>
  PLAIN.test(text) && !KEYWORD.test(text) ? text : `"${text.replace(/["\\]/gu, '\\$&')}"`;

const bracketed = (query: Kql): string =>
  query.is === 'and' || query.is === 'or' ? `(${writeKql(query)})` : writeKql(query);

const writeValue = (value: KqlValue): string =>
  'text' in value ? `"${value.text.replace(/["\\]/gu, '\\$&')}"` : value.words.map(writeWord).join(' ');

function writeWord(pieces: readonly string[]): string {
  const written = pieces.map((piece) => piece.replace(SPECIAL, '\\$&')).join('*');
  return KEYWORD.test(written) ? `\\${written}` : written;
}
