import type { estypes } from '@elastic/elasticsearch';
import type { FieldIndexed, FieldsIndexed, Indexed } from './searchable.js';
import type { Source } from './search.js';

/** A thing that is put into an index. */
export interface IndexedThing extends Indexed {
  id: string;
  tenant_id: string;
  /** When it began: the value of the field by which things are newest. */
  at: string;
  /** As it is shown. */
  source: Source;
  /** Fields that are kept by themselves, which conditions that are `equal` ask for. */
  own: { readonly [field: string]: string };
}

/** A field of a thing: each a document of its own beneath the one of the thing, as names of fields are the choice of whoever makes document types. */
interface FieldDocument extends FieldIndexed {
  path: string;
  /** Whether one of its values has no words. */
  wordless: boolean;
}

/** What an index has of a thing. */
export interface ThingDocument {
  id: string;
  tenant_id: string;
  /** Whether it is no more. Kept, so that what is written late and by an older state cannot bring it back. */
  gone: boolean;
  /** Where in the log its last event stands. */
  position: number;
  at?: string;
  /** JSON, so that it is read as it was written, whatever its members are called. */
  source?: string;
  own?: IndexedThing['own'];
  text?: string[];
  fields?: FieldDocument[];
  lists?: { path: string; fields: FieldDocument[] }[];
}

/**
 * Longest text that is kept as a whole, in UTF-16 units: a term takes 32,766 bytes at most, and of UTF-8 a unit takes three. Longer ones, which a few signs
 * become when they are written plainly, are found by their words alone.
 */
const LONGEST_TERM = 10_000;

/** Most documents beneath that of a thing; an index takes 10,000 (`index.mapping.nested_objects.limit`). Objects of lists that are more are not asked for one by one. */
const MOST_BENEATH = 9_000;

const TERM = { type: 'keyword', ignore_above: LONGEST_TERM } as const;

const FIELDS: estypes.MappingProperty = {
  type: 'nested',
  dynamic: 'strict',
  properties: {
    path: { type: 'keyword' },
    v: TERM,
    t: { type: 'text', analyzer: 'words', norms: false },
    wordless: { type: 'boolean' },
    n: { type: 'double' },
    d: { type: 'keyword', fields: { date: { type: 'date', format: 'strict_date_time' } } },
  },
};

/** Characters in a row by which parts of texts are found. */
export const GRAM = 3;

/** How an index of things is made. It takes nothing but what this names. @param own Fields that are kept by themselves */
export const indexOf = (own: ReadonlySet<string>): Pick<estypes.IndicesCreateRequest, 'settings' | 'mappings'> => ({
  settings: {
    // With more of them what is most frequent would be counted by guess.
    number_of_shards: 1,
    // What was written is made visible by whoever wrote it.
    refresh_interval: '-1',
    analysis: {
      analyzer: {
        words: { type: 'custom', tokenizer: 'whitespace' },
        grams: { type: 'custom', tokenizer: 'grams' },
      },
      tokenizer: { grams: { type: 'ngram', min_gram: GRAM, max_gram: GRAM } },
    },
  },
  mappings: {
    dynamic: 'strict',
    properties: {
      id: { type: 'keyword' },
      tenant_id: { type: 'keyword' },
      gone: { type: 'boolean' },
      position: { type: 'long', index: false },
      at: { type: 'keyword' },
      source: { type: 'keyword', index: false, doc_values: false },
      own: {
        dynamic: 'strict',
        properties: Object.fromEntries([...own].map((field) => [field, { type: 'keyword' } as const])),
      },
      text: { ...TERM, fields: { grams: { type: 'text', analyzer: 'grams', norms: false } } },
      fields: FIELDS,
      lists: { type: 'nested', dynamic: 'strict', properties: { path: { type: 'keyword' }, fields: FIELDS } },
    },
  },
});

/** What an index is to have of a thing. @param position where in the log its last event stands */
export function documentOf(
  { id, tenant_id, at, source, own, text, fields, nested }: IndexedThing,
  position: number,
): ThingDocument {
  const found = fieldDocuments(fields);
  let room = MOST_BENEATH - found.length;
  const lists = Object.entries(nested).flatMap(([path, objects]) =>
    objects.flatMap((object) => {
      const within = fieldDocuments(object);
      room -= within.length + 1;
      return room < 0 ? [] : [{ path: path.toWellFormed(), fields: within }];
    }),
  );
  const lines = text.split('\n').map((line) => line.toWellFormed());
  return {
    ...{ id, tenant_id, gone: false, position, at, source: JSON.stringify(source), own },
    text: lines,
    fields: found,
    lists,
  };
}

/** What an index has of a thing that is no more: nothing that says what it was. */
export const goneDocument = (
  { id, tenant_id }: Pick<IndexedThing, 'id' | 'tenant_id'>,
  position: number,
): ThingDocument => ({ id, tenant_id, gone: true, position });

const fieldDocuments = (fields: FieldsIndexed): FieldDocument[] =>
  Object.entries(fields).map(([path, { v = [], t = [], n, d }]) => ({
    path: path.toWellFormed(),
    v: v.map((value) => value.toWellFormed()),
    t: t.map((words) => words.toWellFormed()),
    wordless: t.some((words) => words.trim() === ''),
    ...(n && { n }),
    ...(d && { d }),
  }));
