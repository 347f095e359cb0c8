import { asFailed, asRead, fromRecorded, NO_READING, type CaseDocument, unreadDocument } from './caseDocument.js';
import type { CaseEvent } from './caseEvents.js';
import { asCorrected } from './documentCorrection.js';

type DocumentEvent = Extract<
  CaseEvent,
  {
    type:
      | 'DocumentReceived'
      | 'DocumentProcessed'
      | 'DocumentFailed'
      | 'DocumentsRequested'
      | 'DocumentCorrected'
      | 'CaseErased';
  }
>;

/** What an event makes of a document that it concerns. Shared with the read model. */
export function applyToDocument(before: CaseDocument | undefined, event: DocumentEvent): CaseDocument | undefined {
  if (event.type === 'DocumentReceived') return received(event.data);
  if (!before) return undefined;
  switch (event.type) {
    case 'DocumentProcessed':
      return asRead(before, event.data, event.data.reading && fromRecorded(event.data.reading));
    case 'DocumentFailed':
      return asFailed(before, event.data.error);
    case 'DocumentsRequested':
      return { ...before, asked_again: true };
    case 'DocumentCorrected':
      return corrected(before, event.data);
    case 'CaseErased':
      // Exactly what is left when the sealed fields can no longer be opened, so that a rebuilt read model is the same.
      return { ...before, ...NO_READING, filename: null, sha256: '', label: null, error: null, corrections: [] };
  }
}

type Received = Extract<CaseEvent, { type: 'DocumentReceived' }>['data'];

const received = ({ doc_id, doc_index, filename, label, ...data }: Received): CaseDocument =>
  unreadDocument(
    {
      ...{ doc_id, doc_index, filename, label },
      ...{ mime_type: data.mime_type, expected_type: data.expected_type, duplicate_of: data.duplicate_of },
      ...{ object_key: data.object.key, size_bytes: data.object.size, sha256: data.sha256 ?? '' },
      created_at: data.received_at,
    },
    data.status,
  );

type Corrected = Extract<CaseEvent, { type: 'DocumentCorrected' }>['data'];

/** Of an erased case nothing is left to correct. */
function corrected(before: CaseDocument, data: Corrected): CaseDocument {
  const { changes, places, validity, actor, reason, corrected_by: by, corrected_at: at } = data;
  return changes && validity ? asCorrected(before, { changes, places, validity, actor, by, reason, at }) : before;
}
