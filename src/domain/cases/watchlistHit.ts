import { z } from 'zod';
import { ofCase } from './caseEventShape.js';
import type { FaceSought } from './watchlistChecks.js';
import { defineEvent } from '../core/event.js';

/** A face of a case that was judged is like one that joined a watchlist later. */
export interface WatchlistHit {
  /** Made of both faces: the same two are one hit. */
  hit_id: string;
  /** The watchlist. */
  database: string;
  /** What the service calls the registration that joined it, of which nothing can be told by itself. */
  registration_id: string;
  /** Whose face of the case it is: that of an identity document, or of the selfie. */
  picture: FaceSought;
  /** The document that shows it. */
  doc_id: string;
  /** How alike they are, 0 to 1. */
  similarity: number;
  /** From which similarity on a face is a hit. */
  threshold: number;
  /** How often two different people reach the threshold, 0 to 1, as measured once; null where that was not measured. */
  far: number | null;
  /** The networks that compared them. */
  networks: string;
}

/** A hit, and when it was found. */
export interface FoundWatchlistHit extends WatchlistHit {
  /** ISO 8601 */
  found_at: string;
}

const watchlistHit = z.object({
  hit_id: z.string(),
  database: z.string(),
  registration_id: z.string(),
  picture: z.enum(['portrait', 'selfie']),
  doc_id: z.string(),
  similarity: z.number(),
  threshold: z.number(),
  far: z.number().nullable(),
  networks: z.string(),
}) satisfies z.ZodType<WatchlistHit>;

/** A face that joined a watchlist is like one of the case. What it was judged to be stays. */
export const WatchlistHitFound = defineEvent(
  'WatchlistHitFound',
  z.object({ ...ofCase, hit: watchlistHit.nullable(), found_at: z.string() }),
  { sealed: ['hit'] },
);
