import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../../../platform/log.js';
import { isPublicAddress } from '../../../platform/network/publicAddress.js';

/** What is asked of a request. */
interface Arrived {
  headers: IncomingHttpHeaders;
  socket: Pick<Socket, 'remoteAddress'>;
}

/**
 * Warns, once, where requests come by way of a proxy and none is believed: all callers behind it then count as one, which has
 * the places, connections and guesses of one address. A caller from the internet can send the header himself, and is no sign of one.
 */
export function noticeProxies(log: Pick<Log, 'warn'>): (request: Arrived, response: unknown, next: () => void) => void {
  let noticed = false;
  return (request, _response, next) => {
    const address = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    if (!noticed && request.headers['x-forwarded-for'] !== undefined && !isPublicAddress(address)) {
      noticed = true;
      log.warn('requests come by way of a proxy, and all its callers count as one: set TRUSTED_PROXIES to its address');
    }
    next();
  };
}
