/** Connections by the addresses they come from, so that the one that is missed least is found without looking at all of them. */
export interface OpenConnections<Connection> {
  /** How many there are. */
  count(): number;
  /** How many of them are of an address. */
  of(address: string): number;
  opened(address: string, connection: Connection): void;
  /** Something is asked on it. */
  asked(connection: Connection): void;
  /** What was asked on it has its answer, or gets none. */
  answered(connection: Connection): void;
  /** Harmless where it is not there. */
  closed(connection: Connection): void;
  /**
   * Of the address that has most, of all that have one on which nothing is asked: first what said nothing from the beginning,
   * for more than a second, the oldest first; then what rests since its last answer, the one that rests longest first; then
   * what has only just come. Undefined where something is asked on each.
   */
  leastMissed(): Connection | undefined;
}

/** Who has only just come may not have had the time to ask: what says nothing goes behind so many milliseconds, and not before. */
const TIME_TO_ASK_MS = 1_000;

/** What an address has open. */
interface Caller<Connection> {
  count: number;
  /** On which nothing was asked, with when they were opened, the oldest first. */
  silent: Map<Connection, number>;
  /** On which nothing is asked any more, the one that rests longest first. */
  resting: Set<Connection>;
}

/** Addresses that have the same number open, the one that is there longest first. */
interface Bucket<Connection> {
  silent: Set<Caller<Connection>>;
  resting: Set<Caller<Connection>>;
}

/** A connection, and how much is asked on it. */
interface Known<Connection> {
  address: string;
  caller: Caller<Connection>;
  asked: number;
}

/** `now` is in milliseconds. */
export function createOpenConnections<Connection>(now: () => number): OpenConnections<Connection> {
  const known = new Map<Connection, Known<Connection>>();
  const callers = new Map<string, Caller<Connection>>();
  /** By number; of those alone that have a connection on which nothing is asked. */
  const buckets = new Map<number, Bucket<Connection>>();

  const place = (caller: Caller<Connection>, number: number): void => {
    const bucket = buckets.get(number) ?? { silent: new Set(), resting: new Set() };
    for (const kind of ['silent', 'resting'] as const) {
      if (caller.count === number && caller[kind].size > 0) bucket[kind].add(caller);
      else bucket[kind].delete(caller);
    }
    if (bucket.silent.size + bucket.resting.size > 0) buckets.set(number, bucket);
    else buckets.delete(number);
  };
  const change = (caller: Caller<Connection>, by: 1 | 0 | -1): void => {
    caller.count += by;
    if (by !== 0) place(caller, caller.count - by);
    place(caller, caller.count);
  };

  return {
    count: () => known.size,
    of: (address) => callers.get(address)?.count ?? 0,
    opened(address, connection) {
      const caller = callers.get(address) ?? { count: 0, silent: new Map(), resting: new Set() };
      callers.set(address, caller);
      known.set(connection, { address, caller, asked: 0 });
      caller.silent.set(connection, now());
      change(caller, 1);
    },
    asked(connection) {
      const one = known.get(connection);
      if (!one) return;
      one.asked++;
      one.caller.silent.delete(connection);
      one.caller.resting.delete(connection);
      change(one.caller, 0);
    },
    answered(connection) {
      const one = known.get(connection);
      if (!one || --one.asked > 0) return;
      one.caller.resting.add(connection);
      change(one.caller, 0);
    },
    closed(connection) {
      const one = known.get(connection);
      if (!one) return;
      known.delete(connection);
      one.caller.silent.delete(connection);
      one.caller.resting.delete(connection);
      change(one.caller, -1);
      if (one.caller.count === 0) callers.delete(one.address);
    },
    leastMissed() {
      // As many numbers as there are different ones: a hundred of them need 5,050 connections.
      const bucket = buckets.get(Math.max(...buckets.keys()));
      const silent = first(first(bucket?.silent.values())?.silent.entries());
      const rests = first(first(bucket?.resting.values())?.resting.values());
      if (silent && (rests === undefined || now() - silent[1] > TIME_TO_ASK_MS)) return silent[0];
      return rests;
    },
  };
}

const first = <One>(many: Iterator<One, undefined> | undefined): One | undefined => many?.next().value;
