import type { CaseSummary } from '../../domain/cases/caseSummary.js';
import type { AuditQueries } from '../audit/auditProjection.js';
import { begunBy, hasFacets, pageAsOf, within, type PastPage } from '../core/pageAsOf.js';
import type { ReadModels } from '../core/readModels.js';
import type { AsOf } from '../core/asOf.js';
import { documentsOf, narrowedCases, VALUES, type CaseFilter, type ListedCase } from './caseQueries.js';
import { casesProjection, casesTable, type CaseRow } from './casesProjection.js';

/** Where a list of cases goes on. */
type CaseEnd = Pick<CaseSummary, 'created_at' | 'session_id'>;

/** Reads which cases there were. */
export interface PastCaseQueries {
  /** A page of what `CaseQueries.list` would have had at a moment. @throws EventStoreUnavailable, EventUnreadable */
  list(filter: Omit<CaseFilter, 'brief'>, asOf: AsOf): Promise<PastPage<CaseEnd, ListedCase>>;
}

declare module '../core/queries.js' {
  interface Queries {
    pastCases: PastCaseQueries;
  }
}

/**
 * Creates the queries of cases of the past. Cases are never taken from the read model, so it knows all that there were, and in which order; what
 * does not change of them (tenant, goal, reference, metadata, when they were opened) it narrows, and the rest goes by what each of them was.
 */
export function createPastCaseQueries(readModels: ReadModels, trail: Pick<AuditQueries, 'timeOf'>): PastCaseQueries {
  const cases = readModels.of(casesProjection, casesTable);
  const listed = readModels.withParts(casesProjection, casesTable, { documents: documentsOf(VALUES) });
  return {
    async list({ status, assignee, reason, limit, after, ...unchanging }, asOf) {
      const { client_reference_id, document_type } = unchanging;
      const created = within(unchanging, await begunBy(trail, asOf));
      const belongs = (row: CaseRow): boolean =>
        (status === undefined || row.status === status) &&
        (assignee === undefined || row.assignee === assignee) &&
        hasFacets(row.facets, { document_type, reason });
      const found = await pageAsOf<CaseEnd, ListedCase>({
        candidates: (most, behind) =>
          cases.listOnly(['session_id', 'created_at'], (query) =>
            narrowedCases(query, { ...unchanging, ...created, limit: most, ...(behind && { after: behind }) }),
          ),
        keyOf: ({ session_id }) => session_id,
        async find(session_id) {
          const row = await listed.find(session_id, undefined, asOf);
          return row && belongs(row) ? row : undefined;
        },
        limit: client_reference_id === undefined ? limit : 1,
        after,
      });
      // A reference names one case at most.
      return client_reference_id !== undefined && found.rows.length > 0 ? { rows: found.rows } : found;
    },
  };
}
