import { distance } from 'fastest-levenshtein';
import { quote, shorten } from '../../domain/core/quote.js';

/** The type hints that are one word, and those that begin with one of these. */
const ONE_WORD = ['string', 'number', 'integer', 'boolean', 'date', 'amount', 'currency', 'country'];

/** Most warnings of one answer. */
const MOST_WARNINGS = 20;

/**
 * What is probably a typing mistake in type hints: a word one letter off a known hint, which is taken as free text. A hint is never
 * refused, as any text may guide a model.
 * @returns a sentence for each, the first twenty
 */
export function hintWarnings(output_schema: { [field: string]: string }): string[] {
  return Object.entries(output_schema)
    .flatMap(([field, hint]) => {
      const meant = meantBy(hint);
      if (meant === undefined) return [];
      const where = `output_schema.${shorten(field)}`;
      return [`${where} has the type hint ${quote(hint)}, which is taken as free text; did you mean ${quote(meant)}?`];
    })
    .slice(0, MOST_WARNINGS);
}

function meantBy(hint: string): string | undefined {
  const text = hint
    .slice(0, 64)
    .trim()
    .toLowerCase()
    .replace(/\s+or\s+null$/, '')
    .replace(/^list\s+of\s+/, '')
    .replace(/\s+yyyy-mm-dd$/, '');
  const options = /^(\w+)\s*\(.*\)$/.exec(text)?.[1];
  if (options !== undefined) return distance(options, 'enum') === 1 ? 'enum(…)' : undefined;
  if (ONE_WORD.includes(text)) return undefined;
  return ONE_WORD.find((known) => distance(text, known) === 1);
}
