import type { CaseEvent } from '../../domain/cases/caseEvents.js';
import { declareProjection, declareTable, IGNORED } from '../core/projection.js';
import type { ReadModels } from '../core/readModels.js';

/** That a person corrected a document: which fields, and never a value. */
interface CorrectionRow {
  tenant_id: string;
  document_type: string;
  /** Names of the fields. */
  fields: string[];
  corrected_at: string;
}

const correctionsTable = declareTable<CorrectionRow, CaseEvent>({
  name: 'corrections',
  columns: {
    tenant_id: 'text not null',
    document_type: 'text not null',
    fields: 'json not null',
    corrected_at: 'text collate "C" not null',
  },
  indexes: ['(tenant_id, corrected_at)', '(corrected_at)'],
  ofOneStream: true,
  keys: (event) => [event.id],
  on: {
    CaseOpened: IGNORED,
    CaseReplayRequested: IGNORED,
    CaseReplayCompared: IGNORED,
    DocumentReceived: IGNORED,
    DocumentProcessed: IGNORED,
    DocumentFailed: IGNORED,
    DocumentShownToModel: IGNORED,
    CaseCompleted: IGNORED,
    CaseDecided: IGNORED,
    CaseAssigned: IGNORED,
    CaseNoteAdded: IGNORED,
    WatchlistHitFound: IGNORED,
    DocumentsRequested: IGNORED,
    // What is done with a test key counts in no figure.
    DocumentCorrected: (_before, { metadata, data: { document_type, fields, corrected_at } }) =>
      metadata.mode === 'live' ? { tenant_id: metadata.tenant_id, document_type, fields, corrected_at } : undefined,
    CaseExpired: IGNORED,
    MessageReceived: IGNORED,
    MessageSent: IGNORED,
    CaseErased: IGNORED,
  },
});

/** Corrections, for what is counted of them. */
export const correctionsProjection = declareProjection({
  name: 'corrections',
  version: 1,
  tables: [correctionsTable],
});

/** How often a field was corrected. */
export interface FieldCorrections {
  document_type: string;
  field: string;
  corrections: number;
}

/** Counts corrections. */
export interface CorrectionQueries {
  /** The fields that were corrected since, the most corrected first. Of every tenant where none is given. */
  byField(filter: { tenant_id?: string | undefined; since: Date }): Promise<FieldCorrections[]>;
}

declare module '../core/queries.js' {
  interface Queries {
    corrections: CorrectionQueries;
  }
}

/** Fields that are counted one by one. */
const MOST_FIELDS = 1_000;

/** Creates the queries of corrections. */
export function createCorrectionQueries(readModels: ReadModels): CorrectionQueries {
  const corrections = readModels.of(correctionsProjection, correctionsTable);
  return {
    async byField({ tenant_id, since }) {
      const { rows } = await readModels.knex.raw<{ rows: FieldCorrections[] }>(
        `select document_type, field, count(*)::integer as corrections
         from ${await corrections.source()} cross join lateral json_array_elements_text(corrections.fields) field
         where corrected_at >= ? and (?::text is null or tenant_id = ?)
         group by document_type, field order by corrections desc, document_type, field limit ?`,
        [since.toISOString(), tenant_id ?? null, tenant_id ?? null, MOST_FIELDS],
      );
      return rows;
    },
  };
}
