/** How an endpoint takes what it is sent. */
export interface EndpointHealth {
  /** Attempts that failed since the last that did not. */
  consecutive_failures: number;
  /** When the first of these was made, ISO 8601; null where there is none. */
  failing_since: string | null;
  /** ISO 8601; null before the first. */
  last_success_at: string | null;
  /** ISO 8601; null before the first. */
  last_failure_at: string | null;
}

/** Nothing was sent yet. */
export const UNTRIED: EndpointHealth = {
  ...{ consecutive_failures: 0, failing_since: null, last_success_at: null, last_failure_at: null },
};

const HOUR_MS = 3_600_000;

/** An endpoint is paused that has taken nothing for so long … */
export const PAUSED_AFTER_MS = HOUR_MS;
/** … in so many attempts in a row: one that is rarely sent something is not judged by two of them. */
export const PAUSED_AFTER_FAILURES = 5;
/** How long one that is paused is left alone between two probes. */
export const PROBE_EVERY_MS = HOUR_MS / 6;
/** One that has been paused for so long is disabled: what waits for it must not wait for ever. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR_MS;

/** What an attempt makes of the health of its endpoint. Attempts side by side can come in any order. */
export function healthAfter(before: EndpointHealth, attempt: { taken: boolean; at: string }): EndpointHealth {
  const { taken, at } = attempt;
  if (taken) return { ...UNTRIED, last_failure_at: before.last_failure_at, last_success_at: at };
  return {
    consecutive_failures: before.consecutive_failures + 1,
    failing_since: before.failing_since ?? at,
    last_success_at: before.last_success_at,
    last_failure_at: at,
  };
}

/** Whether an endpoint is to be sent less, or nothing any more, at a time (ISO 8601). */
export function verdictOn(
  { paused_at, consecutive_failures, failing_since }: EndpointHealth & { paused_at: string | null },
  at: string,
): 'goes_on' | 'pause' | 'disable' {
  const since = (time: string): number => Date.parse(at) - Date.parse(time);
  if (failing_since === null) return 'goes_on';
  if (paused_at !== null) return since(paused_at) >= DISABLED_AFTER_MS ? 'disable' : 'goes_on';
  const isFailing = consecutive_failures >= PAUSED_AFTER_FAILURES && since(failing_since) >= PAUSED_AFTER_MS;
  return isFailing ? 'pause' : 'goes_on';
}
