import type { Position } from '../../platform/eventStore/eventStore.js';

/**
 * A moment in the past, itself included: a place in the log, or a time by the store's clock, ISO 8601 in UTC with milliseconds. What is asked as
 * of a time is as the last event left it that comes before the first one that was stored later.
 */
export type AsOf = { position: Position } | { time: string };
