import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from './textContract.js';

/** What is said of a request that the HTTP parser refuses, by the parser's code. */
const FAULTS: Readonly<Record<string, { status: number; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are larger than 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive' },
};

const NO_HTTP = { status: 400, detail: 'The request is not valid HTTP/1.1' };

/**
 * Answers what never becomes a request, because it is no HTTP or comes too slowly, with the same envelope as all else; Node alone would
 * send an empty answer.
 */
export function answerBrokenHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, detail } = FAULTS[error.code ?? ''] ?? NO_HTTP;
    const body = JSON.stringify({ detail } satisfies ErrorBody);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      `X-Request-Id: ${randomUUID()}`,
    ];
    socket.end([...head, '', body].join('\r\n'));
  });
}
