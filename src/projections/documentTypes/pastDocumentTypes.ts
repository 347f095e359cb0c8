import { PLATFORM } from '../../domain/core/tenant.js';
import type { AuditQueries } from '../audit/auditProjection.js';
import type { AsOf } from '../core/asOf.js';
import { newestFirst, rowsAsOf } from '../core/rowsAsOf.js';
import { idOf, type DocumentTypeQueries, type DocumentTypeRow, rowKey } from './documentTypesProjection.js';

/** Reads which document types there were. */
export interface PastDocumentTypeQueries {
  /**
   * As `DocumentTypeQueries.list` would have at a moment, those that were deleted since among them.
   * @throws DomainError `invalid` where there were too many to look at
   */
  list(filter: { tenant_id: string; include_global?: boolean }, asOf: AsOf): Promise<DocumentTypeRow[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    pastDocumentTypes: PastDocumentTypeQueries;
  }
}

/** Creates the queries of document types of the past: the audit trail says which ones there were, and what happened to each what it was. */
export function createPastDocumentTypeQueries(
  types: DocumentTypeQueries,
  trail: Pick<AuditQueries, 'doneTo'>,
): PastDocumentTypeQueries {
  return {
    async list({ tenant_id, include_global = false }, asOf) {
      const tenants = include_global ? [tenant_id, PLATFORM] : [tenant_id];
      const [known, now] = await Promise.all([
        trail.doneTo({ action: 'DocumentTypeDefined', tenants, asOf }),
        // The trail may be a moment behind, and what a type hides now it may not have hidden then.
        Promise.all([...new Set(tenants)].map((tenant) => types.list({ tenant_id: tenant }))),
      ]);
      const keys = [...known, ...now.flat().map(rowKey)];
      const found = await rowsAsOf(keys, (key) => types.find(idOf(key), asOf));
      const asked = found.filter((row) => tenants.includes(row.tenant_id));
      const own = new Set(asked.flatMap((row) => (row.tenant_id === tenant_id ? row.context_id : [])));
      return asked
        .filter((row) => row.tenant_id === tenant_id || !own.has(row.context_id))
        .sort(newestFirst(({ context_id }) => context_id));
    },
  };
}
