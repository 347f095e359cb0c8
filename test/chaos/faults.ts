import type { Disturbance, Trouble } from './network.js';
import type { Random } from '../../specimens/random.js';

/** What can be ended: the processes of a role, or a server. */
export type Victim = 'api' | 'projector' | 'relay' | 'worker' | 'database' | 'broker' | 'eventstore' | 'elasticsearch';

/** Everything that can go wrong. */
export type FaultKind = Victim | Trouble | 'upgrade' | 'rebalance' | 'standstill' | 'hang';

/** Something is ended, and comes back. */
export interface Kill {
  victim: Victim;
  /** Which of several processes of that role. */
  which: number;
  /** `SIGKILL` as a power cut would, `SIGTERM` as a deployment would. */
  signal: 'SIGKILL' | 'SIGTERM';
  /** How long it stays away. */
  downMs: number;
}

/** A version of the service with other read models is rolled out, and back. */
export interface Upgrade {
  /** Which process of the API is of the next version meanwhile. */
  nextApi: number;
  /** Whether the process that builds the new read models is killed in the middle of it, and started again. */
  broken: boolean;
  /** How long nobody but the next version's process keeps read models, once it has caught up. */
  aloneMs: number;
}

/** Workers join, leave and are killed while more work waits than they can do. */
export interface Rebalance {
  /** How many runs are asked for while there is no worker. */
  flood: number;
  /** Which of the workers is killed in the middle of it. */
  killed: number;
}

/** The event store does nothing for a while, and says nothing: its connections stay open. */
export interface Standstill {
  /** For how long. */
  stillMs: number;
}

/** The engine processes of a process stand still. */
export interface Hang {
  hung: 'api' | 'worker';
  which: number;
  /** How long, where they go on by themselves; absent where the service has to end them. */
  forMs?: number;
}

/** One thing that goes wrong. */
export interface Fault {
  /** How many runs have ended by then. */
  afterRuns: number;
  /** And this many milliseconds later. */
  delayMs: number;
  what: Kill | Disturbance | Upgrade | Rebalance | Standstill | Hang;
}

/** About so many runs lie between two faults. */
const RUNS_PER_FAULT = 20;

/** The last of all faults: nothing is started again after it, so that what then works is what goes on by itself. */
const SWITCH_OFF: Disturbance = { trouble: 'vanish', which: 0, reach: 'all', forMs: 3_000 };

/**
 * The faults of a seed, in their order. Every kind has its turn before one has the next, so that short runs meet all of
 * them; two in a hundred runs come close together. At last the network is away for everybody.
 */
export function planFaults(random: Random, runs: number, kinds: readonly FaultKind[]): Fault[] {
  const count = Math.max(kinds.length, Math.floor(runs / RUNS_PER_FAULT));
  const turns = Array.from({ length: Math.ceil(count / kinds.length) }, () => random.shuffled(kinds)).flat();
  const faults = turns.slice(0, count).map((kind, index) => ({
    afterRuns: Math.max(1, Math.floor(((index + random.next()) * runs * 0.9) / count)),
    delayMs: random.whole(0, 400),
    what: planOf(random, kind),
  }));
  return [...faults, { afterRuns: Math.floor(runs * 0.9), delayMs: 0, what: SWITCH_OFF }];
}

/** What can be done to connections, of all that can go wrong. */
export const TROUBLES: readonly Trouble[] = ['cut', 'stall', 'half-open', 'vanish'];

function planOf(random: Random, kind: FaultKind): Fault['what'] {
  if (kind === 'upgrade') return planUpgrade(random);
  if (kind === 'hang') return planHang(random);
  if (kind === 'rebalance') return { flood: FLOOD, killed: random.whole(0, 1) };
  if (kind === 'standstill') return { stillMs: lasting(random) };
  return isTrouble(kind) ? planDisturbance(random, kind) : planKill(random, kind);
}

const planHang = (random: Random): Hang => ({
  hung: random.chance(0.3) ? 'api' : 'worker',
  which: random.whole(0, 1),
  ...(random.chance(0.5) && { forMs: random.whole(1_000, 5_000) }),
});

/** Three for each partition of a topic. */
const FLOOD = 36;

const isTrouble = (kind: FaultKind): kind is Trouble => (TROUBLES as readonly string[]).includes(kind);

const planKill = (random: Random, victim: Victim): Kill => ({
  victim,
  which: random.whole(0, 1),
  signal: random.chance(0.7) ? 'SIGKILL' : 'SIGTERM',
  downMs: random.chance(0.2) ? random.whole(2_000, 5_000) : random.whole(0, 1_000),
});

/** As long as what waits for it waits, and longer: then it has given up when it comes back. In milliseconds. */
const lasting = (random: Random): number =>
  random.chance(0.3) ? random.whole(10_000, 14_000) : random.whole(1_000, 5_000);

const planDisturbance = (random: Random, trouble: Trouble): Disturbance => ({
  trouble,
  which: random.whole(0, 99),
  reach: random.chance(0.5) ? 'server' : 'way',
  forMs: lasting(random),
});

const planUpgrade = (random: Random): Upgrade => ({
  nextApi: random.whole(0, 1),
  broken: random.chance(0.5),
  aloneMs: random.pick([500, 4_000, 12_000]),
});

const A_DAY_MS = 24 * 3_600_000;

/**
 * By how much the clocks of processes are wrong, in milliseconds, all the time: of an API process and of a worker, two days
 * apart, the one ahead in odd seeds and the other in even ones; and at times of a relay and of the projector. The twins of
 * these go right.
 */
export function planClocks(random: Random, seed: number): ReadonlyMap<string, number> {
  const ahead = seed % 2 === 0 ? A_DAY_MS : -A_DAY_MS;
  const either = (): number => random.whole(0, 1);
  const others = [`relay-${either()}`, 'projector-0'].filter(() => random.chance(0.5));
  return new Map([
    ...([
      [`api-${either()}`, ahead],
      [`worker-${either()}`, -ahead],
    ] as const),
    ...others.map((name) => [name, random.pick([A_DAY_MS, -A_DAY_MS])] as const),
  ]);
}

/** Which clocks are wrong, in words. */
export const clocksInWords = (clocks: ReadonlyMap<string, number>): string =>
  [...clocks].map(([name, byMs]) => `the clock of ${name} is a day ${byMs > 0 ? 'ahead' : 'behind'}`).join(', ');

/** What a fault is, in words. `describe` says which connections a disturbance is about. */
export function faultInWords({ what }: Fault, describe: (disturbance: Disturbance) => string): string {
  if ('victim' in what) return `${what.signal} to ${what.victim} ${what.which}, away for ${what.downMs} ms`;
  if ('nextApi' in what) {
    const broken = what.broken ? ', its projector killed in between' : '';
    return `the next version is rolled out with api ${what.nextApi}${broken}, alone for ${what.aloneMs} ms, and rolled back`;
  }
  if ('hung' in what) {
    const until = what.forMs === undefined ? 'until the service ends it' : `for ${what.forMs} ms`;
    return `the engine of ${what.hung} ${what.which} stands still ${until}`;
  }
  if ('flood' in what)
    return `${what.flood} runs wait; workers join and leave meanwhile, and worker ${what.killed} is killed`;
  if ('stillMs' in what) return `the event store stands still for ${what.stillMs} ms`;
  const lasts = what.trouble === 'stall' || what.trouble === 'vanish' ? ` for ${what.forMs} ms` : '';
  return `${what.trouble}${lasts}: ${describe(what)}`;
}
