import { ApiError } from '../responses/apiError.js';

/** 401 for a session that is none, or none any more. */
export const endedSession = (): ApiError =>
  new ApiError(401, 'The session has ended; sign in again', { 'WWW-Authenticate': 'ApiKey' });
