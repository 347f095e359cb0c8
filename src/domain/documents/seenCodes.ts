import type { CheckWeight } from './documentCheck.js';

/** Codes of what was seen before in the tenant, with how much each says where nothing speaks for more. */
export const SEEN_WEIGHTS = {
  blocklisted: 'strong',
  duplicate_document: 'moderate',
  duplicate_person: 'weak',
} as const satisfies { [code: string]: CheckWeight };

/** A code of `SEEN_WEIGHTS`. */
export type SeenCode = keyof typeof SEEN_WEIGHTS;

/** All of them. */
export const SEEN_CODES = ['blocklisted', 'duplicate_document', 'duplicate_person'] as const satisfies SeenCode[];
