import type { Request } from 'express';
import { ApiError } from '../responses/apiError.js';

/** Methods that change nothing (RFC 9110, section 9.2.1). */
const SAFE = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Holds what a browser sends with its session to the pages of this service: what changes something must say that it comes from one. The
 * scheme is the browser's to compare, where it says how origins are related: behind a proxy it is not known here.
 * @throws ApiError 403
 */
export function assertSameOrigin({ method, headers }: Pick<Request, 'method' | 'headers'>): void {
  if (SAFE.includes(method)) return;
  const { origin, host } = headers;
  const related = headers['sec-fetch-site'] ?? 'same-origin';
  if (origin !== undefined && hostOf(origin) === host?.toLowerCase() && related === 'same-origin') return;
  throw new ApiError(
    403,
    'With a session, only pages of this service change something: the header `Origin` names another, or none',
  );
}

/** Also refuses what comes from elsewhere where there is no session yet: nobody is to be signed in by another site. @throws ApiError 403 */
export function assertNotCrossOrigin(request: Pick<Request, 'method' | 'headers'>): void {
  if (request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined)
    assertSameOrigin(request);
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
