import type { Knex } from 'knex';
import type { Bus, Message } from '../../platform/bus/bus.js';
import type { Database } from '../../platform/database/database.js';
import type { Exclusive, Held } from '../../platform/exclusive/exclusive.js';
import type { Migration } from '../../platform/database/migrate.js';
import {
  toPosition,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../platform/eventStore/eventStore.js';
import { NotWell } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import { beginAtZero, relayedMessages } from '../../platform/metrics.js';
import { createRelayProgress, type RelayStep } from './relayProgress.js';

/** Which events become work: the topic, and what the worker is told. Payloads hold ids only, never personal values. */
export interface Route {
  topic: string;
  /** What the worker needs to know; undefined when this event is no work. */
  payload(event: RecordedEvent): Message['payload'] | undefined;
}

/** An event that hands out work again as it once was. */
export interface RouteAgain {
  again(event: RecordedEvent): Pick<Message, 'key' | 'type' | 'payload'> & { topic: string };
}

/** Routes by event type. */
export type Routes = ReadonlyMap<string, Route | RouteAgain>;

/** What the relay stands on. */
export interface RelayDeps {
  eventStore: EventStore;
  bus: Bus;
  database: Database;
  exclusive: Pick<Exclusive, 'lead'>;
  routes: Routes;
  log: Log;
  /** Which relay it is, where there are several: each has a leader and checkpoints of its own. */
  name?: string;
  /** Which events are to be put on the bus at all; all that have a route, where it is left out. */
  picks?: Picks;
}

/** What picks events, beyond their routes. */
export interface Picks {
  /** Types of further events that picking hears of, whose position says from when on it is otherwise. */
  hears: readonly string[];
  /** Made anew for each relay that begins to lead. Asked of each event in the order of the log. */
  create(eventStore: Pick<EventStore, 'lastRevision'>): (event: RecordedEvent) => Promise<boolean>;
}

/** The checkpoints of the relay, one for each bus that it ever published on. */
export const relayMigrations: readonly Migration[] = [
  {
    name: 'relay_001',
    up: (knex) =>
      knex.schema.createTable('relay_checkpoint', (table) => {
        table
          .text('bus')
          .primary()
          .comment('Each bus has what was published on it, and nothing that was published on another');
        table.bigInteger('position').notNullable();
      }),
  },
];

/** The name of the first one. */
const RELAY = 'relay';

/** A relay at work, or standing by. */
export interface Relay {
  /** @throws NotWell while nothing is put on the bus though this process should */
  assertGoesOn(): void;
  /** Puts nothing more on the bus. */
  stop(): Promise<void>;
}

/**
 * Follows the event store and puts work on the bus, in the order of the log. One relay is active at a time. It moves its
 * checkpoint after the bus took the messages, so that each is published at least once. A bus that is new gets all work
 * since the beginning: what was done on another one is found done.
 */
export function startRelay(deps: RelayDeps): Relay {
  const topics = [...deps.routes.values()].flatMap((route) => ('topic' in route ? [route.topic] : []));
  beginAtZero(relayedMessages, 'topic', topics);
  const stopping = new AbortController();
  const progress = createRelayProgress();
  const leading = deps.exclusive.lead(
    deps.name ?? RELAY,
    (held) => progress.watch((step) => relay(deps, held, step)),
    stopping.signal,
  );
  return {
    assertGoesOn: () => progress.assertGoesOn(),
    async stop() {
      stopping.abort();
      await leading;
    },
  };
}

async function relay(
  { eventStore, bus, database, routes, name = RELAY, picks }: RelayDeps,
  { signal, fence }: Held,
  step: RelayStep,
): Promise<void> {
  const busName = await bus.identify();
  const identity = name === RELAY ? busName : `${busName} ${name}`;
  const isPicked = picks?.create(eventStore);
  const after = await readRelayCheckpoint(database.knex, identity);
  const typePrefixes = [...routes.keys(), ...(picks?.hears ?? [])];
  const subscription = eventStore.subscribe({ after, typePrefixes, movesLate: true, signal });
  for await (const { events, position, live } of subscription) {
    if (signal.aborted) return;
    const newest = events.at(-1);
    // That the log has moved past what is no work says nothing of whether the work behind it can be handed out.
    if (!newest && !live) continue;
    await step(async () => {
      for (const [topic, messages] of byTopic(await pick(events, isPicked), routes)) {
        await bus.publish(topic, messages);
        relayedMessages.inc({ topic }, messages.length);
      }
      if (newest) await moveCheckpoint(database.knex, { name, fence }, identity, position);
    });
  }
}

/** Those that are picked, in their order. */
async function pick(
  events: readonly RecordedEvent[],
  isPicked: ReturnType<Picks['create']> | undefined,
): Promise<readonly RecordedEvent[]> {
  if (!isPicked) return events;
  const picked: RecordedEvent[] = [];
  for (const event of events) if (await isPicked(event)) picked.push(event);
  return picked;
}

function byTopic(events: readonly RecordedEvent[], routes: Routes): Map<string, Message[]> {
  const topics = new Map<string, Message[]>();
  for (const event of events) {
    const work = workOf(event, routes);
    if (!work) continue;
    const { topic, ...what } = work;
    const { tenant_id, mode, correlation_id, traceparent } = event.metadata;
    const origin = { tenant_id, mode, correlation_id, causation_id: event.id, ...(traceparent && { traceparent }) };
    const message = { id: event.id, ...what, ...origin };
    topics.set(topic, [...(topics.get(topic) ?? []), message]);
  }
  return topics;
}

function workOf(event: RecordedEvent, routes: Routes): ReturnType<RouteAgain['again']> | undefined {
  const route = routes.get(event.type); // a prefix can match more
  if (!route) return undefined;
  try {
    if ('again' in route) return route.again(event);
    const payload = route.payload(event);
    return payload && { topic: route.topic, key: event.stream, type: event.type, payload };
  } catch (cause) {
    throw new NotWell(`No work can be made of the event ${event.id} (${event.type})`, { cause });
  }
}

/** Up to where the work of the log is on a bus; undefined before the first. */
export async function readRelayCheckpoint(knex: Knex, bus: string): Promise<Position | undefined> {
  const row = await knex<{ bus: string; position: string }>('relay_checkpoint').where({ bus }).first();
  return row && toPosition(row.position);
}

/** Never backwards, and never by a relay that stood still while another one came: it may still be at its last batch. */
async function moveCheckpoint(
  knex: Knex,
  { name, fence }: { name: string; fence: bigint },
  bus: string,
  position: Position,
): Promise<void> {
  await knex.raw(
    `insert into relay_checkpoint (bus, position)
     select ?, ? where exists (select from exclusive where name = ? and fence = ?)
     on conflict (bus) do update set position = greatest(relay_checkpoint.position, excluded.position)`,
    [bus, position.toString(), name, fence.toString()],
  );
}
