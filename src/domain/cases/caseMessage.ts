import type { CaseEvent } from './caseEvents.js';
import type { Json } from '../core/json.js';

/** Something that was said in a case. */
export interface CaseMessage {
  id: string;
  /** From 0, in the order in which they were said. */
  message_index: number;
  role: 'user' | 'assistant';
  /** Null once erased. */
  content: string | null;
  /** Documents of the case that came with it. */
  doc_ids: string[];
  metadata: { [key: string]: Json };
  /** ISO 8601 */
  created_at: string;
}

type MessageEvent = Extract<CaseEvent, { type: 'MessageReceived' | 'MessageSent' | 'CaseErased' }>;

/** What an event makes of a message that it concerns. Shared with the read model. */
export function applyToMessage(before: CaseMessage | undefined, event: MessageEvent): CaseMessage | undefined {
  switch (event.type) {
    case 'MessageReceived': {
      const { message_id: id, message_index, content, doc_ids, received_at: created_at } = event.data;
      return { id, message_index, role: 'user', content, doc_ids, metadata: {}, created_at };
    }
    case 'MessageSent': {
      const { message_id: id, message_index, content, metadata, sent_at: created_at } = event.data;
      return { id, message_index, role: 'assistant', content, doc_ids: [], metadata: metadata ?? {}, created_at };
    }
    case 'CaseErased':
      // Exactly what is left when the sealed fields can no longer be opened, so that a rebuilt read model is the same.
      return before && { ...before, content: null, metadata: {} };
  }
}
