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
 * Reads the body of a request into the room that was made for it. One that is refused is refused at once; what is still on its
 * way is read and thrown away up to a limit, since most clients look for the answer only when all is sent.
 * @throws ApiError 413, 408 when it comes too slowly, 429 and 503 where there is no room for it, 400 when the sender hangs up
 */
export async function readBody(request: Request, pace: Pace, limit = MAX_BODY_BYTES): Promise<Buffer> {
  const tooLarge = (): ApiError => new ApiError(413, `The request body is larger than ${limit / 1024 / 1024} MiB`);
  const declared = Number(request.headers['content-length'] ?? 0);
  const room = stateOf(request).bodyRoom;
  const body = collect(declared);
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

/** Size of the buffers that a body of unknown length is gathered in. */
const BLOCK_BYTES = 64 * 1024;

/** Gathers a body in as much memory as it has bytes: kept as they come, parts of a byte each would take a hundred times that. */
function collect(declared: number) {
  const full: Buffer[] = [];
  let block = Buffer.allocUnsafeSlow(declared > 0 && declared <= MAX_BODY_BYTES ? declared : BLOCK_BYTES);
  let used = 0;
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chunk: Buffer): void {
      for (let at = 0; at < chunk.length;) {
        if (used === block.length) {
          full.push(block);
          block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
          used = 0;
        }
        const copied = chunk.copy(block, used, at);
        at += copied;
        used += copied;
        size += copied;
      }
    },
    whole: (): Buffer =>
      full.length === 0 ? block.subarray(0, used) : Buffer.concat([...full, block.subarray(0, used)]),
  };
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
