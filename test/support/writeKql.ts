import type { Kql, KqlValue } from '../../src/platform/search/kql/kql.js';

/** A query as somebody would write it who takes no chances. */
export function writeKql(query: Kql): string {
  switch (query.is) {
    case 'and':
    case 'or':
      return `(${query.of.map(writeKql).join(` ${query.is} `)})`;
    case 'not':
      return `not ${writeKql(query.of)}`;
    case 'within':
      return `${quoted(query.field)}: { ${writeKql(query.of)} }`;
    case 'compare':
      return `${quoted(query.field)} ${query.op} ${writeValue(query.value)}`;
    case 'match':
      return query.field === null ? writeValue(query.value) : `${quoted(query.field)}: ${writeValue(query.value)}`;
  }
}

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

const writeValue = (value: KqlValue): string =>
  'text' in value
    ? quoted(value.text)
    : // Every character for itself, so that no word is one of the language.
      value.words.map((pieces) => pieces.map((piece) => piece.replace(/./gsu, '\\$&')).join('*')).join(' ');
