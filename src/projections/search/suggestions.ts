import type { Condition } from '../../platform/search/condition.js';
import { queryCursor, textOf, type QueryCursor } from '../../platform/search/kql/queryCursor.js';
import { writeText } from '../../platform/search/kql/writeKql.js';
import type { Search, SearchKind } from '../../platform/search/search.js';
import { fieldName, showsMask } from '../../platform/search/searchable.js';
import type { TenantScope } from '../../platform/search/tenantScope.js';
import { plain } from '../../platform/search/words.js';
import { fieldsFound } from './fieldsFound.js';
import { readable } from './searchWanted.js';

/** For what is being written suggestions are wanted. */
export interface SuggestionsWanted {
  /** Every tenant's when left out. */
  tenant_id?: string | undefined;
  kind: SearchKind;
  /** The query up to the cursor. */
  query: string;
}

/** What may come next, in the place of what is written of it. */
export interface Suggestion {
  kind: 'field' | 'operator' | 'value';
  text: string;
}

/** Most fields that are suggested at once. */
const MOST_FIELDS = 20;

/** By how many things, the newest, it is told which fields there are: who writes asks at every letter. */
const LOOKED_AT = 200;

/**
 * What may come next in a query that is being written: fields by how often they are filled, then words of the language, then the most frequent values of a field.
 * @throws DomainError `invalid` for a query that is wrong before that
 * @throws SearchTooDear
 */
export async function suggestions(
  search: Pick<Search, 'hits' | 'search'>,
  scope: TenantScope,
  { kind, query }: SuggestionsWanted,
): Promise<Suggestion[]> {
  const cursor = readable('`query`', () => queryCursor(query));
  const begun = textOf(cursor.begun);
  const fields = cursor.fieldIn === undefined ? [] : await fieldNames(search, scope, kind, cursor.fieldIn);
  const isBegun = (name: string): boolean => fieldName(name).includes(fieldName(begun));
  const words = cursor.operators.filter((operator) => operator.startsWith(cursor.begun.toLowerCase()));
  return [
    ...fields.filter(isBegun).slice(0, MOST_FIELDS).map(suggested('field')),
    ...words.map((text) => ({ kind: 'operator' as const, text })),
    ...(await values(search, scope, kind, cursor)).map(suggested('value')),
  ];
}

const suggested =
  (kind: Suggestion['kind']) =>
  (text: string): Suggestion => ({ kind, text: writeText(text) });

async function fieldNames(
  search: Pick<Search, 'hits'>,
  scope: TenantScope,
  kind: SearchKind,
  within: string,
): Promise<string[]> {
  const fields = await fieldsFound(search, scope, kind, LOOKED_AT);
  return fields
    .toSorted((one, other) => other.fill_rate - one.fill_rate)
    .filter(({ name }) => fieldName(name).startsWith(fieldName(within)))
    .map(({ name }) => name.slice(within.length));
}

async function values(
  search: Pick<Search, 'search'>,
  scope: TenantScope,
  kind: SearchKind,
  { valueIn, begun }: QueryCursor,
): Promise<string[]> {
  if (valueIn === undefined || valueIn === null) return [];
  const field = fieldName(valueIn);
  const first = plain(textOf(begun));
  const where: Condition = first === '' ? { is: 'exists', field } : { is: 'pattern', field, pieces: [first, ''] };
  const { facets } = await search.search(scope, { kind, where, sort: [], limit: 1, facets: [field], percentiles: [] });
  const found = facets.get(field)?.values ?? [];
  return found
    .map(({ value }) => value)
    .filter((value) => value.startsWith(first) && value !== '' && !showsMask(value));
}
