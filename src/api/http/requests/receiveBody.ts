import type { NextFunction, Request, RequestHandler } from 'express';
import { onBehalfOf } from '../../../platform/database/onBehalfOf.js';
import { callerOf } from '../access/authenticate.js';
import { isPlatform, type Caller } from '../access/caller.js';
import { checkTenant } from '../access/checkTenant.js';
import { ApiError } from '../responses/apiError.js';
import { isTenantId } from './formats.js';
import { operationOf } from './matchOperation.js';
import type { Pace } from './pace.js';
import { parseJson } from './parseJson.js';
import { readBody } from './readBody.js';

const JSON_TYPE = 'application/json';

/** Most bytes of a body on an open path: of whoever sends it nothing is known. */
const MAX_OPEN_BYTES = 4 * 1024;

/**
 * Reads and parses the body that the operation takes into `request.body`, keeps a tenant's key to its tenant, and goes on in the turns of the
 * tenant that is asked for. A body that the operation does not take is ignored.
 * @throws ApiError 400, 403, 408, 413, 415, 422, 429, 503
 */
export function receiveBody(pace: Pace): RequestHandler {
  return async (request, _response, next) => {
    const { body, method, scope } = operationOf(request);
    if (scope === undefined) {
      if (body?.mediaType === JSON_TYPE) request.body = await receiveJson(request, pace, MAX_OPEN_BYTES);
      return next();
    }
    const caller = callerOf(request);
    let named: unknown = request.query['tenant_id'];
    checkTenant(caller, named, method === 'GET' ? 'filter' : 'target');
    if (body?.mediaType === JSON_TYPE) {
      request.body = await receiveJson(request, pace);
      named = tenantNamedIn(request.body) ?? named;
      checkTenant(caller, tenantNamedIn(request.body), 'target');
    }
    inTurnOf(caller, named, next);
  };
}

/** What is asked for with a key of the platform takes the turns of the tenant that it is for, where the request says whose it is. */
function inTurnOf(caller: Caller, tenantId: unknown, next: NextFunction): void {
  if (isPlatform(caller) && typeof tenantId === 'string' && isTenantId(tenantId)) onBehalfOf(tenantId, next);
  else next();
}

async function receiveJson(request: Request, pace: Pace, limit?: number): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  assertJsonType(request);
  const bytes = await readBody(request, pace, limit);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

// RFC 9112, section 6: a request has a body when it says how long it is, or that it comes in chunks.
function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function assertJsonType(request: Request): void {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='));
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (type.trim() !== JSON_TYPE || !(charset === undefined || /^charset="?utf-?8"?$/.test(charset))) {
    throw new ApiError(415, `The request body must be JSON in UTF-8; send \`Content-Type: ${JSON_TYPE}\``);
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw new ApiError(415, 'The request body must not be compressed; leave `Content-Encoding` out');
  }
}

const tenantNamedIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'tenant_id' in body ? body.tenant_id : undefined;
