import { ApiError } from '../responses/apiError.js';
import type { Admission } from './admission.js';

/** 429 for a request that its minute has no room for. */
export const limitUsedUp = ({ limit, reset }: Pick<Admission, 'limit' | 'reset'>): ApiError =>
  new ApiError(429, `The limit of ${limit} requests per minute is used up; try again in ${reset} seconds`, {
    'Retry-After': String(reset),
  });
