import {
  applyToSummary,
  type CaseEvent,
  type CaseSummary,
  fromRecorded,
  hiddenTexts,
} from '../../domain/cases/index.js';

/** Something that was said in a case. */
export interface SaidInCase {
  role: 'user' | 'assistant';
  content: string;
  /** ISO 8601 */
  created_at: string;
}

/** What is kept of a case so that it can be shown, masked, after each of its events. Values are unmasked; nothing is found by them. */
export interface KeptCase {
  /** Without what a replay compared, which is not found by. */
  summary: CaseSummary;
  /** Types that its documents were read as, each once. */
  document_types: string[];
  document_count: number;
  message_count: number;
  /** The newest, oldest first. */
  messages: SaidInCase[];
  /** Names of the fields that are masked, by document; of those alone that have any. */
  masked: { [doc_id: string]: string[] };
  /** What masks hide, of all documents: what is said anew can have it in it. */
  hidden: string[];
}

/** Each event writes what is kept anew: of messages no more than so many, and so many characters together. */
const MOST_MESSAGES = 100;
const MOST_SAID = 20_000;

const NOTHING: Omit<KeptCase, 'summary'> = {
  ...{ document_types: [], document_count: 0, message_count: 0, messages: [], masked: {}, hidden: [] },
};

/** What an event makes of what is kept of a case; undefined: there is nothing (any more). Of one that is erased there is none. */
export function keepCase(before: KeptCase | undefined, event: CaseEvent): KeptCase | undefined {
  if (event.type === 'CaseErased') return undefined;
  const summary = applyToSummary(before?.summary, event);
  if (!summary) return undefined;
  const kept: KeptCase = { ...NOTHING, ...before, summary: withoutCompared(summary) };
  switch (event.type) {
    case 'DocumentReceived':
      return { ...kept, document_count: kept.document_count + 1 };
    case 'DocumentProcessed':
      return afterReading(kept, event.data);
    case 'DocumentCorrected':
      return afterCorrection(kept, event.data);
    case 'MessageReceived':
      return afterMessage(kept, 'user', event.data.content, event.data.received_at);
    case 'MessageSent':
      return afterMessage(kept, 'assistant', event.data.content, event.data.sent_at);
    default:
      return kept;
  }
}

const withoutCompared = (summary: CaseSummary): CaseSummary => ({
  ...summary,
  comparison: summary.comparison && { ...summary.comparison, documents: [] },
});

type Happened<Type extends CaseEvent['type']> = Extract<CaseEvent, { type: Type }>['data'];

function afterReading(kept: KeptCase, data: Happened<'DocumentProcessed'>): KeptCase {
  const { doc_id, document_type, masked_fields, reading } = data;
  const document_types = [...new Set([...kept.document_types, document_type])];
  if (masked_fields.length === 0 || !reading) return { ...kept, document_types };
  const { extracted, raw } = fromRecorded(reading);
  return {
    ...{ ...kept, document_types },
    masked: { ...kept.masked, [doc_id]: masked_fields },
    hidden: together(kept.hidden, hiddenTexts([{ extracted, raw, masked_fields }])),
  };
}

/** Hides what stands there since, and what stood there, too. */
function afterCorrection(kept: KeptCase, { doc_id, changes }: Happened<'DocumentCorrected'>): KeptCase {
  const masked_fields = Object.hasOwn(kept.masked, doc_id) ? kept.masked[doc_id] : undefined;
  if (!masked_fields || !changes) return kept;
  const corrections = Object.entries(changes).map(([field, { from, to }]) => ({
    ...{ field, from, to, reason: null, actor: null, by: '', at: '' },
  }));
  const hidden = hiddenTexts([{ extracted: {}, raw: {}, masked_fields, corrections }]);
  return { ...kept, hidden: together(kept.hidden, hidden) };
}

const together = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])];

function afterMessage(kept: KeptCase, role: SaidInCase['role'], content: string | null, created_at: string): KeptCase {
  const said = content === null ? [] : [{ role, content, created_at }];
  return { ...kept, message_count: kept.message_count + 1, messages: newest([...kept.messages, ...said]) };
}

function newest(messages: readonly SaidInCase[]): SaidInCase[] {
  let characters = 0;
  const isKept = ({ content }: SaidInCase): boolean => (characters += content.length) <= MOST_SAID;
  const first = messages.findLastIndex((message) => !isKept(message));
  return messages.slice(Math.max(first + 1, messages.length - MOST_MESSAGES));
}
