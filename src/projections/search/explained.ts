import { DomainError } from '../../domain/core/decider.js';
import { explain, type Explained } from '../../platform/search/explain.js';
import type { Search, SearchKind } from '../../platform/search/search.js';
import type { TenantScope } from '../../platform/search/tenantScope.js';
import { wordsOf } from '../../platform/search/words.js';
import { ID_FIELD, explainedQuery } from './searchWanted.js';

/** Of which thing it is asked why a query finds it. */
export interface ExplanationWanted {
  /** Every tenant's when left out. */
  tenant_id?: string | undefined;
  kind: SearchKind;
  query: string;
  id: string;
}

/**
 * Why a query finds a thing, or why not.
 * @throws DomainError `invalid` for a query that is wrong, `not_found` for a thing that is not there
 * @throws SearchTooDear
 */
export async function explained(
  search: Pick<Search, 'hits'>,
  scope: TenantScope,
  { kind, query, id }: ExplanationWanted,
  now: Date,
): Promise<Explained> {
  const read = explainedQuery(query);
  const where = { is: 'phrase' as const, field: ID_FIELD[kind], words: wordsOf(id) };
  // Of an id that is none there may be no words, and then all things have them.
  const found = where.words.length === 0 ? [] : await search.hits(scope, { kind, where, sort: [], limit: 1 });
  const hit = found.find((one) => one.id === id);
  if (!hit) throw new DomainError('not_found', `Nothing of the kind ${kind} has this id`);
  return explain(read, hit.source, now);
}
