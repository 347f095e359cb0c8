import type { Timestamp, Uuid } from '../../domain/core/text.js';

/**
 * A person, by a name or an id of your own: recorded as you say it, beside the key. It counts as personal, and is erased with its case.
 * @minLength 1
 * @maxLength 200
 * @pattern \S
 * @example "jane.doe"
 */
export type ActorName = string;

/** Why a document is asked for again. */
export type RequestCodeName =
  | 'unreadable'
  | 'cropped'
  | 'glare'
  | 'wrong_document'
  | 'wrong_side'
  | 'expired'
  | 'too_old'
  | 'missing'
  | 'mismatch'
  | 'other';

/** Something that was written down about a case. */
export interface CaseNoteView {
  id: Uuid;
  /** Empty once erased. */
  text: string;
  /** Who wrote it, as the caller said; null where the caller did not. */
  actor: string | null;
  /**
   * Whose request it was.
   * @example "key:0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
   */
  by: string;
  at: Timestamp;
}
