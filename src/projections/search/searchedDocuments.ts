import {
  type CaseDocument,
  type CaseEvent,
  caseStream,
  type DocumentValues,
  fromRecorded,
  maskDocument,
} from '../../domain/cases/index.js';
import { rounded } from '../../domain/documents/index.js';
import { CONTAINS_INDEX, SEARCHED_COLUMNS, SEARCHED_INDEXES } from '../../platform/search/postgresSearch.js';
import { indexed, type Indexed } from '../../platform/search/searchable.js';
import { declareProjection, declareTable, IGNORED, type Fold } from '../core/projection.js';
import { INDEX_CHANGES, type SearchedKind } from './searchedKind.js';

/** A document as a search shows it: masked, and of its case no more than where it belongs. */
export interface FoundDocument extends Pick<
  CaseDocument,
  'doc_id' | 'document_type' | 'confidence' | 'status' | 'extracted' | 'created_at'
> {
  session_id: string;
  session_goal: string;
  /** Empty once erased. */
  filename: string;
}

/** A document as its table has it. */
interface SearchedDocument extends Indexed {
  id: string;
  tenant_id: string;
  at: string;
  document_type: string;
  status: CaseDocument['status'];
  /** What is found. */
  source: FoundDocument;
  /** Its values without their mask, of which a correction makes new ones; null where nothing is masked. Nothing is found by it. */
  unmasked: DocumentValues | null;
}

type Stands = Pick<SearchedDocument, 'tenant_id' | 'unmasked'>;

/** The row of a document that is shown so. It is found by that alone. */
function searched({ tenant_id, unmasked }: Stands, shown: FoundDocument): SearchedDocument {
  const source = rounded(shown);
  const { doc_id: id, created_at: at, document_type, status } = source;
  return { id, tenant_id, at, document_type, status, source, unmasked, ...indexed({ ...source }, 'extracted') };
}

/** The row of a document whose values are now these. */
function withValues(
  { tenant_id }: Pick<SearchedDocument, 'tenant_id'>,
  shown: FoundDocument,
  values: DocumentValues,
): SearchedDocument {
  const isMasked = values.masked_fields.length > 0;
  return searched(
    { tenant_id, unmasked: isMasked ? values : null },
    { ...shown, extracted: maskDocument(values).extracted },
  );
}

const NO_VALUES = { raw: {}, violations: [], step_outputs: {}, checks: [], error: null, corrections: [] } as const;

type Happens<Type extends CaseEvent['type']> = Fold<SearchedDocument, Extract<CaseEvent, { type: Type }>>;

const received: Happens<'DocumentReceived'> = (_before, { data, metadata: { tenant_id } }) => {
  const { doc_id, session_id, goal, filename, status, received_at } = data;
  const shown = { doc_id, session_id, session_goal: goal, filename: filename ?? '' };
  return searched(
    { tenant_id, unmasked: null },
    { ...shown, document_type: '', confidence: '', status, extracted: {}, created_at: received_at },
  );
};

const processed: Happens<'DocumentProcessed'> = (before, { data }) => {
  if (!before) return undefined;
  const { document_type, confidence, masked_fields } = data;
  const shown = { ...before.source, document_type, confidence, status: 'done' as const };
  const reading = data.reading && fromRecorded(data.reading);
  if (!reading) return searched({ ...before, unmasked: null }, { ...shown, extracted: {} });
  const { extracted, raw, violations, step_outputs, checks } = reading;
  const values = { ...NO_VALUES, extracted, raw, violations, step_outputs, checks, masked_fields };
  return withValues(before, shown, { ...values, corrections: [] });
};

const corrected: Happens<'DocumentCorrected'> = (before, { data: { changes, reason, ...made } }) => {
  if (!before || !changes) return before;
  const values: DocumentValues = before.unmasked ?? {
    ...{ ...NO_VALUES, violations: [], checks: [], extracted: before.source.extracted, masked_fields: [] },
    corrections: [],
  };
  const put = Object.entries(changes).map(([field, { from, to }]) => ({ field, from, to }));
  const { actor, corrected_by: by, corrected_at: at } = made;
  return withValues(before, before.source, {
    ...values,
    extracted: { ...values.extracted, ...Object.fromEntries(put.map(({ field, to }) => [field, to])) },
    corrections: [...(values.corrections ?? []), ...put.map((one) => ({ ...one, actor, by, reason, at }))],
  });
};

/** Documents of cases, as searches find them. Of an erased case there are none. */
export const searchedDocumentsTable = declareTable<SearchedDocument, CaseEvent>({
  name: 'searched_documents',
  columns: {
    ...SEARCHED_COLUMNS,
    document_type: 'text not null',
    status: 'text not null',
    unmasked: 'json',
  },
  indexes: [
    ...SEARCHED_INDEXES,
    CONTAINS_INDEX,
    '(tenant_id, document_type, at desc, id desc)',
    '(document_type, at desc, id desc)',
    '(tenant_id, status, at desc, id desc)',
    '(status, at desc, id desc)',
  ],
  stream: (key) => caseStream(key.split('/')[0] ?? ''),
  keys({ type, data }) {
    const ids = type === 'CaseErased' ? data.doc_ids : 'doc_id' in data ? [data.doc_id] : [];
    return ids.map((doc_id) => `${data.session_id}/${doc_id}`);
  },
  on: {
    CaseOpened: IGNORED,
    CaseReplayRequested: IGNORED,
    CaseReplayCompared: IGNORED,
    DocumentReceived: received,
    DocumentProcessed: processed,
    DocumentFailed: (before) => before && searched(before, { ...before.source, status: 'failed' }),
    DocumentShownToModel: IGNORED,
    CaseCompleted: IGNORED,
    CaseDecided: IGNORED,
    CaseAssigned: IGNORED,
    CaseNoteAdded: IGNORED,
    WatchlistHitFound: IGNORED,
    DocumentsRequested: IGNORED,
    DocumentCorrected: corrected,
    CaseExpired: IGNORED,
    MessageReceived: IGNORED,
    MessageSent: IGNORED,
    CaseErased: () => undefined,
  },
});

/** Documents as they are found. */
export const searchedDocumentsProjection = declareProjection({
  name: 'searched_documents',
  version: 1,
  tables: [searchedDocumentsTable],
});

/** Documents as a kind of what is searched. */
export const searchedDocuments: SearchedKind<SearchedDocument> = {
  kind: 'documents',
  projection: searchedDocumentsProjection,
  table: searchedDocumentsTable,
  index: { name: 'search_index', version: 1 + INDEX_CHANGES },
  own: new Set(['document_type', 'status']),
  states: searchedDocumentsTable,
  idOf: (key) => key.split('/')[1] ?? '',
  thing({ id, tenant_id, at, document_type, status, source, text, terms, fields, nested }) {
    const own = { document_type, status };
    return { id, tenant_id, at, source: { ...source }, own, text, terms, fields, nested };
  },
};
