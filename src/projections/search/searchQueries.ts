import { DomainError } from '../../domain/core/decider.js';
import { onlyColumns } from '../../platform/search/columns.js';
import { type Condition, EVERYTHING } from '../../platform/search/condition.js';
import type { Explained } from '../../platform/search/explain.js';
import type { FieldFound } from '../../platform/search/fieldsOf.js';
import { createHighlighter } from '../../platform/search/highlights.js';
import { createPostgresSearch, type SearchedTable } from '../../platform/search/postgresSearch.js';
import {
  type Facet,
  PERCENTS,
  type Search,
  type SearchKind,
  type SortValues,
  type Source,
} from '../../platform/search/search.js';
import { everyTenant, onlyOf, type TenantScope } from '../../platform/search/tenantScope.js';
import { plain } from '../../platform/search/words.js';
import type { ReadModels } from '../core/readModels.js';
import { everythingFound, type EverythingWanted, type Pages } from './everythingFound.js';
import { explained, type ExplanationWanted } from './explained.js';
import { fieldsFound } from './fieldsFound.js';
import type { FoundDocument } from './searchedDocuments.js';
import type { SearchedKinds } from './searchedKind.js';
import { conditionWanted, type SearchWanted, TIME_FIELD } from './searchWanted.js';
import { shownIn } from './shownIn.js';
import { suggestions, type Suggestion, type SuggestionsWanted } from './suggestions.js';
import { withReason } from './tooDear.js';

/** Which documents are looked for; all of it must hold. */
export interface DocumentsAsked {
  /** Every tenant's when left out. */
  tenant_id?: string | undefined;
  document_type?: string | undefined;
  status?: FoundDocument['status'] | undefined;
  /** Each of its words stands somewhere in the values, as a part of a word too. */
  query?: string | undefined;
  limit: number;
  offset?: number;
  /** The document behind which the page begins. */
  after?: Pick<FoundDocument, 'created_at' | 'doc_id'> | undefined;
}

/** What was found, and what was asked of all of it. */
export interface SearchAnswer {
  total: number;
  hits: { id: string; source: Source; sort: SortValues; highlights: { [field: string]: string[] } }[];
  /** The ids of the cases and documents that the hits are, or belong to, whatever is shown of them. */
  of: string[];
  /** Behind which the next page begins; null at the end. */
  next: SortValues | null;
  /** What later pages of the same point in time are asked with; null where none was asked for. */
  pit: string | null;
  facets: { [field: string]: Facet };
  histogram: { buckets: { at: string; count: number }[] };
  /** By field and percent. */
  percentiles: { [field: string]: { [percent: string]: number | null } };
}

/** Finds what was read. Values are masked. */
export interface SearchQueries {
  /** Newest first, by time and then id. @throws DomainError `invalid` where that would cost too much */
  documents(asked: DocumentsAsked): Promise<FoundDocument[]>;
  /** @throws DomainError `invalid` for a query that is wrong, or would cost too much */
  search(wanted: SearchWanted, now: Date): Promise<SearchAnswer>;
  /** @throws DomainError `invalid` for a query that is wrong, or would cost too much */
  everything(wanted: EverythingWanted, now: Date): Promise<Pages>;
  /** The fields that the newest thousand things of a kind have. @throws DomainError `invalid` where that would cost too much */
  fields(wanted: Pick<SearchWanted, 'tenant_id' | 'kind'>): Promise<FieldFound[]>;
  /** @throws DomainError `invalid` for a query that is wrong, `not_found` for a thing that is not there */
  explain(wanted: ExplanationWanted, now: Date): Promise<Explained>;
  /** @throws DomainError `invalid` for a query that is wrong before its end, or where that would cost too much */
  suggest(wanted: SuggestionsWanted): Promise<Suggestion[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    search: SearchQueries;
  }
}

/** Creates the queries of searches. @param elsewhere What answers in the place of the database */
export function createSearchQueries(readModels: ReadModels, kinds: SearchedKinds, elsewhere?: Search): SearchQueries {
  const search = elsewhere ?? searchInDatabase(readModels, kinds);
  return {
    documents: async ({ tenant_id, document_type, status, query, limit, offset, after }) => {
      const where: Condition = {
        is: 'and',
        of: [equal('document_type', document_type), equal('status', status), containsAll(query)],
      };
      const page = {
        ...{ kind: 'documents' as const, where, limit },
        ...(offset !== undefined && { offset }),
        ...(after && { after: { at: after.created_at, id: after.doc_id } }),
      };
      return withReason(() => search.newest<FoundDocument>(scopeOf(tenant_id), page));
    },
    search: async (wanted, now) => {
      const { where, query, pit } = conditionWanted(wanted, now);
      const { kind, sort, limit, facets, histogram, percentiles } = wanted;
      const asked = { kind, where, sort, limit, facets, histogram, percentiles, after: placeWanted(wanted) };
      const found = await withReason(() => search.search(scopeOf(wanted.tenant_id), asked));
      const hits = found.hits.slice(0, limit);
      const marks = createHighlighter(query);
      return {
        total: found.total,
        hits: hits.map((hit) => ({
          ...hit,
          source: wanted.columns ? onlyColumns(hit.source, wanted.columns) : hit.source,
          highlights: wanted.highlight ? marks(hit.source) : {},
        })),
        of: [...new Set(hits.flatMap(({ source }) => shownIn(source)))],
        next: found.hits.length > limit ? (hits.at(-1)?.sort ?? null) : null,
        pit: pit ?? null,
        facets: Object.fromEntries(found.facets),
        histogram: { buckets: found.histogram },
        percentiles: Object.fromEntries([...found.percentiles].map(([field, values]) => [field, byPercent(values)])),
      };
    },
    explain: (wanted, now) => withReason(() => explained(search, scopeOf(wanted.tenant_id), wanted, now)),
    suggest: (wanted) => withReason(() => suggestions(search, scopeOf(wanted.tenant_id), wanted)),
    fields: ({ tenant_id, kind }) => withReason(() => fieldsFound(search, scopeOf(tenant_id), kind)),
    everything: (wanted, now) => withReason(() => everythingFound(search, scopeOf(wanted.tenant_id), wanted, now)),
  };
}

function searchInDatabase(readModels: ReadModels, kinds: SearchedKinds): Search {
  const tableOf = (kind: SearchKind): SearchedTable => {
    const { projection, table, own } = kinds[kind];
    const rows = readModels.of(projection, table);
    return { source: () => rows.source(), own, time: TIME_FIELD[kind] };
  };
  const tables = { documents: tableOf('documents'), cases: tableOf('cases'), events: tableOf('events') };
  return createPostgresSearch(readModels.knex, tables);
}

const byPercent = (values: readonly (number | null)[]): { [percent: string]: number | null } =>
  Object.fromEntries(PERCENTS.map((percent, index) => [String(percent), values[index] ?? null]));

/** Where the page begins. @throws DomainError `invalid` where that is no place in this order */
function placeWanted({ sort, search_after }: SearchWanted): SortValues | undefined {
  if (!search_after) return undefined;
  const isNumber = (value: unknown): boolean => value === null || typeof value === 'number';
  const isText = (value: unknown): boolean => value === null || typeof value === 'string';
  const ofKeys = sort.length === 0 ? [isText] : sort.flatMap(() => [isNumber, isText]);
  const fitting = [...ofKeys, (value: unknown) => typeof value === 'string'];
  if (search_after.length !== fitting.length || !fitting.every((fit, index) => fit(search_after[index]))) {
    throw new DomainError('invalid', 'The field `search_after` must be the `next` of a search with the same `sort`');
  }
  return search_after as SortValues;
}

const scopeOf = (tenant_id: string | undefined): TenantScope =>
  tenant_id === undefined ? everyTenant : onlyOf(tenant_id);

const equal = (field: string, value: string | undefined): Condition =>
  value === undefined || value === '' ? EVERYTHING : { is: 'equal', field, value };

const containsAll = (query: string | undefined): Condition => ({
  is: 'and',
  of: plain(query ?? '')
    .split(' ')
    .filter((text) => text !== '')
    .map((text) => ({ is: 'contains', text })),
});
