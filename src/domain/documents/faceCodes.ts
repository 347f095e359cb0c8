/** Codes of what comes of comparing the portrait of a document with a selfie: they are not one person's, or it could not be told. */
export const FACE_CODES = ['face_mismatch', 'face_not_compared'] as const;

/** How much it says where two faces are not one person's. */
export const FACE_MISMATCH_WEIGHT = 'strong';
