import { z } from 'zod';
import { ofCase } from './caseEventShape.js';
import { caseResult } from './caseResult.js';
import { defineEvent } from '../core/event.js';
import { fieldCoordinates, fieldValue, validity } from '../documents/index.js';

/** Why a document is asked for again. */
export const REQUEST_CODES = [
  ...(['unreadable', 'cropped', 'glare', 'wrong_document', 'wrong_side', 'expired', 'too_old'] as const),
  ...(['missing', 'mismatch'] as const),
  'other',
] as const;

/** A code of `REQUEST_CODES`. */
export type RequestCode = (typeof REQUEST_CODES)[number];

/** Somebody was asked to look at the case, or nobody any more. Names of people are personal, those of staff too. */
export const CaseAssigned = defineEvent(
  'CaseAssigned',
  z.object({ ...ofCase, assignee: z.string().nullable(), assigned_at: z.string() }),
  { sealed: ['assignee'] },
);

/** Somebody wrote something down about the case. */
export const CaseNoteAdded = defineEvent(
  'CaseNoteAdded',
  z.object({
    ...ofCase,
    note_id: z.string(),
    text: z.string().nullable(),
    /** Who wrote it, as the caller says; null where the caller does not. */
    actor: z.string().nullable(),
    /** The actor, for example `key:<id>`. */
    noted_by: z.string(),
    noted_at: z.string(),
  }),
  { sealed: ['text', 'actor'] },
);

/** Documents were asked for again: the case collects again. */
export const DocumentsRequested = defineEvent(
  'DocumentsRequested',
  z.object({
    ...ofCase,
    items: z.array(z.object({ document_type: z.string(), code: z.enum(REQUEST_CODES) })),
    /** What the customer is told of each item, in their order; null for one of which nothing is said. */
    texts: z.array(z.string().nullable()).nullable(),
    /** Documents of these types that are there: a later one of its type takes the place of each. */
    doc_ids: z.array(z.string()),
    actor: z.string().nullable(),
    requested_by: z.string(),
    requested_at: z.string(),
  }),
  { sealed: ['texts', 'actor'] },
);

/** A person put right what was read from a document. */
export const DocumentCorrected = defineEvent(
  'DocumentCorrected',
  z.object({
    ...ofCase,
    doc_id: z.string(),
    document_type: z.string(),
    /** Names of the fields, which stay known when the values are erased. */
    fields: z.array(z.string()),
    changes: z.record(z.string(), z.object({ from: fieldValue, to: fieldValue })).nullable(),
    /** Where the values stand, of fields of which the person said so. */
    places: fieldCoordinates.optional(),
    reason: z.string().nullable(),
    actor: z.string().nullable(),
    corrected_by: z.string(),
    /** How the document stands to the rules of its type since. */
    validity: z.object(validity).nullable(),
    /** What the case comes to since, where it is in review; null where it collects. */
    result: caseResult.nullable(),
    /** Codes of its reasons since, each once; absent where it collects, and in what was stored before there were figures of them. */
    reason_codes: z.array(z.string()).optional(),
    corrected_at: z.string(),
  }),
  { sealed: ['changes', 'reason', 'actor', 'validity', 'result'] },
);
