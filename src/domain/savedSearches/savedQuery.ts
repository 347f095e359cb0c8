import { z } from 'zod';

/**
 * What a search that is saved can look among. Only documents were at first. A kind that is added is no new version of the events: an older
 * process stops before what it does not know, as ever, and so at none but the searches of that kind.
 */
export const SAVED_KINDS = ['documents', 'cases', 'events'] as const;

/**
 * What a saved search asks, in the words of whoever saved it: what `POST /v1/search` is asked, but for whose things are looked at, which
 * page is shown and of which point in time. Date maths in it is of the moment at which it is run.
 */
export interface SavedQuery {
  kind: (typeof SAVED_KINDS)[number];
  /** In the query language; empty is all. */
  query: string;
  /** Queries that hold besides. */
  filters: string[];
  /** A time that things lie in; null where any is as good. */
  time: { field: string; from: string | null; to: string | null } | null;
  /** What of each thing is shown; null: all of it. */
  columns: string[] | null;
  /** Newest first where it is empty. */
  sort: { field: string; order: 'asc' | 'desc' }[];
  highlight: boolean;
  facets: string[];
  histogram: { field: string; interval: 'minute' | 'hour' | 'day' | 'week' | 'month' } | null;
  percentiles: string[];
}

/** What is left of one of that kind whose texts are erased. */
export const nothingAsked = (kind: SavedQuery['kind']): SavedQuery => ({
  ...{ kind, query: '', filters: [], time: null, columns: null, sort: [], highlight: false },
  ...{ facets: [], histogram: null, percentiles: [] },
});

/** The form of it in events. */
export const savedQuery = z.object({
  kind: z.enum(SAVED_KINDS),
  query: z.string(),
  filters: z.array(z.string()),
  time: z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  columns: z.array(z.string()).nullable(),
  sort: z.array(z.object({ field: z.string(), order: z.enum(['asc', 'desc']) })),
  highlight: z.boolean(),
  facets: z.array(z.string()),
  histogram: z.object({ field: z.string(), interval: z.enum(['minute', 'hour', 'day', 'week', 'month']) }).nullable(),
  percentiles: z.array(z.string()),
}) satisfies z.ZodType<SavedQuery>;
