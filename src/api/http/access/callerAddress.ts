import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address says whose it is: whoever has one has the other 2^64 of its network (RFC 4291, section 2.5.4). */
const NETWORK_BYTES = 8;

/**
 * Whose address a request comes from, for counting: an IPv4 address, or the first half of one of IPv6. That is the other end
 * of the connection or, where that is one of `TRUSTED_PROXIES`, the last address in `X-Forwarded-For` that is none of them.
 */
export function callerAddress(request: Pick<Request, 'ip' | 'socket'>): string {
  const named = [request.ip, request.socket.remoteAddress].find((one) => one !== undefined && isIP(one) !== 0);
  if (named === undefined) return 'unknown';
  const address = ipaddr.process(named);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}
