import type { Timestamp } from '../../domain/core/text.js';

/** Why something is to be erased. */
export interface EraseBody {
  /** It is kept for good, with the fact. */
  reason?: 'person_asked' | 'retention_ended' | 'opened_by_mistake' | 'other';
}

/**
 * The certificate of an erasure. The same each time it is asked for. Whoever has it verifies it without a key of this API: take `signature` out, write the rest as
 * RFC 8785 says (JSON Canonicalization Scheme), and verify the signature over these bytes with one of the keys of `GET /v1/signing-keys`.
 */
export interface ErasureView {
  /**
   * Whose data key is gone: all that was sealed under it can be read by nobody any more, in back-ups too.
   * @example "case-0b9e3a52-6f0c-4e0f-9a57-3f1c7b1f2d11"
   */
  subject: string;
  erased_at: Timestamp;
  erased: {
    /**
     * Values that stand sealed in the log.
     * @isInt
     * @example 14
     */
    values: number;
    /**
     * Files: documents, and values too large for the log. Kept reports are gone too and not counted.
     * @isInt
     * @example 2
     */
    blobs: number;
    /**
     * Rows of the read models that hold what is still known of it, and nothing else.
     * @isInt
     * @example 5
     */
    rows: number;
    /**
     * Saved searches that asked for a name or a number that it held, or were called so: what they were called and asked is gone, in all of their versions. Left out where
     * it was erased before these were looked at.
     * @isInt
     * @example 1
     */
    saved_searches?: number;
  };
  /**
   * Where in the log it stands that it was erased, by whom and why.
   * @example "48213"
   */
  log_position: string;
  /**
   * Ed25519 (RFC 8032) over the canonical JSON of everything else in this answer; base64url without padding.
   * @minLength 86
   * @maxLength 86
   * @example "5cQ1tq0p0lHqJ0Jx0hO3rB4yQ3WcC0sYbV0l9h1yR2s3n5mD6vK8eTzAqLw7uXfNPg4iRkMo2jHdBUaESZCGBg"
   */
  signature: string;
}
