import type { Case, CaseEvent } from '../domain/cases/index.js';
import type { ErasureReason } from '../domain/core/erasure.js';
import type { Decoded } from '../platform/eventStore/eventCodec.js';
import type { ReportedEvent } from './caseReport.js';

/** The history of a case for people. No value of a document and nothing that was said stands in it. */
export function reportTimeline(theCase: Case, events: readonly Decoded<CaseEvent>[]): ReportedEvent[] {
  const number = (docId: string): string =>
    `Document ${(theCase.documents.find(({ doc_id }) => doc_id === docId)?.doc_index ?? 0) + 1}`;
  return events.map((event) => ({
    at: event.metadata.occurred_at,
    revision: Number(event.revision),
    event_id: event.id,
    type: event.type,
    by: event.metadata.actor,
    summary: summaryOf(event, number),
  }));
}

/** Whether an event is part of how the decision came about. */
export const isPartOfTrail = ({ type }: Pick<ReportedEvent, 'type'>): boolean => TRAIL.has(type);

const TRAIL = new Set<string>([
  'CaseOpened',
  'CaseReplayRequested',
  'CaseCompleted',
  'CaseDecided',
  'DocumentsRequested',
  'DocumentCorrected',
  'CaseExpired',
  'CaseErased',
] satisfies CaseEvent['type'][]);

function summaryOf(event: CaseEvent, number: (docId: string) => string): string {
  switch (event.type) {
    case 'CaseOpened':
      return `The case was opened for the agent ${event.data.agent.name}, version ${event.data.agent.version}`;
    case 'CaseReplayRequested':
      return `The case does again what the case ${event.data.replay_of} did`;
    case 'CaseReplayCompared':
      return 'The outcome of the replay was set beside the earlier one';
    case 'DocumentReceived': {
      const { doc_id, mime_type, duplicate_of } = event.data;
      const same = duplicate_of === null ? '' : `; its content is that of ${number(duplicate_of).toLowerCase()}`;
      return `${number(doc_id)} was received (${mime_type})${same}`;
    }
    case 'DocumentProcessed': {
      const { doc_id, document_type, confidence } = event.data;
      return document_type === 'unknown'
        ? `${number(doc_id)} was read and fits no known type`
        : `${number(doc_id)} was read as ${document_type}${confidence && `, confidence ${confidence}`}`;
    }
    case 'DocumentFailed':
      return `${number(event.data.doc_id)} could not be read (${event.data.reason})`;
    case 'CaseCompleted':
      return `The case was completed; its status became ${event.data.status}`;
    case 'CaseDecided':
      return `The case was ${event.data.decision === 'approve' ? 'approved' : 'denied'}${saidBy(event.data.actor)}`;
    case 'CaseAssigned':
      return event.data.assignee === null
        ? 'The case was assigned to nobody'
        : `The case was assigned to ${event.data.assignee}`;
    case 'CaseNoteAdded':
      return `A note was written${saidBy(event.data.actor)}`;
    case 'DocumentsRequested': {
      const { items, actor } = event.data;
      const asked = items.map(({ document_type, code }) => `${document_type} (${code})`).join(', ');
      return `The case collects again: asked for ${asked}${saidBy(actor)}`;
    }
    case 'DocumentCorrected': {
      const { doc_id, fields, actor } = event.data;
      return `What was read from ${number(doc_id).toLowerCase()} was corrected: ${fields.join(', ')}${saidBy(actor)}`;
    }
    case 'CaseExpired':
      return 'The case expired: nothing happened in it for too long';
    case 'MessageReceived':
      return 'A message was received';
    case 'MessageSent':
      return 'The agent sent a message';
    case 'CaseErased':
      return `What was read and said in the case, and its documents, were erased${WHY[event.data.reason ?? 'other']}`;
  }
}

/** Who did it, as the caller said, behind the fact; whose request it was is known beside it. */
const saidBy = (actor: string | null | undefined): string => (actor ? ` by ${actor}` : '');

/** Why a case was erased, behind the fact. */
const WHY: Record<ErasureReason, string> = {
  person_asked: ', as the person asked for it',
  retention_ended: ', as they were not to be kept any longer',
  opened_by_mistake: ', as the case was opened by mistake',
  other: '',
};
