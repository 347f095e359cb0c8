import type { IncomingMessage, ServerResponse } from 'node:http';

const awaited = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Notes that the sender of a request waits with its body until it is asked for it (`Expect: 100-continue`, RFC 9110, section 10.1.1).
 * Where it is answered without, it may send the body all the same: nothing more is taken from its connection.
 */
export function noteAwaitedBody(request: IncomingMessage, response: ServerResponse): void {
  awaited.set(request, response);
  response.setHeader('Connection', 'close');
}

/** Asks for the body of a request where its sender waits for that: now it is known whose it is, and that there is room for it. */
export function askForBody(request: IncomingMessage): void {
  const response = awaited.get(request);
  if (!response || !awaited.delete(request) || response.headersSent) return;
  response.removeHeader('Connection');
  response.writeContinue();
}
