import type { Request } from 'express';
import { ApiError } from '../responses/apiError.js';
import { askForBody } from './awaitedBody.js';

/** How fast a body must come. */
export interface Pace {
  /** At least so many, over each window: who sent much before has no credit for it, as that is what is held in memory. */
  bytesPerSecond: number;
  /** For tests: another window than that of the service, in milliseconds. */
  windowMs?: number;
}

/** Long enough for a connection that stalls for a moment, as mobile ones do. */
const WINDOW_MS = 15_000;

/**
 * Asks for a body whose sender waits for that, and calls back when it does not come as it must: when its sender is gone before all
 * of it was read, or is too slow. Gives back how to stop watching.
 */
export function watchArrival(request: Request, pace: Pace, fail: (error: ApiError) => void): () => void {
  const cutOff = (): void => {
    // All of it can have come, and not been read: what was not is gone with the connection.
    if (!request.readableEnded) fail(new ApiError(400, 'The request body was cut off'));
  };
  const stop = watchPace(request, pace, fail);
  // Who hung up before anybody listened is not heard to do it.
  if (request.destroyed) cutOff();
  request.once('close', cutOff).once('error', cutOff);
  askForBody(request);
  return () => {
    stop();
    request.off('close', cutOff).off('error', cutOff);
  };
}

/**
 * Calls back once when too little of a body came in a window of time. Bytes that wait here to be taken are none that its sender
 * is slow with. Gives back how to stop watching.
 */
function watchPace(
  request: Request,
  { bytesPerSecond, windowMs = WINDOW_MS }: Pace,
  tooSlow: (error: ApiError) => void,
): () => void {
  const least = (bytesPerSecond * windowMs) / 1_000;
  let seen = request.socket.bytesRead;
  let waited = false;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    const came = bytesRead - seen;
    seen = bytesRead;
    // What waited when the window began can have been taken only at its end.
    const ours = waited || request.readableLength > 0;
    waited = request.readableLength > 0;
    if (request.complete || ours || came >= least) return;
    clearInterval(timer);
    tooSlow(
      new ApiError(
        408,
        `The request body came too slowly: at least ${Math.ceil(bytesPerSecond / 1024)} KiB a second must arrive`,
        { Connection: 'close' },
      ),
    );
  }, windowMs);
  return () => clearInterval(timer);
}
