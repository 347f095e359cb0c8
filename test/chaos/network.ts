import { setTimeout as sleep } from 'node:timers/promises';
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.js';

/** What can be done to connections. */
export type Trouble = 'cut' | 'stall' | 'half-open' | 'vanish';

/** Who goes a way. */
export interface Wayfarer {
  name: string;
  /** There for a while only: not chosen when one way is to be broken. */
  isSpare?: boolean;
}

/** What happens to which connections, and for how long. */
export interface Disturbance {
  trouble: Trouble;
  /** One of the ways there are, or of the servers at their ends. */
  which: number;
  /** One way, all ways to one server, or every way there is. */
  reach: 'way' | 'server' | 'all';
  /** How long nothing gets through, where it comes back by itself. */
  forMs: number;
}

/** The ways between the processes of a stack and the servers that they talk to. Each can be broken by itself. */
export interface Network {
  /** Lays a way to a port of this machine, which is asked for anew for each connection. Resolves to the port where it begins. */
  lay(from: Wayfarer, to: string, port: number | (() => number | undefined)): Promise<number>;
  /** Breaks ways as the disturbance says. Resolves when new connections get through again. */
  disturb(disturbance: Disturbance): Promise<void>;
  /** What a disturbance breaks, in words. */
  describe(disturbance: Disturbance): string;
  close(): Promise<void>;
}

/** A way between two. */
interface Way {
  from: Wayfarer;
  to: string;
  proxy: TcpProxy;
}

/** When a server's keep-alive has told it that nobody is at the other end any more (`docs/operations.md`, "What waits for whom"). */
const BURIED_AFTER_MS = 15_000;

/** There are no ways yet. */
export function createNetwork(): Network {
  const ways: Way[] = [];
  const burials = new Set<NodeJS.Timeout>();
  const reached = ({ which, reach }: Disturbance): Way[] => {
    if (reach === 'all') return ways;
    const ends = [...new Set(ways.map(({ to }) => to))];
    if (reach === 'server') return ways.filter(({ to }) => to === ends[which % ends.length]);
    const taken = ways.filter(({ from }) => !from.isSpare);
    return taken.slice(which % taken.length).slice(0, 1);
  };
  return {
    async lay(from, to, port) {
      const proxy = await startTcpProxy({ host: '127.0.0.1', port });
      ways.push({ from, to, proxy });
      return proxy.port;
    },
    async disturb(disturbance) {
      const proxies = reached(disturbance).map(({ proxy }) => proxy);
      await TROUBLES[disturbance.trouble](proxies, disturbance.forMs);
      burials.add(setTimeout(() => proxies.forEach((proxy) => proxy.bury()), BURIED_AFTER_MS));
    },
    describe(disturbance) {
      if (disturbance.reach === 'all') return 'every connection';
      const broken = reached(disturbance);
      const from = disturbance.reach === 'server' ? 'everyone' : broken[0]?.from.name;
      return `the connections of ${String(from)} to ${String(broken[0]?.to)}`;
    },
    async close() {
      burials.forEach((burial) => clearTimeout(burial));
      await Promise.all(ways.map(({ proxy }) => proxy.close()));
    },
  };
}

const TROUBLES: Record<Trouble, (proxies: readonly TcpProxy[], forMs: number) => Promise<void> | void> = {
  cut: (proxies) => proxies.forEach((proxy, index) => proxy.cut(index % 2 === 0 ? 'reset' : undefined)),
  async stall(proxies, forMs) {
    proxies.forEach((proxy) => proxy.stall());
    await sleep(forMs);
    proxies.forEach((proxy) => proxy.flow());
  },
  'half-open': (proxies) => proxies.forEach((proxy) => proxy.vanish()),
  async vanish(proxies, forMs) {
    proxies.forEach((proxy) => proxy.vanish('newToo'));
    await sleep(forMs);
    proxies.forEach((proxy) => proxy.appear());
  },
};
