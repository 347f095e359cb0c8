import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '../api/http/brokenHttp.js';
import { StartError } from '../platform/startError.js';
import { FINISH_MS } from '../platform/workInProgress.js';
import type { Bounds } from '../platform/config.js';
import { boundConnections } from './connections.js';

/** The port that the process listens on. */
export interface HttpServer {
  /** Address for people, without a slash at its end. */
  url: string;
  /** Serves requests from now on. */
  serve(listener: RequestListener): void;
  /** Takes no new requests, and waits for those under way as long as there is time. */
  drain(): Promise<void>;
}

/** Above the 60 s of common load balancers, so that it is always they who close. */
const KEEP_ALIVE_MS = 65_000;

/** Where to listen, and for how much. */
interface ListenOptions {
  host: string;
  port: number;
  /** KiB a second at which an answer must be read. */
  bodyMinRate?: number;
  /** Seconds in which all of a request must have come, however fast; it is 408 then. */
  bodyTimeout: number;
  /** For tests: how long an answer waits for its reader, in milliseconds. */
  unreadMs?: number;
  /** Any number where they are not bounded. */
  connections?: Bounds;
}

/**
 * Takes the port first of all, so that a taken one is said before anything is changed; `first` answers until another
 * listener serves.
 * @throws StartError when it cannot be had
 */
export async function listen(
  { host, port, unreadMs, bodyMinRate: leastRate, bodyTimeout, connections }: ListenOptions,
  first: RequestListener,
): Promise<HttpServer> {
  let listener = first;
  const server = createHttpServer((request, response) => listener(request, response), { unreadMs, leastRate });
  if (connections) boundConnections(server, connections);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.requestTimeout = bodyTimeout * 1000;
  // Node takes the one for the other where headers are given more time than all.
  server.headersTimeout = Math.min(KEEP_ALIVE_MS + 5_000, server.requestTimeout);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    url: addressOf(server, host),
    serve: (next) => (listener = next),
    drain: () => drain(server),
  };
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): StartError {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is taken: stop what listens there, or set PORT to another one.`);
    case 'EACCES':
      return new StartError(`Port ${port} on ${host} may not be used by this user: set PORT to one above 1023.`);
    default:
      return new StartError(`HOST ${host} is no address of this machine (${error.code}): set HOST to one that is.`);
  }
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const everywhere = host === '0.0.0.0' || host === '::';
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${everywhere ? 'localhost' : name}:${port}`;
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that becomes idle now would otherwise stay until its keep-alive runs out.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const deadline = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(deadline);
}
