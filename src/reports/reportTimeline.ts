import type { Case, CaseEvent } from '../domain/cases/index.js';
import { UNKNOWN_TYPE } from '../domain/documents/index.js';
import type { Decoded } from '../platform/eventStore/eventCodec.js';
import type { ReportedEvent } from './caseReport.js';
import type { ReportSentences } from './reportSentences.js';
import { reportWordingOf } from './wording/index.js';

/** The history of a case for people. No value of a document and nothing that was said stands in it. */
export function reportTimeline(
  theCase: Case,
  events: readonly Decoded<CaseEvent>[],
  sentences: Pick<ReportSentences, 'language' | 'type'>,
): ReportedEvent[] {
  const number = (docId: string): number =>
    (theCase.documents.find(({ doc_id }) => doc_id === docId)?.doc_index ?? 0) + 1;
  return events.map((event) => ({
    at: event.metadata.occurred_at,
    revision: Number(event.revision),
    event_id: event.id,
    type: event.type,
    by: event.metadata.actor,
    summary: summaryOf(event, number, sentences),
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

function summaryOf(
  event: CaseEvent,
  number: (docId: string) => number,
  { language, type }: Pick<ReportSentences, 'language' | 'type'>,
): string {
  const say = reportWordingOf(language).timeline;
  switch (event.type) {
    case 'CaseOpened':
      return say.opened(event.data.agent.name, event.data.agent.version);
    case 'CaseReplayRequested':
      return say.replayRequested(event.data.replay_of);
    case 'CaseReplayCompared':
      return say.replayCompared;
    case 'DocumentReceived': {
      const { doc_id, mime_type, duplicate_of } = event.data;
      return say.received(number(doc_id), mime_type, duplicate_of === null ? undefined : number(duplicate_of));
    }
    case 'DocumentProcessed': {
      const { doc_id, document_type, confidence } = event.data;
      return document_type === UNKNOWN_TYPE
        ? say.readAsNothing(number(doc_id))
        : say.read(number(doc_id), type(document_type), confidence);
    }
    case 'DocumentFailed':
      return say.failed(number(event.data.doc_id), event.data.reason);
    case 'DocumentShownToModel': {
      const { doc_id } = event.data;
      return doc_id === undefined ? say.wordsShownToModel : say.shownToModel(number(doc_id));
    }
    case 'CaseCompleted':
      return say.completed(event.data.status);
    case 'CaseDecided':
      return say.decided(event.data.decision, event.data.actor ?? null);
    case 'CaseAssigned':
      return say.assigned(event.data.assignee);
    case 'CaseNoteAdded':
      return say.noted(event.data.actor);
    case 'DocumentsRequested': {
      const items = event.data.items.map(({ document_type, code }) => ({ type: type(document_type), code }));
      return say.requested(items, event.data.actor);
    }
    case 'DocumentCorrected':
      return say.corrected(number(event.data.doc_id), event.data.fields, event.data.actor);
    case 'WatchlistHitFound':
      return say.hit;
    case 'CaseExpired':
      return say.expired;
    case 'MessageReceived':
      return say.messageReceived;
    case 'MessageSent':
      return say.messageSent;
    case 'CaseErased':
      return say.erased(event.data.reason ?? 'other');
  }
}
