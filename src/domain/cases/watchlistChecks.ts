import { z } from 'zod';
import { WATCHLIST_HIT_WEIGHT } from '../documents/index.js';
import { type FaceObstacle, type FaceOnFile, faceOnFile } from './faceChecks.js';

/** Why a face was not looked for in a watchlist: what keeps faces from being compared, or the list could not be looked through, or not wholly. */
export type WatchlistObstacle = FaceObstacle | 'no_register';

/** Which face of a case is looked for. */
export type FaceSought = 'portrait' | 'selfie';

/** What came of looking for a face of a case in a watchlist. */
export interface WatchlistFinding {
  status: 'passed' | 'failed' | 'not_run';
  /** Why it was not looked for; null where it was. */
  why: WatchlistObstacle | null;
  /** The watchlist. */
  database: string;
  /** Whose face it is: that of an identity document, or of the selfie; null where the case has no picture of either. */
  picture: FaceSought | null;
  /** Of the identity document; null of a selfie. */
  document_type: string | null;
  /** Where the face is. */
  face: FaceOnFile | null;
  /** How alike the most alike on the list is, 0 to 1; null where none reaches the threshold. */
  similarity: number | null;
  /** From which similarity on a face is a hit. */
  threshold: number;
  /** How often two different people reach the threshold, 0 to 1, as measured once; null where that was not measured. */
  far: number | null;
  /** With how many faces it was compared; null where it was not. */
  compared: number | null;
  /** How many strangers among them reach the threshold, by `far`; null where that is not known. */
  expected_false_matches: number | null;
  /** The networks that looked. */
  networks: string;
  /** What the service calls the registration that was hit, of which nothing can be told by itself. Absent where none was, and wherever it is not to be told. */
  registration_id?: string;
}

/** The finding as a check, in the language of the case. */
export interface WatchlistCheck extends WatchlistFinding {
  code: 'face_watchlist_hit';
  weight: typeof WATCHLIST_HIT_WEIGHT;
  /** One sentence for people. */
  detail: string;
}

/** Shape of a check in an event. Loose where a later version may say more. */
export const watchlistCheck = z.looseObject({
  code: z.literal('face_watchlist_hit'),
  status: z.enum(['passed', 'failed', 'not_run']),
  weight: z.literal(WATCHLIST_HIT_WEIGHT),
  detail: z.string(),
  why: z.custom<WatchlistObstacle>((why) => typeof why === 'string').nullable(),
  database: z.string(),
  picture: z.enum(['portrait', 'selfie']).nullable(),
  document_type: z.string().nullable(),
  face: faceOnFile.nullable(),
  similarity: z.number().nullable(),
  threshold: z.number(),
  far: z.number().nullable(),
  compared: z.number().nullable(),
  expected_false_matches: z.number().nullable(),
  networks: z.string(),
  registration_id: z.string().optional(),
}) satisfies z.ZodType<WatchlistCheck>;

/** Checks as they are told elsewhere than in the case: who was hit, analysts alone look up. */
export const withoutRegistrations = (checks: readonly WatchlistCheck[]): WatchlistCheck[] =>
  checks.map(({ registration_id: _kept, ...told }) => told);
