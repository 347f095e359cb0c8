import type { ExportedEntry } from '../../commands/audit/provenExport.js';
import type { AuditFilter } from '../../projections/audit/auditProjection.js';
import type { AuditEntryView } from './auditContract.js';

/** Pages of entries as they are exported with their proofs. @param before Called before each; what it throws ends them */
export async function* shownEntries(
  pages: AsyncIterable<AuditEntryView[]>,
  before: () => Promise<void>,
): AsyncGenerator<ExportedEntry[]> {
  for await (const page of pages) {
    await before();
    yield page.map((shown) => ({ position: shown.position, tenant_id: shown.tenant_id, shown }));
  }
}

/** What an export was asked for, as its first line says it: what narrowed it, and nothing else. */
export const queryOf = ({ limit, after, ...filter }: AuditFilter): { [name: string]: unknown } => ({
  ...Object.fromEntries(Object.entries<unknown>(filter).filter(([, value]) => value !== undefined)),
  ...(Number.isFinite(limit) ? { limit } : {}),
  ...(after ? { behind: after.position } : {}),
});
