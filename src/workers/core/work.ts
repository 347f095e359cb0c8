import type { Commands } from '../../commands/core/commands.js';
import type { CommandContext } from '../../commands/core/context.js';
import type { GiveUp } from '../../commands/operations/parkedWorkCommands.js';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Message } from '../../platform/bus/bus.js';
import type { RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { Route } from './relay.js';

/** A kind of work: the events that ask for it, who does it, and what ends whoever waits for it in vain. */
export interface Work<Event extends DomainEvent = DomainEvent> {
  /** Where it goes on the bus. */
  topic: string;
  /**
   * Which events ask for it, and what the worker is told: ids only, never personal values. Undefined: this event asks
   * for no work.
   */
  askedBy: { readonly [Type in Event['type']]?: (event: RecordedEvent) => Message['payload'] | undefined };
  /**
   * Most of it done at the same time by one process: so many, of which a tenant that is alone leaves one to the next that comes; or,
   * where the engine is what it waits for, one of each of eight tenants, and beside them as many as are needed for a tenant that is alone to
   * keep all of its processes busy, which shares itself out page by page.
   */
  concurrency: number | 'engine';
  /** As whom, in the events that follow. */
  actor: string;
  /** Harmless when it is repeated. What it throws is tried again, and parked in the end. */
  work(commands: Commands, context: CommandContext, payload: Message['payload']): Promise<unknown>;
  /** Ends whatever waits for it, when it is dropped; absent where nothing does. */
  giveUp?(commands: Commands, ...work: Parameters<GiveUp>): ReturnType<GiveUp>;
}

/** Work as a consumer takes it from the bus. */
export interface Job extends Pick<Work, 'topic' | 'actor'> {
  /** Most of it in hand at the same time. */
  concurrency: number;
  /** Most of it that one tenant has in hand at the same time. */
  share: number;
  /** So many tenants have some of it in hand at least, before one has more than one; 1 when absent. */
  tenants?: number;
  work(context: CommandContext, payload: Message['payload']): Promise<unknown>;
}

/** What the relay does with the events that ask for work. */
export const routesOf = (works: readonly Work[]): [type: string, route: Route][] =>
  works.flatMap(({ topic, askedBy }) =>
    Object.entries(askedBy).flatMap(([type, payload]): [string, Route][] =>
      payload ? [[type, { topic, payload }]] : [],
    ),
  );

/** What workers take from the bus, with an engine of so many processes. */
export const jobsOf = (works: readonly Work[], commands: Commands, engineProcesses: number): Job[] =>
  works.map(({ topic, actor, concurrency, work }) => ({
    ...{ topic, actor, ...slotsOf(concurrency, engineProcesses) },
    work: (context, payload) => work(commands, context, payload),
  }));

/** Where the engine is waited for, so many tenants have something in its queue at least, and one of them as much as it has processes. */
const TENANTS_AT_THE_ENGINE = 8;

function slotsOf(concurrency: Work['concurrency'], processes: number): Pick<Job, 'concurrency' | 'share' | 'tenants'> {
  return concurrency === 'engine'
    ? { concurrency: TENANTS_AT_THE_ENGINE + processes - 1, share: processes, tenants: TENANTS_AT_THE_ENGINE }
    : { concurrency, share: Math.max(1, concurrency - 1) };
}

/** What ends whatever waits for work that is dropped, by topic. The commands are asked for when it comes to that. */
export const giveUpByTopic = (works: readonly Work[], commands: () => Commands): ReadonlyMap<string, GiveUp> =>
  new Map(
    works.flatMap(({ topic, giveUp }): [string, GiveUp][] =>
      giveUp ? [[topic, (context, payload) => giveUp(commands(), context, payload)]] : [],
    ),
  );

/** An id that the payload of a message carries. @throws TypeError when it carries none */
export function idIn(payload: Message['payload'], name: string): string {
  const id = payload[name];
  if (typeof id !== 'string') throw new TypeError(`A message carries no ${name}`);
  return id;
}
