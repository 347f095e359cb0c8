import { z } from 'zod';
import { caseAgent } from './caseAgent.js';
import { CASE_DOCUMENT_STATUSES, recordedReading } from './caseDocument.js';
import { ofCase } from './caseEventShape.js';
import { LANGUAGES } from './wording/language.js';
import { expectedData } from './expectedData.js';
import { SIDES } from './sideWords.js';
import { caseResult } from './caseResult.js';
import { CaseAssigned, CaseNoteAdded, DocumentCorrected, DocumentsRequested } from './reviewEvents.js';
import { replayComparison } from './caseReplay.js';
import { WatchlistHitFound } from './watchlistHit.js';
import { ERASURE_REASONS } from '../core/erasure.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { storedMetadata } from '../core/metadata.js';
import { MODES } from '../core/mode.js';
import { modelAsked } from '../documents/index.js';
import { documentTypeUsed } from '../documentTypes/index.js';

/** Values of a case's `status`; all but `collecting` are terminal. */
export const CASE_STATUSES = ['collecting', 'completed', 'review', 'denied', 'failed', 'expired'] as const;

/** A value of a case's `status`. */
export type CaseStatus = (typeof CASE_STATUSES)[number];

/** Why a document failed. */
export const DOCUMENT_FAILURES = [
  'unreadable',
  'engine_unavailable',
  'type_unusable',
  'internal',
  'case_ended',
] as const;

const session_id = z.string();

/** What the end of a case says of all of it. */
const endOfCase = {
  ...ofCase,
  opened_at: z.string(),
  /** From its opening to this end. */
  duration_ms: z.number(),
};

/** A case was opened for an agent, whose configuration of that moment it keeps to. */
export const CaseOpened = defineEvent(
  'CaseOpened',
  z.object({
    session_id,
    tenant_id: z.string(),
    goal: z.string(),
    client_reference_id: z.string().nullable(),
    agent: caseAgent,
    metadata: storedMetadata,
    /** What its documents are expected to say; absent where the caller said nothing. */
    expected: expectedData.nullable().optional(),
    /** Of what key it is; absent where that is one of mode `live`, and in what was stored before there were others. */
    mode: z.enum(MODES).optional(),
    /** In which it is spoken; absent where that is English, and in what was stored before there was a choice. */
    language: z.enum(LANGUAGES).optional(),
    opened_at: z.string(),
  }),
  { sealed: ['client_reference_id', 'metadata', 'expected'] },
);

/** The case is to do again what another one did; its documents are received with it and wait to be read. */
export const CaseReplayRequested = defineEvent(
  'CaseReplayRequested',
  z.object({ ...ofCase, replay_of: z.string(), requested_at: z.string() }),
);

/** What replaying led to was set beside what it was before. */
export const CaseReplayCompared = defineEvent(
  'CaseReplayCompared',
  z.object({ ...ofCase, comparison: replayComparison.nullable(), compared_at: z.string() }),
  { sealed: ['comparison'] },
);

/** A document was stored; it is read from here on, or waits (`pending`). */
export const DocumentReceived = defineEvent(
  'DocumentReceived',
  z.object({
    ...ofCase,
    doc_id: z.string(),
    doc_index: z.number(),
    filename: z.string().nullable(),
    label: z.string().nullable(),
    /** The document type that the label names to the agent; null where it names none. */
    expected_type: z.string().nullable(),
    object: z.object({ key: z.string(), size: z.number() }),
    sha256: z.string().nullable(),
    mime_type: z.string(),
    status: z.enum(CASE_DOCUMENT_STATUSES).extract(['pending', 'processing']),
    duplicate_of: z.string().nullable(),
    received_at: z.string(),
  }),
  { sealed: ['filename', 'label', 'sha256'] },
);

/** A document was read; `reading` is all that the engine said. */
export const DocumentProcessed = defineEvent(
  'DocumentProcessed',
  z.object({
    ...ofCase,
    doc_id: z.string(),
    document_type: z.string(),
    /** The configuration of that type that it was read with; null where it fits no type. */
    type_used: documentTypeUsed.nullable(),
    confidence: z.string(),
    reading: recordedReading.nullable(),
    /** How sure each field was read, as `percentOf` has it, for figures that outlast the reading; absent in what was stored before there were any. */
    confidence_percent: z.record(z.string(), z.number()).optional(),
    /** Absent where no language model was asked. */
    model_asked: modelAsked.optional(),
    /** True where it is the very file that was asked for again, and so answers no request; absent where not. */
    is_asked_file: z.literal(true).optional(),
    /** Which side of a document of that type is missing since; absent where none is, or both are not wanted, and in what was stored before it was told. */
    side_missing: z.enum(SIDES).optional(),
    masked_fields: z.array(z.string()),
    processed_at: z.string(),
  }),
  { sealed: ['reading'] },
);

/** A document could not be read. What it is was not told, so no configuration of a document type was used. */
export const DocumentFailed = defineEvent(
  'DocumentFailed',
  z.object({
    ...ofCase,
    doc_id: z.string(),
    /** As it was received: the document type that was expected of it. */
    expected_type: z.string().nullable(),
    reason: z.enum(DOCUMENT_FAILURES),
    error: z.string().nullable(),
    /** Absent where no language model was asked, and in what was stored before it was told. */
    model_asked: modelAsked.optional(),
    failed_at: z.string(),
  }),
  { sealed: ['error'] },
);

/** A language model was shown a document that was not read then all the same, and is to be read later. */
export const DocumentShownToModel = defineEvent(
  'DocumentShownToModel',
  z.object({
    ...ofCase,
    /** Absent where it was what somebody wrote. */
    doc_id: z.string().optional(),
    model_asked: modelAsked,
    shown_at: z.string(),
  }),
);

/** The case was judged: cross-match, rules and decision in one. */
export const CaseCompleted = defineEvent(
  'CaseCompleted',
  z.object({
    ...endOfCase,
    status: z.enum(CASE_STATUSES).extract(['completed', 'review', 'denied', 'failed']),
    result: caseResult.nullable(),
    /** Codes of its reasons, each once, for figures that outlast the result; absent in what was stored before there were any. */
    reason_codes: z.array(z.string()).optional(),
    completed_at: z.string(),
  }),
  { sealed: ['result'] },
);

/** Someone approved or denied a case in review. */
export const CaseDecided = defineEvent(
  'CaseDecided',
  z.object({
    ...endOfCase,
    decision: z.enum(['approve', 'deny']),
    status: z.enum(CASE_STATUSES).extract(['completed', 'denied']),
    reason: z.string().nullable(),
    /** Who decided, as the caller says; null or absent where the caller does not, and in what was stored before it was asked. */
    actor: z.string().nullable().optional(),
    /** The actor, for example `key:<id>`. */
    decided_by: z.string(),
    decided_at: z.string(),
  }),
  { sealed: ['reason', 'actor'] },
);

/** Nobody touched the case for too long. */
export const CaseExpired = defineEvent('CaseExpired', z.object({ ...endOfCase, expired_at: z.string() }));

/** Someone wrote to the agent. */
export const MessageReceived = defineEvent(
  'MessageReceived',
  z.object({
    ...ofCase,
    message_id: z.string(),
    /** From 0, in the order in which things were said. */
    message_index: z.number(),
    content: z.string().nullable(),
    /** Documents that came with it, by their ids. */
    doc_ids: z.array(z.string()),
    received_at: z.string(),
  }),
  { sealed: ['content'] },
);

/** The agent wrote. */
export const MessageSent = defineEvent(
  'MessageSent',
  z.object({
    ...ofCase,
    message_id: z.string(),
    /** From 0, in the order in which things were said. */
    message_index: z.number(),
    content: z.string().nullable(),
    metadata: z.record(z.string(), z.json()).nullable(),
    /** Where a language model was asked what the message before asks for, which and what it was shown: the answer is none of its words. */
    model_asked: modelAsked.optional(),
    sent_at: z.string(),
  }),
  { sealed: ['content', 'metadata'] },
);

/** What was read in the case and said in it, and its documents, were erased: these, and that many messages. */
export const CaseErased = defineEvent(
  'CaseErased',
  z.object({
    ...ofCase,
    doc_ids: z.array(z.string()),
    message_count: z.number(),
    reason: z.enum(ERASURE_REASONS).nullable(),
    /** Ids of the saved searches whose texts held values of it, and are erased with it; absent where there were none. */
    saved_searches: z.array(z.string()).optional(),
    erased_at: z.string(),
  }),
);

/** Event types of cases, for the registry and the read model. */
export const caseEventDefinitions = [
  CaseOpened,
  CaseReplayRequested,
  CaseReplayCompared,
  DocumentReceived,
  DocumentProcessed,
  DocumentFailed,
  DocumentShownToModel,
  CaseCompleted,
  CaseDecided,
  CaseAssigned,
  CaseNoteAdded,
  DocumentsRequested,
  DocumentCorrected,
  WatchlistHitFound,
  CaseExpired,
  MessageReceived,
  MessageSent,
  CaseErased,
] as const;

/** What can happen to a case. */
export type CaseEvent = EventOf<(typeof caseEventDefinitions)[number]>;
