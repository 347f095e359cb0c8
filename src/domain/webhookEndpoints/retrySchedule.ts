const [MINUTE, HOUR] = [60, 3_600];

/** How long after each failed attempt the next one is made, in seconds: over most of a day, as outages end in minutes, or in the morning. */
export const RETRY_DELAYS = [5, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR] as const;

/** A pause is longer or shorter by as much as this part of it: what failed together does not come back together. */
const JITTER = 0.1;

/** Longest wait that a receiver can ask for with `Retry-After`, in seconds. */
const LONGEST_WAIT = 10 * HOUR;

/** A failed attempt, as far as it says when the next one is due. */
export interface FailedAttempt {
  /** How many have failed since the delivery was queued, or queued again; this one is counted. */
  failures: number;
  /** What the receiver asked for, in seconds; null where it asked for nothing. */
  retry_after_s: number | null;
  /** 0 to 1, at random. */
  jitter: number;
  /** ISO 8601 */
  at: string;
}

/**
 * When the next attempt is due, ISO 8601; undefined after the last. `Retry-After` (RFC 9110, 10.2.3) makes it later and
 * never sooner, up to ten hours.
 */
export function nextAttemptAt({ failures, retry_after_s, jitter, at }: FailedAttempt): string | undefined {
  const pause = RETRY_DELAYS[failures - 1];
  if (pause === undefined) return undefined;
  const spread = pause * (1 - JITTER + 2 * JITTER * jitter);
  const seconds = Math.max(spread, Math.min(retry_after_s ?? 0, LONGEST_WAIT));
  return new Date(Date.parse(at) + Math.round(seconds * 1_000)).toISOString();
}
