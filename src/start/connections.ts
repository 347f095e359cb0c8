import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { Counter } from 'prom-client';
import { callerAddress } from '../api/http/access/callerAddress.js';
import { createShares } from '../api/http/room/shares.js';
import { beginAtZero, registry } from '../platform/metrics.js';
import type { Bounds, Config } from '../platform/config.js';

/** Connections of one address, idle ones too, where more requests may not be open. */
const LEAST_EACH = 1_000;

/** Addresses that can have all of theirs. */
const ADDRESSES = 4;

/**
 * How many connections a process has at once: of all together, and of one address. All together take no more than half of the files that it may have open: the rest is for blobs, the
 * database and the document engine. Where there are proxies in front of the service, it is they that bound what one caller opens.
 */
export function connectionBounds(
  { openRequests, trustedProxies }: Pick<Config, 'openRequests' | 'trustedProxies'>,
  openFiles = mostOpenFiles(),
): Bounds {
  const each = Math.max(LEAST_EACH, openRequests.all);
  const all = Math.min(ADDRESSES * each, Math.floor(openFiles / 2));
  return { all, each: trustedProxies.length > 0 ? all : Math.min(each, Math.floor(all / 2)) };
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

/** Closes at once what is beyond the bounds: a connection costs memory and a file before anything is asked on it. */
export function boundConnections(server: Server, bounds: Bounds): void {
  const connections = createShares(bounds);
  server.maxConnections = bounds.all;
  server.on('drop', () => refused.inc({ share: 'all' }));
  server.on('connection', (socket) => {
    const place = connections.hold(callerAddress({ ip: undefined, socket }));
    const share = place.take(1);
    if (share) {
      refused.inc({ share });
      socket.destroy();
    }
    socket.once('close', place.giveBack);
  });
}

const refused = new Counter({
  name: 'attest_http_connections_refused_total',
  help: 'Connections that were closed at once: too many of one address (each) or of all together (all).',
  labelNames: ['share'] as const,
  registers: [registry],
});
beginAtZero(refused, 'share', ['each', 'all']);
