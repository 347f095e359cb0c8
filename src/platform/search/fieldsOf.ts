import { momentOf, showsMask } from './searchable.js';
import type { Source } from './search.js';
import { valuesIn, type FoundValue } from './valuesIn.js';

/** What the values of a field are: `mixed` where they are of several kinds, `object` in lists of objects, whose fields are told by themselves. */
export type FieldType = 'text' | 'number' | 'boolean' | 'moment' | 'object' | 'mixed';

/** A field as some things have it. */
export interface FieldFound {
  /** Its path, by which a query names it. */
  name: string;
  type: FieldType;
  /** In which share of the things it has a value, 0 to 1. */
  fill_rate: number;
  /** Some of its values, each once; none in which a mask shows. */
  examples: (string | number | boolean)[];
}

/** Looks at things one after the other, of which it keeps no more than what is told of their fields. */
export interface FieldsSeen {
  look(source: Source): void;
  /** The fields by their names; of those that differ in the case of letters alone, one. */
  told(): FieldFound[];
}

const MOST_EXAMPLES = 5;

/** Longer values are no examples. */
const LONGEST_EXAMPLE = 100;

/** Most fields that are told, and longest path: what they are called is the choice of whoever makes document types. */
const MOST_FIELDS = 1_000;
const LONGEST_PATH = 200;

/** What was seen of a field. */
interface Seen {
  name: string;
  types: Set<FieldType>;
  /** Things that have it. */
  count: number;
  /** The last of these. */
  last: number;
  examples: Set<string | number | boolean>;
}

/** Creates what looks at the fields of things. */
export function createFieldsSeen(): FieldsSeen {
  const fields = new Map<string, Seen>();
  let things = 0;
  const see = (name: string, value: Value): void => {
    const key = name.toLowerCase();
    const seen = fields.get(key) ?? { name, types: new Set(), count: 0, last: 0, examples: new Set() };
    if (!fields.has(key)) {
      if (fields.size >= MOST_FIELDS || name.length > LONGEST_PATH) return;
      fields.set(key, seen);
    }
    seen.types.add(typeOf(value));
    if (seen.last !== things) seen.count += 1;
    seen.last = things;
    if (seen.examples.size < MOST_EXAMPLES && isExample(value)) seen.examples.add(value);
  };
  return {
    look(source) {
      things += 1;
      for (const { path, value } of valuesIn(source)) see(path, value);
    },
    told: () =>
      [...fields.values()]
        .map(({ name, types, count, examples }) => ({
          name,
          type: types.size === 1 ? ([...types][0] ?? 'mixed') : ('mixed' as const),
          fill_rate: Math.round((count / things) * 1_000) / 1_000,
          examples: [...examples],
        }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
  };
}

type Value = FoundValue['value'];

function typeOf(value: Value): FieldType {
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return momentOf(value) === undefined ? 'text' : 'moment';
}

function isExample(value: Value): value is string | number | boolean {
  if (typeof value === 'object' || value === '') return false;
  const text = String(value);
  return text.length <= LONGEST_EXAMPLE && !showsMask(text);
}
