import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';

/** One attempt to deliver. */
export interface DeliveryAttemptView {
  /**
   * From 1.
   * @isInt
   */
  attempt: number;
  /** HTTP status of the receiver; null when there was no answer. */
  response_status: number | null;
  /** First kilobyte of what the receiver answered. */
  response_excerpt: string | null;
  /** Why the attempt failed; null for one that succeeded. */
  error: string | null;
  /** Measured, in milliseconds. */
  duration_ms: number;
  attempted_at: Timestamp;
}

/** A webhook on its way, or at its end. */
export interface DeliveryView {
  /** Also the `webhook-id` that the receiver sees, in every attempt. */
  delivery_id: Uuid;
  tenant_id: TenantId;
  execution_id: Uuid;
  /** Where it goes; empty once erased. */
  url: string;
  /** One between two attempts is `pending`. */
  status: 'pending' | 'delivered' | 'failed';
  attempts: DeliveryAttemptView[];
  queued_at: Timestamp;
  /** When it was delivered or given up; empty while pending. */
  ended_at: string;
}

/** The secrets that sign a tenant's webhooks. */
export interface WebhookSecretView {
  tenant_id: TenantId;
  /**
   * The newest secret, for a library of the Standard Webhooks scheme.
   * @example "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
   */
  secret: string;
  /** Every secret that signs now, the newest first: two for a day after a rotation. */
  live_secrets: string[];
  issued_at: Timestamp;
}

/** The secrets that sign a tenant's webhooks from now on. */
export interface RotatedWebhookSecretView {
  tenant_id: TenantId;
  /**
   * The new secret, for a library of the Standard Webhooks scheme. Left out when the answer is replayed.
   * @example "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
   */
  secret?: string;
  /** Every secret that signs now, the newest first: two for a day after a rotation. Left out when the answer is replayed. */
  live_secrets?: string[];
  issued_at: Timestamp;
}

/** Numbers of deliveries, not of attempts. */
export interface WebhookStatisticsView {
  /** @isInt */
  total_sent: number;
  /** The same as `total_sent`. @isInt */
  total: number;
  /** @isInt */
  delivered: number;
  /** @isInt */
  failed: number;
  /** @isInt */
  pending: number;
  /** From being queued to being delivered, on average. */
  avg_delivery_ms: number;
}
