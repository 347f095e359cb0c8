import { EventStoreDBClient } from '@eventstore/db-client';
import { within } from '../within.js';
import { EventStoreUnavailable } from './eventStore.js';

/** How long the server may take to answer a sign of life, of which one goes out every ten seconds. */
const ALIVE_MS = 3_000;
/** Longest that a timer of Node can take. */
const LONGEST_MS = 2 ** 31 - 1;
/** For how long nothing was answered before another connection is tried. */
const RENEW_MS = 10_000;
/** How long letting go of the server may take. */
const CLOSE_MS = 2_000;

/** The way to EventStoreDB, with another connection where one is never answered. */
export interface EventStoreDbConnection {
  /** For how many milliseconds nothing may be answered before another connection is tried. */
  readonly renewMs: number;
  /** The client to make the next call with. */
  client(): EventStoreDBClient;
  /** Notes that the server answered. */
  heard(): void;
  /** Notes what a call came to that failed. */
  failed(error: unknown): void;
  close(): Promise<void>;
}

/** What it takes. */
export interface ConnectionOptions {
  /** Connection string, `esdb://user:password@host:2113`. */
  url: string;
  /** For how many milliseconds nothing was answered before another connection is tried. Default: 10,000. */
  renewMs?: number | undefined;
}

/**
 * The client finds out that a connection is dead once it is there, and is refused where there is none. One that is made just
 * when the host goes away, or whose other end takes it and never says a word, it waits for without an end, and each channel to
 * the same address waits for the very same one. So where nothing has been answered for a while, what is called next goes over
 * a client that shares no connection with those before.
 */
export function createEventStoreDbConnection({ url, renewMs = RENEW_MS }: ConnectionOptions): EventStoreDbConnection {
  let renewed = 0;
  let client = EventStoreDBClient.connectionString(addressOf(url, renewed));
  let lastHeard = performance.now();
  return {
    renewMs,
    client: () => client,
    heard() {
      lastHeard = performance.now();
    },
    failed(error) {
      if (!(error instanceof EventStoreUnavailable)) return void (lastHeard = performance.now());
      if (performance.now() - lastHeard < renewMs) return;
      renewed += 1;
      lastHeard = performance.now();
      // Calls that are under way end by their own time; those that go on well go on.
      client = EventStoreDBClient.connectionString(addressOf(url, renewed));
    },
    async close() {
      // The client waits for the end of streams that a dead server never ends.
      await within(CLOSE_MS, client.dispose()).catch(() => undefined);
    },
  };
}

/** Different addresses have different limits, which no one will notice: channels share connections where all settings are the same. */
const VARIANTS = 500;

/**
 * The address with the time for a sign of life: a dead link breaks, with the subscriptions on it, after 13 seconds, unless the
 * connection string has other limits.
 */
function addressOf(url: string, renewed: number): string {
  const address = url.replace(/\/(?=\?|$)/, '');
  const given = /([?&]keepAliveTimeout=)(-?\d+)(?=&|$)/i.exec(address);
  if (!given) {
    if (/[?&]keepAliveTimeout=/i.test(address)) return address; // the client says what is wrong with it
    return `${address}${address.includes('?') ? '&' : '?'}keepAliveTimeout=${ALIVE_MS + (renewed % VARIANTS)}`;
  }
  const ms = Number(given[2]);
  const asked = ms < 0 ? LONGEST_MS - VARIANTS : ms; // -1 is never
  return renewed === 0 ? address : address.replace(given[0], `${given[1]!}${asked + (renewed % VARIANTS)}`);
}
