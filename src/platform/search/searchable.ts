import { plain, spacedWords, wordsOf } from './words.js';

/** A JSON value of something that is found. */
export type Shown = string | number | boolean | null | readonly Shown[] | { readonly [name: string]: Shown };

/** What one field of a thing holds, in the forms in which it is compared. Absent where there is nothing of a form. */
export interface FieldIndexed {
  /** Each value, as `plain` writes it. */
  v?: string[];
  /** The words of each value, as `spacedWords` writes them. */
  t?: string[];
  /** Numbers, those that stand as text too. */
  n?: number[];
  /** Days and times, ISO 8601 in UTC with milliseconds. */
  d?: string[];
}

/** Fields by their path, in small letters: `extracted.full_name`. */
export interface FieldsIndexed {
  [path: string]: FieldIndexed;
}

/** What is kept of a thing so that it is found. Made of what is shown of it alone: what a mask hides is not in it. */
export interface Indexed {
  /** The values that a search without a query language looks in, as `plain` writes them, a line for each. */
  text: string;
  /** Every word with its field, `extracted.full_name=doe`, and without, `=doe`; each once. */
  terms: string[];
  fields: FieldsIndexed;
  /** The objects of each list of objects, each by itself. */
  nested: { [path: string]: FieldsIndexed[] };
}

/** Lists of objects by their path; no object, since a field can be named like what every object inherits. */
type Nested = Map<string, FieldsIndexed[]>;

/**
 * Most values of one thing that are found by, most characters of each, of all together, and of the path of a field, and most objects of a
 * list that are kept by themselves: what a document says is its sender's choice, and each word stands in an index with its path.
 */
const MOST_VALUES = 2_000;
const LONGEST_VALUE = 5_000;
const MOST_CHARACTERS = 100_000;
const LONGEST_PATH = 200;
const MOST_OBJECTS = 500;

/** A value in a thing, with the path of its field. */
interface Leaf {
  path: string;
  value: string | number | boolean;
}

/**
 * What something is found by.
 * @param shown The thing as it is shown
 * @param textOf Path of the part that a search without a query language looks in; all of it where it is empty
 */
export function indexed(shown: Shown, textOf = ''): Indexed {
  const nested: Nested = new Map();
  const leaves = found(leavesOf(shown, '', nested));
  const fields = fieldsOf(leaves);
  const terms = Object.entries(fields).flatMap(([path, { t = [] }]) =>
    t.flatMap((words) =>
      words
        .trim()
        .split(' ')
        .flatMap((word) => (word ? [`${path}=${word}`, `=${word}`] : [])),
    ),
  );
  const texts = leaves.filter(({ path }) => textOf === '' || path === textOf || path.startsWith(`${textOf}.`));
  return {
    text: texts.map(({ value }) => plain(cut(value))).join('\n'),
    terms: [...new Set(terms)],
    fields,
    nested: Object.fromEntries(nested),
  };
}

const cut = (value: Leaf['value']): string => String(value).slice(0, LONGEST_VALUE);

/** The name of a field as it is compared. */
export const fieldName = (name: string): string => name.toLowerCase();

/** What a mask puts in the place of what it hides. */
const MASK = '*';

/** Whether a mask shows in a text: nobody looks for that, and it is no example of anything. */
export const showsMask = (text: string): boolean => text.includes(MASK);

/** The values that a thing is found by: no more than there is room for. */
function found(leaves: Iterable<Leaf>): Leaf[] {
  const kept: Leaf[] = [];
  let characters = 0;
  for (const leaf of leaves) {
    if (leaf.path.length > LONGEST_PATH) continue;
    characters += cut(leaf.value).length;
    if (kept.length === MOST_VALUES || characters > MOST_CHARACTERS) break;
    kept.push(leaf);
  }
  return kept;
}

/** The values of a thing. What is in its lists of objects is gathered in `nested`, where that is given. */
function* leavesOf(value: Shown, path: string, nested?: Nested): Generator<Leaf> {
  if (value === null) return;
  if (typeof value !== 'object') {
    yield { path, value };
    return;
  }
  if (isList(value)) {
    for (const entry of value) {
      yield* leavesOf(entry, path, nested);
      // Gathered by the outermost walk alone: else each list in a list would double the work.
      if (!nested || entry === null || typeof entry !== 'object' || isList(entry)) continue;
      const objects = nested.get(path) ?? [];
      if (objects.length < MOST_OBJECTS && path.length <= LONGEST_PATH) {
        nested.set(path, objects);
        objects.push(fieldsOf(found(leavesOf(entry, ''))));
      }
    }
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const below = fieldName(name);
    yield* leavesOf(member, path === '' ? below : `${path}.${below}`, nested);
  }
}

const isList = (value: Shown): value is readonly Shown[] => Array.isArray(value);

function fieldsOf(leaves: readonly Leaf[]): FieldsIndexed {
  const fields = new Map<string, FieldIndexed>();
  for (const { path, value } of leaves) {
    const field = fields.get(path) ?? {};
    fields.set(path, field);
    (field.v ??= []).push(plain(cut(value)));
    (field.t ??= []).push(spacedWords(typeof value === 'number' ? [String(value)] : wordsOf(cut(value))));
    const number = typeof value === 'number' ? value : numberOf(cut(value));
    if (number !== undefined) (field.n ??= []).push(number);
    const moment = typeof value === 'string' ? momentOf(value) : undefined;
    if (moment !== undefined) (field.d ??= []).push(moment);
  }
  return Object.fromEntries(fields);
}

const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** The number that a text is, if it is one. */
export const numberOf = (text: string): number | undefined => (DECIMAL.test(text) ? Number(text) : undefined);

/** A day, or a time with its zone. */
const MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** The moment that a text names, if it names one; of a day its beginning in UTC. ISO 8601 with milliseconds. */
export function momentOf(text: string): string | undefined {
  // There is no year 0 in a database.
  if (!MOMENT.test(text) || text.startsWith('0000')) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  const moment = new Date(at).toISOString();
  if (moment.startsWith('0000') || moment.length > 24) return undefined; // a zone leads out of them
  // `Date.parse` takes the 30th of February for the 1st of March.
  return text.length > 10 || moment.startsWith(text) ? moment : undefined;
}
