import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address says whose it is: whoever has one has the other 2^64 of its network (RFC 4291, section 2.5.4). */
const NETWORK_BYTES = 8;

/** More of what a proxy says in place of an address is not remembered. */
const MOST_OF_A_NAME = 64;

/** Something that came on a connection; `ip` is where it came from as far as `X-Forwarded-For` is believed. */
export interface Located {
  ip?: string | undefined;
  socket: Pick<Socket, 'remoteAddress'>;
}

/**
 * Whose address a request comes from, for counting: an IPv4 address, or the first half of one of IPv6. That is the other end
 * of the connection or, where that is one of `TRUSTED_PROXIES`, the last address in `X-Forwarded-For` that is none of them, with
 * or without a port. Where a proxy says something else of where a request comes from, that is whose it is: were it the proxy's own,
 * all callers would be one.
 */
export function callerAddress({ ip, socket }: Located): string {
  const named = ip === '' ? socket.remoteAddress : (ip ?? socket.remoteAddress);
  if (named === undefined) return 'unknown';
  const bare = withoutPort(named);
  if (isIP(bare) === 0) return `named ${named.slice(0, MOST_OF_A_NAME)}`;
  const address = ipaddr.process(bare);
  if (address.kind() === 'ipv4') return address.toString();
  return Buffer.from(address.toByteArray().slice(0, NETWORK_BYTES)).toString('hex');
}

/** `192.0.2.1:80`, `[2001:db8::1]:80` and `[2001:db8::1]` as some proxies write them, also in quotes (RFC 7239, section 6). */
function withoutPort(text: string): string {
  const [, v6, v4] = /^"?(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)"?$/.exec(text) ?? [];
  return v6 ?? v4 ?? text;
}
