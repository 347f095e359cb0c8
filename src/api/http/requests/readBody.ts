import type { Request } from 'express';
import { asError } from '../../../platform/asError.js';
import { stateOf } from '../requestState.js';
import { ApiError } from '../responses/apiError.js';
import { watchArrival, type Pace } from './pace.js';

/** Most bytes of a body, whatever it is: of one in JSON. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** How much of a body that is refused is still read, so that its sender gets to see the answer. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024;

/**
 * Reads the body of a request, and makes room for it as it comes. One that is refused is refused at once; what is still on its
 * way is read and thrown away up to a limit, since most clients look for the answer only when all is sent.
 * @throws ApiError 413, 408 when it comes too slowly, 429 and 503 where there is no room for it, 400 when the sender hangs up
 */
export async function readBody(request: Request, pace: Pace, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError(413, `The request body is larger than ${sizeOf(limit)}`);
  const declared = Number(request.headers['content-length'] ?? 0);
  const room = stateOf(request).bodyRoom;
  const body = collect(declared > 0 ? Math.min(declared, limit) : limit);
  try {
    if (declared > limit) throw tooLarge();
    await arrive(request, pace, (chunk) => {
      if (body.size + chunk.length > limit) throw tooLarge();
      room?.takeIn(chunk.length);
      body.add(chunk);
    });
    return body.whole();
  } catch (error) {
    discard(request);
    room?.giveBack();
    throw error;
  }
}

const sizeOf = (bytes: number): string => (bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`);

/** Resolves when the whole body has been handed on; rejects when that fails, or when it does not come. */
async function arrive(request: Request, pace: Pace, take: (chunk: Buffer) => void): Promise<void> {
  let leave = (): void => undefined;
  const arrived = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      try {
        take(chunk);
      } catch (error) {
        reject(asError(error));
      }
    };
    const stop = watchArrival(request, pace, reject);
    leave = () => {
      stop();
      request.off('data', onData).off('end', resolve);
    };
    request.on('data', onData).once('end', resolve);
  });
  await arrived.finally(leave);
}

/** Memory that a body begins with. */
const FIRST_BYTES = 64 * 1024;

/**
 * Gathers a body in no more than twice the memory that it has bytes, however many were announced: kept as they come, parts of a
 * byte each would take a hundred times that.
 */
function collect(most: number) {
  let memory = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, most));
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chunk: Buffer): void {
      const needed = size + chunk.length;
      if (needed > memory.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(2 * memory.length, most)));
        memory.copy(larger, 0, 0, size);
        memory = larger;
      }
      chunk.copy(memory, size);
      size = needed;
    },
    whole: (): Buffer => memory.subarray(0, size),
  };
}

/** For how long: a request that was refused has no place any more, but its connection. */
const DISCARD_MS = 15_000;

/** Throws away what is still on its way, up to a limit and for a while: most clients look for the answer only when all is sent. */
export function discard(request: Request, forMs = DISCARD_MS): void {
  const enough = setTimeout(() => request.destroy(), forMs).unref();
  request.once('end', () => clearTimeout(enough)).once('close', () => clearTimeout(enough));
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED_BYTES) request.destroy();
  });
  request.resume();
}
