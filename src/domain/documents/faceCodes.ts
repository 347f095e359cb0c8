/**
 * Codes of what comes of the faces of a case: portrait and selfie are not one person's, or that could not be told; one of them is like a face on a
 * watchlist, or that could not be told.
 */
export const FACE_CODES = ['face_mismatch', 'face_not_compared', 'face_watchlist_hit', 'face_not_searched'] as const;

/** How much it says where two faces are not one person's. */
export const FACE_MISMATCH_WEIGHT = 'strong';

/** How much it says where a face is like one on a watchlist. */
export const WATCHLIST_HIT_WEIGHT = 'strong';
