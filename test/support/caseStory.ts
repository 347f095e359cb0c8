import { readDefinition } from '../../src/domain/agents/agentDefinition.js';
import type { CaseAgent } from '../../src/domain/cases/caseAgent.js';
import type { ReceivedDocument } from '../../src/domain/cases/caseCommand.js';
import { NO_READING, toRecorded } from '../../src/domain/cases/caseDocument.js';
import type { CaseEvent } from '../../src/domain/cases/caseEvents.js';
import type { CaseResult } from '../../src/domain/cases/caseResult.js';
import { NOT_CROSS_MATCHED } from '../../src/domain/documents/crossMatchOutcome.js';

// What happened in a case of which stories are told.

export const nine = '2026-03-02T09:00:00.000Z';
export const ten = '2026-03-02T10:00:00.000Z';
export const session_id = 's1';

const agent: CaseAgent = {
  ...{ id: 'a1', revision: '3', goal: 'onboarding', name: 'Onboarding', version: '1', allow_cloud: false },
  ...{ required_types: ['passport', 'utility_bill'], intelligence_level: 0 },
};
export const definition = readDefinition({ doc_type_map: { passport: 'passport', bill: 'utility_bill' } });
export const talking: CaseAgent = { ...agent, intelligence_level: 2 };
/** What every event of the case repeats, and what its end says besides. */
export const ofCase = { session_id, goal: 'onboarding', agent: { id: 'a1', revision: '3' } };
export const endedAt = (at: string) => ({
  ...{ ...ofCase, opened_at: nine, duration_ms: Date.parse(at) - Date.parse(nine) },
});
export const opening = { session_id, tenant_id: 'acme', goal: 'onboarding', client_reference_id: null, agent };
export const opened: CaseEvent = { type: 'CaseOpened', data: { ...opening, opened_at: nine } };
export const openedTalking: CaseEvent = { type: 'CaseOpened', data: { ...opening, agent: talking, opened_at: nine } };

export const stored = (doc_id: string, sha256 = doc_id): ReceivedDocument => ({
  ...{ doc_id, filename: `${doc_id}.pdf`, label: null, expected_type: null, mime_type: 'application/pdf' },
  object: { key: `cases/s1/documents/${doc_id}`, sha256, size: 3 },
});
export const received = (doc_id: string, doc_index: number, more: object = {}): CaseEvent => {
  const { object, ...document } = stored(doc_id);
  const { sha256, ...file } = object;
  const told = { ...ofCase, ...document, object: file, sha256, doc_index, duplicate_of: null, received_at: nine };
  return { type: 'DocumentReceived', data: { ...told, status: 'processing', ...more } };
};
export const type_used = { tenant_id: '', context_id: 'passport', revision: 4 };
export const read = (doc_id: string, document_type: string, extracted = {}): CaseEvent => ({
  type: 'DocumentProcessed',
  data: {
    ...{ ...ofCase, doc_id, document_type, type_used, confidence: '0.9', masked_fields: [], processed_at: nine },
    reading: toRecorded({ ...NO_READING, valid: true, extracted }),
    confidence_percent: {},
  },
});
export const unreadable: CaseEvent = {
  type: 'DocumentFailed',
  data: {
    ...{ ...ofCase, doc_id: 'd1', expected_type: 'passport', reason: 'unreadable' },
    ...{ error: 'The PDF is encrypted', failed_at: nine },
  },
};
const result = (decision: CaseResult['decision']): CaseResult => ({
  ...{ decision, reasons: [], cross_match: NOT_CROSS_MATCHED, completed_at: nine },
  validation: { valid: true, documents: [] },
  governance: { passed: true, checks: [] },
});
export const completed = (status: 'completed' | 'review' | 'failed', decision: CaseResult['decision']): CaseEvent => ({
  type: 'CaseCompleted',
  data: { ...endedAt(nine), status, result: result(decision), completed_at: nine },
});
export const expired: CaseEvent = { type: 'CaseExpired', data: { ...endedAt(nine), expired_at: nine } };
export const erased: CaseEvent = {
  type: 'CaseErased',
  data: { ...ofCase, doc_ids: [], message_count: 0, reason: 'person_asked', erased_at: ten },
};
export const inReview = [opened, completed('review', 'review')];
