import type { ExportedEntry } from '../../commands/audit/provenExport.js';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { onlyColumns } from '../../platform/search/columns.js';
import type { Source } from '../../platform/search/search.js';
import type { Pages } from '../../projections/search/everythingFound.js';
import { ApiError } from '../http/responses/apiError.js';
import type { SearchExportBody } from './exportContract.js';

/** Refuses a proof of what has none: a document or a case is made of many events, and a cell has no room for it. @throws ApiError 422 */
export function assertProvable({ kind, format, proof }: Pick<SearchExportBody, 'kind' | 'format' | 'proof'>): void {
  if (proof && (kind !== 'events' || format !== 'jsonl'))
    throw new ApiError(422, 'The field `proof` needs `kind` events and `format` jsonl');
}

/** Pages of events as they are exported with their proofs, as far as the head goes that they are proven against. */
export async function* provenEvents(
  pages: Pages,
  upTo: Position,
  columns: readonly string[] | undefined,
): AsyncGenerator<ExportedEntry[]> {
  for await (const page of pages()) {
    yield page
      .map((source) => ({ ...placeOf(source), shown: columns ? onlyColumns(source, columns) : source }))
      .filter(({ position }) => BigInt(position) <= upTo);
  }
}

/** Where the event of a found one is, and whose: every one is made with both. */
function placeOf(source: Source): { position: string; tenant_id: string } {
  const { position, tenant_id } = source as { position: string; tenant_id: string };
  return { position, tenant_id };
}

/** What was searched for, as the first line of the export says it. */
export function searchedFor({ kind: _kind, format: _format, proof: _proof, ...asked }: SearchExportBody): {
  [name: string]: unknown;
} {
  return asked;
}
