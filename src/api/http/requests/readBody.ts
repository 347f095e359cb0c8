import type { Request } from 'express';
import { ApiError } from '../responses/apiError.js';

/** Most bytes of a JSON body. */
const MAX_JSON_BYTES = 64 * 1024 * 1024;

/** How much of a body that is too large is still read, so that its sender gets to see the answer. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;

/**
 * Reads the body of a request. One that is too large is refused at once; what is still on its way is read and thrown away up to a limit, since most
 * clients look for the answer only when all is sent.
 * @throws ApiError 413, and 400 when the sender hangs up
 */
export async function readBody(request: Request, limit = MAX_JSON_BYTES): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw refuse(request, limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > limit) throw refuse(request, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(request: Request): AsyncGenerator<Buffer> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch {
    throw new ApiError(400, 'The request body was cut off');
  }
}

function refuse(request: Request, limit: number): ApiError {
  discard(request);
  return new ApiError(413, `The request body is larger than ${limit / 1024 / 1024} MiB`);
}

/** Throws away what is still on its way, up to a limit: most clients look for the answer only when all is sent. */
export function discard(request: Request): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.resume();
}
