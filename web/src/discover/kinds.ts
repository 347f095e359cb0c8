import type { Schemas } from '../api/schemas.js';

/** What is searched. */
export type Kind = Schemas['SearchKindName'];

/** How things of a kind are shown until somebody chooses otherwise. */
export interface KindLooks {
  /** The field that says when it was. */
  time: string;
  columns: readonly string[];
}

/** The kinds, in the order in which they are offered. */
export const KINDS: { readonly [kind in Kind]: KindLooks } = {
  documents: { time: 'created_at', columns: ['created_at', 'document_type', 'status', 'filename', 'session_goal'] },
  cases: {
    time: 'created_at',
    columns: ['created_at', 'client_reference_id', 'goal', 'status', 'result.reasons.code'],
  },
  events: { time: 'at', columns: ['at', 'action', 'actor', 'aggregate'] },
};

/** Ranges in words: until now from so long ago, the same in milliseconds for drawing, and the parts that a histogram of it has. */
export const RANGES = {
  hour: { from: 'now-1h', ms: 3_600_000, interval: 'minute' },
  day: { from: 'now-24h', ms: 86_400_000, interval: 'hour' },
  week: { from: 'now-7d', ms: 604_800_000, interval: 'hour' },
  month: { from: 'now-30d', ms: 2_592_000_000, interval: 'day' },
  year: { from: 'now-1y', ms: 31_536_000_000, interval: 'week' },
  any: { from: undefined, ms: undefined, interval: 'day' },
} as const;

/** A range in words. */
export type Range = keyof typeof RANGES;

/** Milliseconds of the parts of a histogram. */
export const PART_MS = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const;
