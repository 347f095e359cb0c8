import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How fast what is answered must be read. */
export interface ReadingPace {
  bytesPerSecond: number;
  /** So many milliseconds more, for a reader that stalls. */
  graceMs: number;
}

/** How often it is looked at within the grace. */
const LOOKS = 10;

/**
 * Cuts connections whose reader takes longer for what is being sent than all of it takes at that pace: a byte now and then is
 * enough for a connection not to be idle, and holds an answer in memory for ever. The time in which there is nothing to
 * send is none of its reader's.
 */
export function cutSlowReaders(server: Server, { bytesPerSecond, graceMs }: ReadingPace): void {
  /** Open connections, and those on which something waits to be sent: since when, and how much had been sent by then. */
  const waiting = new Map<Socket, { since: number; sent: number } | undefined>();
  server.on('connection', (socket) => {
    waiting.set(socket, undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  const look = (): void => {
    const now = performance.now();
    for (const [socket, known] of waiting) {
      const { bytesWritten, writableLength } = socket; // the first counts what waits, too
      const { since, sent } = known ?? { since: now, sent: bytesWritten - writableLength };
      waiting.set(socket, writableLength === 0 ? undefined : { since, sent });
      if (writableLength > 0 && now - since > graceMs + ((bytesWritten - sent) / bytesPerSecond) * 1_000)
        socket.destroy();
    }
  };
  const timer = setInterval(look, graceMs / LOOKS).unref();
  server.once('close', () => clearInterval(timer));
}
