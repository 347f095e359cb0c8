import type { Metadata } from '../../domain/core/metadata.js';
import type { RowsQuery } from './readModels.js';

/**
 * What a row of a list is found by, beside what has a column of its own. Kept together, so that one index finds whatever of it is asked
 * for, however little of it the rows have in common.
 */
export interface Facets {
  /** Codes of the reasons that its result names, each once. */
  reason: string[];
  /** Empty once erased. */
  metadata: Metadata;
  /** Document types that what it is about was read as, each once. */
  document_type: string[];
}

/**
 * What a row is found by, in the order in which Postgres keeps the members of `jsonb`: by the bytes of their names, the short ones first. A row
 * that is folded is then the same text as one that is read.
 */
export function facetsFor({ document_type, reason, metadata }: Partial<Facets>): Facets {
  const inOrder = Object.entries(metadata ?? {}).sort(([one], [other]) => {
    const [bytes, others] = [Buffer.from(one), Buffer.from(other)];
    return bytes.length - others.length || bytes.compare(others);
  });
  return {
    reason: [...new Set(reason)],
    metadata: Object.fromEntries(inOrder),
    document_type: [...new Set(document_type)],
  };
}

/** What of it is asked for; all of it must hold. */
export interface FacetsWanted {
  document_type?: string | undefined;
  reason?: string | undefined;
  metadata?: Metadata | undefined;
}

/** The column that holds it. */
export const FACETS_COLUMN = 'jsonb';

/**
 * The index that finds rows by it. What is still to be put into the index is read with every query: that much of it, in KiB, is read in
 * a millisecond or two, where the 4 MiB that Postgres would let it grow to take twenty times that.
 */
export const FACETS_INDEX = 'using gin (facets jsonb_path_ops) with (gin_pending_list_limit = 256)';

/** Narrows a query to the rows of which all that is wanted holds. */
export function whereFacets(query: RowsQuery, { document_type, reason, metadata = {} }: FacetsWanted): RowsQuery {
  const wanted = {
    ...(document_type !== undefined && { document_type: [document_type] }),
    ...(reason !== undefined && { reason: [reason] }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
  return Object.keys(wanted).length === 0 ? query : query.whereRaw('facets @> ?::jsonb', [JSON.stringify(wanted)]);
}

/** When what a list shows began: both ends are in it. ISO 8601, UTC, with milliseconds. */
export interface CreatedWithin {
  created_from?: string | undefined;
  created_to?: string | undefined;
}

/** Narrows a query to the rows whose `column` lies within. */
export function whereCreated(query: RowsQuery, column: string, { created_from, created_to }: CreatedWithin): RowsQuery {
  if (created_from !== undefined) query.where(column, '>=', created_from);
  return created_to === undefined ? query : query.where(column, '<=', created_to);
}
