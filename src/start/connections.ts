import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counter } from 'prom-client';
import { callerAddress } from '../api/http/access/callerAddress.js';
import { beginAtZero, registry } from '../platform/metrics.js';
import type { Bounds, Config } from '../platform/config.js';
import { createOpenConnections } from './openConnections.js';

/** Connections of one address, idle ones too, where more requests may not be open. */
const LEAST_EACH = 1_000;

/** Of all together: each costs some ten KiB before anything is asked on it. */
const MOST = 20_000;

/**
 * The bounds of a process. All together take no more than half of the files that it may have open: the rest is for blobs, the
 * database and the document engine. Where there are proxies in front of the service, it is they that bound what one caller opens.
 */
export function connectionBounds(
  { openRequests, trustedProxies }: Pick<Config, 'openRequests' | 'trustedProxies'>,
  openFiles = mostOpenFiles(),
): Bounds {
  const all = Math.min(Math.max(MOST, openRequests.all), Math.floor(openFiles / 2));
  const each = Math.min(Math.max(LEAST_EACH, openRequests.all), Math.floor(all / 2));
  return { all, each: trustedProxies.length > 0 ? all : each };
}

/** How many files this process may have open, as far as the system says so (proc(5), `limits`). */
function mostOpenFiles(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return Number(limit?.[1] ?? Infinity);
  } catch {
    return Infinity;
  }
}

/**
 * Closes at once what one address has beyond its bound. Where all together are at theirs, who comes has the place of the one that
 * is missed least of the address that has most: addresses are cheap, and nobody is to keep all others out. `now` is in milliseconds.
 */
export function boundConnections(server: Server, { all, each }: Bounds, now = () => performance.now()): void {
  const open = createOpenConnections<Socket>(now);
  const close = (socket: Socket, share: 'all' | 'each'): void => {
    refused.inc({ share });
    socket.destroy();
  };
  const makeRoom = (): boolean => {
    const socket = open.leastMissed();
    if (!socket) return false;
    open.closed(socket);
    close(socket, 'all');
    return true;
  };
  const noteAsked: RequestListener = ({ socket }, response) => {
    open.asked(socket);
    response.once('close', () => open.answered(socket));
  };
  server.on('request', noteAsked).on('checkContinue', noteAsked);
  server.on('connection', (socket) => {
    const address = callerAddress({ ip: undefined, socket });
    if (open.of(address) >= each) return close(socket, 'each');
    if (open.count() >= all && !makeRoom()) return close(socket, 'all');
    open.opened(address, socket);
    socket.once('close', () => open.closed(socket));
  });
}

const refused = new Counter({
  name: 'attest_http_connections_refused_total',
  help: 'Connections that were closed without an answer: too many of one address (each), or to make room for others (all).',
  labelNames: ['share'] as const,
  registers: [registry],
});
beginAtZero(refused, 'share', ['each', 'all']);
