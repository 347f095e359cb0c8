import type { Comparison, Condition } from '../condition.js';
import { fieldName, numberOf } from '../searchable.js';
import { plain, wordsOf } from '../words.js';
import { momentNamed } from './dateMath.js';
import type { Kql, KqlValue } from './kql.js';

/** What a query asks for. @param now The moment that `now` is */
export function kqlCondition(query: Kql, now: Date): Condition {
  switch (query.is) {
    case 'and':
    case 'or':
      return { is: query.is, of: query.of.map((one) => kqlCondition(one, now)) };
    case 'not':
      return { is: 'not', of: kqlCondition(query.of, now) };
    case 'within':
      return { is: 'within', field: fieldName(query.field), of: kqlCondition(query.of, now) };
    case 'match':
      return matching(query.field === null ? null : fieldName(query.field), query.value);
    case 'compare':
      return comparing(fieldName(query.field), query.op, textOf(query.value), now);
  }
}

/** How many values a query names: what it costs goes by that. What a pattern costs grows with the square of its pieces. */
export function countTerms(query: Kql): number {
  switch (query.is) {
    case 'and':
    case 'or':
      return query.of.reduce((sum, one) => sum + countTerms(one), 0);
    case 'not':
    case 'within':
      return countTerms(query.of);
    case 'match':
      return 'text' in query.value ? 1 : query.value.words.reduce((sum, pieces) => sum + pieces.length ** 2, 0);
    case 'compare':
      return 1;
  }
}

function matching(field: string | null, value: KqlValue): Condition {
  if ('text' in value) return phrase(field, value.text);
  const conditions = value.words.map((pieces): Condition => {
    if (pieces.length === 1) return phrase(field, pieces[0] ?? '');
    if (pieces.every((piece) => piece === '')) return field === null ? { is: 'and', of: [] } : { is: 'exists', field };
    return { is: 'pattern', field, pieces: pieces.map(plain) };
  });
  return conditions.length === 1 && conditions[0] ? conditions[0] : { is: 'and', of: conditions };
}

function phrase(field: string | null, text: string): Condition {
  const words = wordsOf(text);
  // Of signs alone there are no words.
  if (words.length === 0) return { is: 'pattern', field, pieces: ['', plain(text), ''] };
  return { is: 'phrase', field, words, number: numberOf(text) };
}

function comparing(field: string, by: Comparison, text: string, now: Date): Condition {
  const number = numberOf(text);
  if (number !== undefined) return { is: 'compare', field, by, as: 'number', value: number };
  // "After a day" is after the whole of it, and "up to a day" has all of it.
  const moment = momentNamed(text, now, { end: by === '>' || by === '<=' });
  if (moment !== undefined) return { is: 'compare', field, by, as: 'moment', value: moment };
  return { is: 'compare', field, by, as: 'text', value: plain(text) };
}

const textOf = (value: KqlValue): string =>
  'text' in value ? value.text : value.words.map((pieces) => pieces.join('*')).join(' ');
