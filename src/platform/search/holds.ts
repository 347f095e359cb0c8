import type { Comparison, Condition } from './condition.js';
import type { FieldIndexed, FieldsIndexed, Indexed } from './searchable.js';
import { spacedWords } from './words.js';

/** What conditions are asked of: a thing as it is kept, with the fields that an index keeps by themselves. */
export interface Judged extends Pick<Indexed, 'text' | 'fields' | 'nested'> {
  own: { readonly [field: string]: string };
}

/**
 * Whether a condition holds for a thing: what the conditions mean, in the plainest words that there are. Adapters are held to it, and
 * what is said of a single thing is found by it.
 */
export function holds(condition: Condition, thing: Judged): boolean {
  switch (condition.is) {
    case 'and':
      return condition.of.every((one) => holds(one, thing));
    case 'or':
      return condition.of.some((one) => holds(one, thing));
    case 'not':
      return !holds(condition.of, thing);
    case 'within':
      return (own(thing.nested, condition.field) ?? []).some((fields) =>
        holds(condition.of, { text: '', fields, nested: {}, own: {} }),
      );
    case 'equal':
      return own(thing.own, condition.field) === condition.value;
    case 'contains':
      return thing.text.includes(condition.text);
    default:
      return valuesOf(thing.fields, condition.field).some((values) => fieldHolds(condition, values));
  }
}

/** A condition on the values of one field. */
type OfField = Extract<Condition, { is: 'phrase' | 'pattern' | 'exists' | 'compare' }>;

function fieldHolds(condition: OfField, { t = [], v = [], n = [], d = [] }: FieldIndexed): boolean {
  switch (condition.is) {
    case 'exists':
      return v.length > 0;
    case 'phrase': {
      const { words, number } = condition;
      return t.some((text) => text.includes(spacedWords(words))) || (number !== undefined && n.includes(number));
    }
    case 'pattern':
      return (
        v.some((text) => fits(text, condition.pieces)) ||
        t.some((text) => text.split(' ').some((word) => word !== '' && fits(word, condition.pieces)))
      );
    case 'compare': {
      const { by } = condition;
      if (condition.as === 'number') return n.some((number) => isInOrder(number - condition.value, by));
      const texts = condition.as === 'moment' ? d : v;
      return texts.some((text) => isInOrder(Buffer.compare(Buffer.from(text), Buffer.from(condition.value)), by));
    }
  }
}

/** Whether a text is made of pieces with anything between them. One after the other is looked for, so that it takes no more than one look along the text. */
export function fits(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Whether what differs by that much stands in such an order. */
function isInOrder(difference: number, by: Comparison): boolean {
  if (difference === 0) return by === '<=' || by === '>=';
  return difference < 0 === by.startsWith('<');
}

const own = <Value>(of: { readonly [name: string]: Value }, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

const valuesOf = (fields: FieldsIndexed, field: string | null): FieldIndexed[] => {
  if (field === null) return Object.values(fields);
  const values = own(fields, field);
  return values ? [values] : [];
};
