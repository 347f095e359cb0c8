import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { lookUpBySystem, lookUpInDns, type LookUp } from './nameLookUp.js';

/** An address that a name was resolved to, checked, and to be used as it is. */
export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/** The address is not one that the service may send to; the message is a sentence for the user. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** All of IPv6 that is assigned as global unicast (RFC 4291, section 2.4, and the IANA registry of the address space). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. IPv6 outside of global unicast is not, nor is anything that the
 * IANA special-purpose registries set aside: loopback, private, link-local (cloud metadata with it), carrier-grade NAT, documentation, multicast, and IPv6
 * forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo), since what they reach depends on the network.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)) return false;
  return parsed.range() === 'unicast';
}

/** Whether the host of a URL is a name that means this machine, wherever it is asked (RFC 6761, section 6.3). */
export const isLocalName = (url: URL): boolean => /(^|\.)localhost\.*$/i.test(url.hostname);

/**
 * The literal IP address in the host of a URL, without brackets; undefined for a name. Odd spellings (`0x7f.1`, `127.1`)
 * need no care: the URL parser writes them out.
 */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) ? host : undefined;
}

/** How a name is looked up. */
export interface LookingUp {
  /** Ends it. */
  signal: AbortSignal;
  /** For tests. Default: in DNS, or as the system does it where private addresses are allowed and their names may stand in /etc/hosts. */
  lookUp?: LookUp | undefined;
}

/**
 * Resolves the host of a URL once and refuses it unless every address is public. The answer is what must be connected
 * to: a second look-up could lead elsewhere (DNS rebinding).
 * @throws AddressRefused
 */
export async function resolvePublicAddress(
  url: URL,
  allowPrivate: boolean,
  { signal, lookUp = allowPrivate ? lookUpBySystem : lookUpInDns() }: LookingUp,
): Promise<CheckedAddress> {
  if (!allowPrivate && isLocalName(url)) throw notPublic();
  const literal = literalAddress(url);
  const found =
    literal === undefined
      ? await resolveName(url.hostname, lookUp, signal)
      : [{ address: literal, family: isIP(literal) }];
  const [first] = found;
  if (!first) throw new AddressRefused('The name of the receiver has no address');
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) throw notPublic();
  return { address: first.address, family: first.family === 6 ? 6 : 4 };
}

const notPublic = (): AddressRefused => new AddressRefused('The receiver is not at a public address');

async function resolveName(name: string, lookUp: LookUp, signal: AbortSignal): ReturnType<LookUp> {
  try {
    return await lookUp(name, signal);
  } catch (error) {
    throw new AddressRefused('The name of the receiver cannot be resolved', { cause: error });
  }
}
