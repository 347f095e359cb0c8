import type { Json } from '../../domain/core/json.js';
import type { IndexedThing } from '../../platform/search/elasticsearchDocuments.js';
import { indexed, type Indexed } from '../../platform/search/searchable.js';
import type { SearchKind, Source } from '../../platform/search/search.js';
import type { Projection, ReadModelTable, VersionOf } from '../core/projection.js';

/**
 * A kind of what is searched: what of the log its things are made of, the table that has them where the database is searched, and the index
 * that has them elsewhere. `State` is what is known of a thing along the log: more than is found of it, where masks need that.
 */
export interface SearchedKind<State extends object = object> {
  kind: SearchKind;
  projection: Projection;
  /** The table of the projection, with `SEARCHED_COLUMNS`. */
  table: ReadModelTable;
  /** What the index is called as a read model. Its version follows what makes its things. */
  index: VersionOf;
  /** Fields that table and index keep by themselves, for conditions that are `equal`. */
  own: ReadonlySet<string>;
  /** What events make of states, those of one stream alone of each. */
  states: Pick<ReadModelTable<State>, 'name' | 'eventTypes' | 'keys' | 'fold'>;
  /** Whether one event makes a state, whatever came before it in its stream. */
  ofOneEvent?: true;
  /** What is found of a state. */
  thing(state: State): IndexedThing;
  /** The id of the thing with a key, also of one that is no more. */
  idOf(key: string): string;
}

/** Every kind of what is searched. */
export type SearchedKinds = { readonly [Kind in SearchKind]: SearchedKind };

/** What a row of such a table has of a thing of which no fields are kept by themselves. */
export interface SearchedRow extends Indexed {
  id: string;
  tenant_id: string;
  at: string;
  source: Source;
}

/** Path of no field: such a thing is found by the query language alone, and what is searched without takes no room. */
const NO_TEXT = 'none';

/** The row of a thing that is shown so. @param shown JSON alone, or what is left out of JSON */
export function searchedRow(of: Pick<SearchedRow, 'id' | 'tenant_id' | 'at'>, shown: object): SearchedRow {
  const source = JSON.parse(JSON.stringify(shown)) as { [name: string]: Json };
  return { ...of, source, ...indexed(source, NO_TEXT) };
}

/** What is found of a row. */
export const thingOfRow = ({ id, tenant_id, at, source, text, terms, fields, nested }: SearchedRow): IndexedThing => ({
  ...{ id, tenant_id, at, source, own: {}, text, terms, fields, nested },
});

/** How often what indexes have beside the things themselves was changed: part of the version of each. */
export const INDEX_CHANGES = 1;

/** What all indexes of a kind are called first: versions are searched each by itself. @param prefix that of the installation */
export const allIndexes = (kind: SearchKind, prefix: string): string => `${prefix}-${kind}-v`;

/** The name that is searched, and stands for the index of this version. @param prefix that of the installation */
export const searchedName = ({ kind, index }: Pick<SearchedKind, 'kind' | 'index'>, prefix: string): string =>
  `${allIndexes(kind, prefix)}${index.version}`;
