import {
  applyToSummary,
  type CaseDocument,
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

/** What is kept of a document: what the case as a whole says of it, and which of it is masked. */
type KeptDocument = Pick<
  CaseDocument,
  'doc_id' | 'status' | 'document_type' | 'extracted' | 'masked_fields' | 'asked_again'
>;

/** What is kept of a case so that it can be shown, masked, after each of its events. Values are unmasked; nothing is found by them. */
export interface KeptCase {
  /** Without what a replay compared, which is not found by. */
  summary: CaseSummary;
  /** In the order in which they came; of those that nothing was read from, nothing but that they are there. */
  documents: KeptDocument[];
  message_count: number;
  /** The newest, oldest first. */
  messages: SaidInCase[];
  /** What masks hide, of all documents, also of what stood there before a correction: what is said anew can have it in it. */
  hidden: string[];
}

/** Each event writes what is kept anew: of messages no more than so many, and so many characters together. */
const MOST_MESSAGES = 100;
const MOST_SAID = 20_000;

const NOTHING: Omit<KeptCase, 'summary'> = { documents: [], message_count: 0, messages: [], hidden: [] };

/** What an event makes of what is kept of a case; undefined: there is nothing (any more). Of one that is erased there is none. */
export function keepCase(before: KeptCase | undefined, event: CaseEvent): KeptCase | undefined {
  if (event.type === 'CaseErased') return undefined;
  const summary = applyToSummary(before?.summary, event);
  if (!summary) return undefined;
  const kept: KeptCase = { ...NOTHING, ...before, summary: withoutCompared(summary) };
  switch (event.type) {
    case 'DocumentReceived':
      return { ...kept, documents: [...kept.documents, received(event.data)] };
    case 'DocumentProcessed':
      return afterReading(kept, event.data);
    case 'DocumentFailed':
      return withDocument(kept, event.data.doc_id, (document) => ({ ...document, status: 'failed' }));
    case 'DocumentsRequested':
      return event.data.doc_ids.reduce((asked, id) => withDocument(asked, id, askedAgain), kept);
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

const received = ({ doc_id, status }: Happened<'DocumentReceived'>): KeptDocument => ({
  ...{ doc_id, status, document_type: '', extracted: {}, masked_fields: [], asked_again: false },
});

const askedAgain = (document: KeptDocument): KeptDocument => ({ ...document, asked_again: true });

const withDocument = (kept: KeptCase, doc_id: string, change: (document: KeptDocument) => KeptDocument): KeptCase => ({
  ...kept,
  documents: kept.documents.map((document) => (document.doc_id === doc_id ? change(document) : document)),
});

function afterReading(kept: KeptCase, data: Happened<'DocumentProcessed'>): KeptCase {
  const { doc_id, document_type, masked_fields, reading } = data;
  const { extracted, raw } = reading ? fromRecorded(reading) : { extracted: {}, raw: {} };
  const read = { status: 'done' as const, document_type, extracted, masked_fields };
  return {
    ...withDocument(kept, doc_id, (document) => ({ ...document, ...read })),
    hidden: together(kept.hidden, hiddenTexts([{ extracted, raw, masked_fields }])),
  };
}

/** Hides what stands there since, and what stood there, too. */
function afterCorrection(kept: KeptCase, { doc_id, changes }: Happened<'DocumentCorrected'>): KeptCase {
  const masked_fields = kept.documents.find((document) => document.doc_id === doc_id)?.masked_fields ?? [];
  const put = Object.entries(changes ?? {});
  const corrections = put.map(([field, { from, to }]) => ({
    ...{ field, from, to, reason: null, actor: null, by: '', at: '' },
  }));
  const values = Object.fromEntries(put.map(([field, { to }]) => [field, to]));
  return {
    ...withDocument(kept, doc_id, (one) => ({ ...one, extracted: { ...one.extracted, ...values } })),
    hidden: together(kept.hidden, hiddenTexts([{ extracted: {}, raw: {}, masked_fields, corrections }])),
  };
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
