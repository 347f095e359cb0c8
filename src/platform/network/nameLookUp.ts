import { lookup, Resolver } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';

/** Looks up all addresses of a name, the one to connect to first; rejects where there is none, or `signal` is aborted before. */
export type LookUp = (name: string, signal: AbortSignal) => Promise<{ address: string; family: number }[]>;

/**
 * How long a server of names has to answer the first query, and how often each is asked, with twice the time where it did not:
 * 6 seconds for a server that is silent. The time is c-ares' default, its tries one less, so that two such servers leave the
 * receiver time to answer. https://c-ares.org/docs/ares_init_options.html
 */
const QUERY = { timeout: 2_000, tries: 2 };

/**
 * As the system does it, by /etc/hosts and search domains too. It has one of few threads of the process for it, for as long as
 * it likes, whatever `signal` says: only for names that are trusted.
 */
export const lookUpBySystem: LookUp = (name) => lookup(name, { all: true });

/**
 * Asks the servers of names alone, and takes no thread: whoever's servers never answer hold up nobody. It ends with `signal`.
 * @param servers Instead of those of the system: addresses, with `:port` where it is not 53
 */
export const lookUpInDns =
  (servers?: readonly string[]): LookUp =>
  async (name, signal) => {
    signal.throwIfAborted();
    const resolver = new Resolver(QUERY); // one for each, as it is cancelled whole
    if (servers) resolver.setServers(servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel);
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
      const found4 = four.status === 'rejected' ? [] : four.value.map((address) => ({ address, family: 4 }));
      const found6 = six.status === 'rejected' ? [] : six.value.map((address) => ({ address, family: 6 }));
      return hasIPv4() ? [...found4, ...found6] : [...found6, ...found4];
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };

/** Whether this machine speaks IPv4 to others: one that does often has no way out by IPv6 (RFC 6724, section 6, rule 1). */
const hasIPv4 = (): boolean =>
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
  );
