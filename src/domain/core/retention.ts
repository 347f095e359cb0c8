/** Most days for which what an agent was given can be kept: ten years. */
export const MOST_RETENTION_DAYS = 3650;

const DAY_MS = 24 * 3_600_000;

/**
 * Until when something is kept, ISO 8601 in UTC: so many days of 24 hours after it ended. Null where it is kept for good, or has not ended.
 * @param ended_at ISO 8601, null for what is under way
 */
export const retainedUntil = (ended_at: string | null, retention_days: number | null | undefined): string | null =>
  ended_at === null || retention_days === null || retention_days === undefined
    ? null
    : new Date(Date.parse(ended_at) + retention_days * DAY_MS).toISOString();
