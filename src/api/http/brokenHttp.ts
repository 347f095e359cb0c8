import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { noteAwaitedBody } from './requests/awaitedBody.js';
import { requestIdOf } from './requests/requestId.js';
import { beforeCall } from './responses/beforeCall.js';
import { cutSlowReaders } from './slowReaders.js';
import type { ErrorBody } from './textContract.js';

/** What is wrong with a request, and the status that says so. */
interface Fault {
  status: number;
  detail: string;
  headers?: Readonly<Record<string, string>>;
}

/** What is said of a request that the HTTP parser refuses, by the parser's code. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The headers of the request are larger than 16 KiB' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunk extensions of the request are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request took too long to arrive' },
};

const NO_HTTP: Fault = { status: 400, detail: 'The request is not valid HTTP/1.1' };
const NO_HOST: Fault = { status: 400, detail: 'The header `Host` is missing' };
const NO_TARGET: Fault = { status: 400, detail: 'The request names neither a path nor an http or https address' };
const BAD_ENCODING: Fault = {
  status: 400,
  detail: 'The header `Transfer-Encoding` can only be `chunked`, and only in HTTP/1.1',
};
const NO_TUNNEL: Fault = {
  status: 405,
  detail: 'The method CONNECT is not allowed: this is no proxy',
  headers: { Allow: 'GET, HEAD, POST, PUT, PATCH, DELETE' },
};
const UNKNOWN_EXPECTATION: Fault = { status: 417, detail: 'The header `Expect` can only be `100-continue`' };

/** An answer of which nothing has been read for so long is given up: it holds memory, and what it is read from. */
const UNREAD_MS = 60_000;

/** KiB a second at which an answer must be read, beside that. */
const LEAST_RATE = 16;

/** Milliseconds between two looks for requests whose time is over: Node's own half a minute would be added to any time that is set. */
const LATE_LOOK_MS = 1_000;

/**
 * Who may wait for the end of one answer before Node takes it for a leak: its connection, its room, its trace, its log line, and what
 * sends a file, which is five of Node's own. That is eleven, one more than Node expects.
 */
const MOST_LISTENERS = 20;

/** How long answers wait for their readers. */
export interface ReaderLimits {
  /** Where nothing is read, in milliseconds; and so many are added to the time that an answer takes at the least rate. */
  unreadMs?: number;
  /** KiB a second. */
  leastRate?: number;
}

/**
 * Creates a server that answers what is no request to be served with the same envelope as all else; Node alone would send
 * an empty answer, and express a page. `serve` gets the rest. A connection is cut where nothing of an answer that is under way
 * has been read for a while, or too little for too long.
 */
export function createHttpServer(
  serve: RequestListener,
  { unreadMs = UNREAD_MS, leastRate = LEAST_RATE }: ReaderLimits = {},
): Server {
  const refused = new WeakSet<Duplex>();
  const answers = new WeakMap<Duplex, ServerResponse[]>();
  const note = (response: ServerResponse): void => {
    response.setMaxListeners(MOST_LISTENERS);
    const { socket } = response.req;
    const before = answers.get(socket);
    if (!before) socket.once('close', () => closeAll(answers.get(socket) ?? []));
    answers.set(socket, [...(before ?? []).filter((one) => !one.writableFinished), response]);
  };
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    note(response);
    beforeCall(response, 'writeHead', () => response.setTimeout(unreadMs));
    // What stands behind a request that can be read in two ways may be a part of it: nothing more is taken from there.
    if (refused.has(request.socket)) return;
    const fault = faultOf(request);
    if (!fault) return void serve(request, response);
    refused.add(request.socket);
    refuse(request, response, fault);
  };
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: LATE_LOOK_MS }, take);
  // Node alone would ask for the body before anybody has looked at the request.
  server.on('checkContinue', (request, response) => {
    noteAwaitedBody(request, response);
    take(request, response);
  });
  server.on('checkExpectation', (request, response) => {
    note(response);
    refuse(request, response, UNKNOWN_EXPECTATION);
  });
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(rawAnswer(NO_TUNNEL, requestIdOf(request)), () => socket.destroy());
  });
  cutSlowReaders(server, { bytesPerSecond: leastRate * 1024, graceMs: unreadMs });
  answerBrokenHttp(server, (socket) => answers.get(socket) ?? []);
  server.on('timeout', (socket: Duplex) => {
    // Another answer on it may not have begun: the service is at work for that.
    if ((answers.get(socket) ?? []).every((one) => one.headersSent)) socket.destroy();
  });
  return server;
}

/** Node tells the answer that is being sent of the end of its connection, and none of those that stand behind it. */
function closeAll(answers: readonly ServerResponse[]): void {
  for (const answer of answers.filter((one) => !one.closed)) answer.destroy().emit('close');
}

/** Headers of which Node takes the first and drops the others, so that whoever stands in between may take another one. */
const ONLY_ONCE = ['host', 'content-type'];

/**
 * What RFC 9112 forbids and the parser of Node takes (sections 3.2, 3.2.2 and 6.1): two readings of one request are how
 * one request is smuggled inside another.
 */
function faultOf({ url = '', headers, headersDistinct, httpVersion }: IncomingMessage): Fault | undefined {
  if (httpVersion === '1.1' && headers.host === undefined) return NO_HOST;
  const twice = ONLY_ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (twice !== undefined) return { status: 400, detail: `The header \`${twice}\` must be given only once` };
  const encoding = headers['transfer-encoding'];
  if (encoding !== undefined && (encoding.toLowerCase() !== 'chunked' || httpVersion !== '1.1')) return BAD_ENCODING;
  if (url.startsWith('/') || url === '*') return undefined;
  return /^https?:\/\/[^/?#]/i.test(url) && URL.canParse(url) ? undefined : NO_TARGET;
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, detail }: Fault): void {
  response.writeHead(status, {
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestIdOf(request),
  });
  response.end(JSON.stringify({ detail } satisfies ErrorBody));
}

/**
 * Answers what never becomes a request, because it is no HTTP or comes too slowly, and ends its connection. Where an answer
 * is under way, or one to an earlier request is awaited, nothing may be written into it: that one is brought to its end.
 */
function answerBrokenHttp(server: Server, answersOn: (socket: Duplex) => readonly ServerResponse[]): void {
  const broken = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    if (broken.has(socket)) return; // whatever else comes behind it
    broken.add(socket);
    const answers = answersOn(socket);
    const awaited = answers.filter((one) => !one.writableFinished && (one.headersSent || one.req.complete));
    const last = answers.at(-1);
    const answered = last !== undefined && last.headersSent && !last.req.complete;
    if (awaited.length === 0) end(socket, answered ? '' : rawAnswer(FAULTS[error.code ?? ''] ?? NO_HTTP, randomUUID()));
    else void Promise.all(awaited.map((one) => once(one, 'close'))).then(() => end(socket, ''));
  });
}

/** How long whoever is to read a last answer has for it: a connection that is cut while bytes still come loses the answer. */
const LAST_WORD_MS = 2_000;

/** Says a last thing, and cuts the connection where the other side does not. */
function end(socket: Duplex, text: string): void {
  socket.end(text);
  setTimeout(() => socket.destroy(), LAST_WORD_MS).unref();
}

/** An answer where Node makes none. */
function rawAnswer({ status, detail, headers = {} }: Fault, requestId: string): string {
  const body = JSON.stringify({ detail } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
  ];
  return [...head, '', body].join('\r\n');
}
