import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';

/** Work that failed until nobody tried any more. */
export interface ParkedWorkView {
  parked_id: Uuid;
  tenant_id: TenantId;
  /**
   * What kind of work it is.
   * @example "attest.executions"
   */
  topic: string;
  /**
   * The event that it followed from.
   * @example "PipelineRunStarted"
   */
  type: string;
  /** Ids of what it concerns. */
  payload: { [name: string]: unknown };
  /** `retried` work is `parked` again when it fails once more. */
  status: 'parked' | 'retried' | 'dropped';
  /** Why it failed. */
  error: string;
  /** The log has every failed attempt under this id. */
  message_id: string;
  /**
   * How often it was tried before it was parked last.
   * @isInt
   */
  attempts: number;
  /**
   * How often it was parked.
   * @isInt
   */
  times_parked: number;
  /** When it was parked last. */
  parked_at: Timestamp;
  /** When it was retried or dropped; empty while it is parked. */
  settled_at: string;
}
