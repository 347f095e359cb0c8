import { readFileSync } from 'node:fs';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Counter } from 'prom-client';
import { callerAddress } from '../api/http/access/callerAddress.js';
import { beginAtZero, registry } from '../platform/metrics.js';
import type { Bounds, Config } from '../platform/config.js';

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
 * Closes at once what one address has beyond its bound. Where all together are at theirs, who comes has the place of the oldest
 * connection on which nothing is asked, of the address that has most: addresses are cheap, and nobody is to keep all others out.
 */
export function boundConnections(server: Server, { all, each }: Bounds): void {
  /** Of each address, the oldest first. */
  const open = new Map<string, Set<Socket>>();
  const asked = new WeakMap<Socket, number>();
  let count = 0;
  const close = (socket: Socket, share: 'all' | 'each'): void => {
    refused.inc({ share });
    socket.destroy();
  };
  const forget = (address: string, socket: Socket): void => {
    const others = open.get(address);
    if (!others?.delete(socket)) return;
    count--;
    if (others.size === 0) open.delete(address);
  };
  const makeRoom = (): boolean => {
    const idle = idleOfMost(open, (socket) => !asked.get(socket));
    if (!idle) return false;
    close(idle.socket, 'all');
    forget(idle.address, idle.socket);
    return true;
  };
  const noteAsked: RequestListener = ({ socket }, response) => {
    asked.set(socket, (asked.get(socket) ?? 0) + 1);
    response.once('close', () => asked.set(socket, (asked.get(socket) ?? 1) - 1));
  };
  server.on('request', noteAsked).on('checkContinue', noteAsked);
  server.on('connection', (socket) => {
    const address = callerAddress({ ip: undefined, socket });
    const own = open.get(address) ?? new Set();
    if (own.size >= each) return close(socket, 'each');
    if (count >= all && !makeRoom()) return close(socket, 'all');
    open.set(address, own.add(socket));
    count++;
    socket.once('close', () => forget(address, socket));
  });
}

/** The oldest idle connection of the address that has most connections, of all addresses that have an idle one. */
function idleOfMost(
  open: ReadonlyMap<string, ReadonlySet<Socket>>,
  isIdle: (socket: Socket) => boolean,
): { address: string; socket: Socket } | undefined {
  let found: { address: string; socket: Socket } | undefined;
  let most = 0;
  for (const [address, sockets] of open) {
    if (sockets.size <= most) continue;
    const socket = firstOf(sockets, isIdle);
    if (!socket) continue;
    found = { address, socket };
    most = sockets.size;
  }
  return found;
}

function firstOf<One>(many: Iterable<One>, is: (one: One) => boolean): One | undefined {
  for (const one of many) if (is(one)) return one;
  return undefined;
}

const refused = new Counter({
  name: 'attest_http_connections_refused_total',
  help: 'Connections that were closed without an answer: too many of one address (each), or to make room for others (all).',
  labelNames: ['share'] as const,
  registers: [registry],
});
beginAtZero(refused, 'share', ['each', 'all']);
