import type { estypes } from '@elastic/elasticsearch';
import type { Comparison, Condition } from './condition.js';
import { GRAM } from './elasticsearchDocuments.js';
import type { OwnColumns } from './postgresConditions.js';
import { SearchTooDear } from './search.js';

/** A query of Elasticsearch. */
export type Query = estypes.QueryDslQueryContainer;

/** Where a condition is asked: of things, or of the objects in a list of one. */
interface Place extends OwnColumns {
  /** The path of the documents of fields. */
  fields: string;
  /** How many conditions it is in. */
  depth: number;
  ofThing: boolean;
}

/** Elasticsearch takes thirty of them in one another (`indices.query.bool.max_nested_depth`), of which fields and tenants need some. */
const DEEPEST = 22;

const ALL: Query = { match_all: {} };
const NONE: Query = { match_none: {} };

/** The condition as a query, which gives no scores: it holds or not. @throws SearchTooDear */
export const conditionQuery = (condition: Condition, columns: OwnColumns): Query =>
  compile(condition, { ...columns, fields: 'fields', depth: 0, ofThing: true });

function compile(condition: Condition, outer: Place): Query {
  const place = { ...outer, depth: outer.depth + 1 };
  if (place.depth > DEEPEST) throw new SearchTooDear(`has more than ${DEEPEST} conditions in one another`);
  switch (condition.is) {
    case 'and':
      return condition.of.length === 0 ? ALL : all(condition.of.map((one) => compile(one, place)));
    case 'or':
      return condition.of.length === 0 ? NONE : any(condition.of.map((one) => compile(one, place)));
    case 'not':
      return { bool: { must_not: [compile(condition.of, place)] } };
    case 'within':
      return place.ofThing ? within(condition, place) : NONE; // a list in a list is not kept by itself
    case 'equal':
      if (!place.own.has(condition.field)) throw new TypeError(`The field ${condition.field} is not kept by itself`);
      return { term: { [`own.${condition.field}`]: condition.value } };
    case 'contains':
      return place.ofThing ? contains(condition.text) : NONE;
    case 'phrase':
      return phrase(condition, place);
    case 'pattern':
      return pattern(condition, place);
    case 'exists':
      return ofField(condition.field, ALL, place);
    case 'compare':
      return compare(condition, place);
  }
}

type Of<Is extends Condition['is']> = Extract<Condition, { is: Is }>;

const all = (filter: Query[]): Query => ({ bool: { filter } });
const any = (should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });

function within({ field, of }: Of<'within'>, place: Place): Query {
  const inside = { own: new Set<string>(), fields: 'lists.fields', depth: place.depth, ofThing: false };
  return {
    nested: { path: 'lists', query: all([{ term: { 'lists.path': field.toWellFormed() } }, compile(of, inside)]) },
  };
}

/** Texts that are long enough are found by three signs in a row each, one behind the other. */
function contains(given: string): Query {
  const text = given.toWellFormed();
  return [...text].length >= GRAM
    ? { match_phrase: { 'text.grams': { query: text, analyzer: 'grams' } } }
    : { wildcard: { text: { value: `*${escapeWildcard(text)}*` } } };
}

function phrase({ field, words, number }: Of<'phrase'>, place: Place): Query {
  const { fields } = place;
  const said: Query =
    words.length === 0
      ? { term: { [`${fields}.wordless`]: true } }
      : { match_phrase: { [`${fields}.t`]: { query: words.join(' ').toWellFormed(), analyzer: 'words' } } };
  const isIt = number === undefined ? said : any([said, { term: { [`${fields}.n`]: number } }]);
  return ofField(field, isIt, place);
}

function pattern({ field, pieces }: Of<'pattern'>, place: Place): Query {
  const value = pieces.map((piece) => escapeWildcard(piece.toWellFormed())).join('*');
  const ways = ['v', 't'].map((form): Query => ({ wildcard: { [`${place.fields}.${form}`]: { value } } }));
  return ofField(field, any(ways), place);
}

const RANGE = { '<': 'lt', '<=': 'lte', '>': 'gt', '>=': 'gte' } as const satisfies { [By in Comparison]: string };

function compare(condition: Of<'compare'>, place: Place): Query {
  const { field, by, as, value } = condition;
  const than = { [RANGE[by]]: typeof value === 'string' ? value.toWellFormed() : value };
  if (as === 'moment' && place.ofThing && field === place.time) return { range: { at: than } };
  const form = { number: 'n', moment: 'd', text: 'v' }[as];
  return ofField(field, { range: { [`${place.fields}.${form}`]: than } }, place);
}

/** That a field, or any, is like that. */
function ofField(field: string | null, query: Query, { fields }: Place): Query {
  const path: Query[] = field === null ? [] : [{ term: { [`${fields}.path`]: field.toWellFormed() } }];
  return { nested: { path: fields, query: all([...path, query]) } };
}

/** A text as a pattern takes it for itself. */
const escapeWildcard = (text: string): string => text.replace(/[\\*?]/g, '\\$&');
