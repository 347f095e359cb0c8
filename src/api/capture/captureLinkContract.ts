import type { Timestamp, Uuid } from '../../domain/core/text.js';
import type { RequestWarnings } from '../http/textContract.js';

/** A link to make. */
export interface MakeCaptureLinkBody {
  /**
   * So many minutes it is good for: thirty days at most. A day when left out.
   * @isInt
   * @minimum 1
   * @maximum 43200
   * @example 1440
   */
  ttl_minutes?: number;
  /**
   * So many submissions it takes. One when left out.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @example 1
   */
  uses?: number;
}

/** A link with which a customer hands in documents. */
export interface CaptureLinkView {
  id: Uuid;
  session_id: Uuid;
  expires_at: Timestamp;
  /** @isInt */
  uses: number;
  /**
   * Submissions that it took.
   * @isInt
   */
  used: number;
  /**
   * How often its page was opened, as far as that is noted.
   * @isInt
   */
  opened: number;
  /** What the customer agreed to, and when; null until they did. */
  consent: CaptureConsentView | null;
  /**
   * Who made it.
   * @example "key:5f0c3c7e-8b1d-4a53-9f5e-2f4f3f0b7a11"
   */
  created_by: string;
  created_at: Timestamp;
  /** When somebody ended it; null where nobody did. */
  ended_at: Timestamp | null;
}

/** What a customer agreed to. */
export interface CaptureConsentView {
  /**
   * Of the text.
   * @example "2026-03"
   */
  version: string;
  at: Timestamp;
}

/** A link that was made. */
export interface MadeCaptureLinkView extends CaptureLinkView {
  /** What opens it. It is shown this once; absent where a request was repeated whose answer is lost. */
  token?: string;
  /**
   * Where the customer goes, on this service; absent where `token` is.
   * @example "/capture/AZrk…"
   */
  url?: string;
  warnings?: RequestWarnings;
}
