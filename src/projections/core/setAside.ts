import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import { prepared } from '../../platform/database/prepared.js';
import type { Migration } from '../../platform/database/migrate.js';
import type { EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import { projectionSetAside } from '../../platform/metrics.js';
import type { StoredEvent, VersionOf } from './projection.js';
import type { SinkEvent } from './sink.js';

/**
 * Streams of which a sealed value is lost, in each version of each projection. What a stream makes is left as it was before
 * the event that holds the value, until all of it can be opened again, or has been erased. Also those that were erased while
 * nobody moved the version: of these nothing is left, and all of it is read again.
 */
export const setAsideMigration: Migration = {
  name: 'projection_set_aside_001',
  up: (knex) =>
    knex.schema.createTable('projection_set_aside', (table) => {
      table.text('name').notNullable();
      table.integer('version').notNullable();
      table.boolean('building').notNullable().comment('Whether it is of a rebuild that is not swapped in yet');
      table.text('stream').notNullable();
      table.primary(['name', 'version', 'building', 'stream']);
      table.bigInteger('revision').notNullable().comment('The event that cannot be opened: none from here on is taken');
      table.text('reason').notNullable();
      table.timestamp('since').notNullable().defaultTo(knex.fn.now());
    }),
};

/** What streams are set aside of: a version of a projection, or what is built to take its place. */
export interface Target extends VersionOf {
  building: boolean;
}

/** A stream that is set aside. */
export interface SetAside {
  stream: string;
  /** Of the first event that is not taken. */
  revision: bigint;
  /** Names the event and what is lost of it, never a value. */
  reason: string;
}

const where = ({ name, version, building }: Target) => ({ name, version, building });

/** Those of some streams that are set aside. */
export async function readSetAside(knex: Knex, target: Target, streams?: readonly string[]): Promise<SetAside[]> {
  const { name, version, building } = target;
  const { rows } = await prepared<{ stream: string; revision: string; reason: string }>(
    knex,
    `select stream, revision, reason from projection_set_aside
     where name = ? and version = ? and building = ? ${streams ? 'and stream = any(?::text[])' : ''}`,
    [name, version, building, ...(streams ? [[...streams]] : [])],
  );
  return rows.map(({ stream, revision, reason }) => ({ stream, revision: BigInt(revision), reason }));
}

/** Some streams that are set aside, any of them: there can be very many, and each has its turn one day. */
export async function pickSetAside(knex: Knex, target: Target, most: number): Promise<string[]> {
  const rows = knex<{ stream: string }>('projection_set_aside').where(where(target));
  return rows.orderByRaw('random()').limit(most).pluck('stream');
}

/** What becomes of events where streams are set aside. */
export interface Sorted {
  /** To be taken. */
  whole: StoredEvent[];
  /** Of which something is lost that was not before. */
  added: SetAside[];
  /** That were set aside before, and have gone on. */
  goneOn: SetAside[];
}

/** Tells what is to be taken of events from what belongs to streams that are set aside, `before` or by one of the events. */
export function sortOut(events: readonly SinkEvent[], before: readonly SetAside[]): Sorted {
  const known = new Map(before.map((one) => [one.stream, one]));
  const added = new Map<string, SetAside>();
  const goneOn = new Set<SetAside>();
  const whole: StoredEvent[] = [];
  for (const { event, lost } of events) {
    const { stream, revision } = event;
    const aside = known.get(stream);
    if (aside) goneOn.add(aside);
    else if (added.has(stream)) continue;
    else if (lost) added.set(stream, { stream, revision, reason: lost.message });
    else whole.push(event);
  }
  return { whole, added: [...added.values()], goneOn: [...goneOn] };
}

/** Sets streams aside that are not yet: others may do the same at the same time. */
export async function setAside(knex: Knex, target: Target, added: readonly SetAside[]): Promise<void> {
  if (added.length === 0) return;
  const rows = added.map((one) => ({ ...where(target), ...one, revision: one.revision.toString() }));
  await knex('projection_set_aside').insert(rows).onConflict(['name', 'version', 'building', 'stream']).ignore();
}

/** Sets erased streams aside of a version from their first event on: nothing of them is in its tables any more. */
export async function setAsideErased(
  knex: Knex,
  { name, version }: VersionOf,
  streams: readonly string[],
): Promise<void> {
  if (streams.length === 0) return;
  const reason = 'it was erased while nobody moved this version';
  const rows = streams.map((stream) => ({ name, version, building: false, stream, revision: '0', reason }));
  await knex('projection_set_aside').insert(rows).onConflict(['name', 'version', 'building', 'stream']).merge();
}

/** Forgets that streams were set aside: some of a target, or all. */
export async function unsetAside(knex: Knex, target: Target, streams?: readonly string[]): Promise<void> {
  const rows = knex('projection_set_aside').where(where(target));
  await (streams ? rows.whereIn('stream', [...streams]) : rows).delete();
}

/** What is set aside of what was built is set aside of what it takes the place of. */
export async function moveSetAside(knex: Knex, { name, version }: VersionOf): Promise<void> {
  await unsetAside(knex, { name, version, building: false });
  await knex('projection_set_aside').where({ name, version }).update({ building: false });
}

/** How many streams are set aside in these versions, by the name of the projection; none is left out. */
export async function countSetAside(knex: Knex, versions: readonly VersionOf[]): Promise<Map<string, number>> {
  const rows = await knex<VersionOf>('projection_set_aside')
    .whereRaw('not building')
    .select('name', 'version')
    .count<{ name: string; version: number; count: string }[]>('* as count')
    .groupBy('name', 'version');
  const found = new Map(rows.map(({ name, version, count }) => [`${name}_v${version}`, Number(count)]));
  return new Map(versions.map(({ name, version }) => [name, found.get(`${name}_v${version}`) ?? 0]));
}

/** Tells at scrapes how many streams are set aside in a version. */
export async function tellSetAside(knex: Knex, of: VersionOf): Promise<void> {
  projectionSetAside.set({ projection: of.name }, (await countSetAside(knex, [of])).get(of.name) ?? 0);
}

/** Where streams are read again. */
export interface ReadAgain {
  eventStore: Pick<EventStore, 'readStream'>;
  codec: Pick<EventCodec<DomainEvent>, 'openBatch'>;
}

/** What taking streams again needs to know. */
export interface TakeAgain {
  target: Target;
  /** Of the events that are taken. */
  types: readonly string[];
  until: Position;
  /** How long values in the blob store are waited for, in milliseconds and in all; 0 for none. */
  patienceMs: number;
  apply(events: readonly StoredEvent[]): Promise<void>;
}

/**
 * Takes what was left of streams that were set aside, where that can be opened now: they were erased, or what was lost is
 * back. Gives back those that are set aside no more.
 */
export async function takeAgain(
  transaction: Knex,
  streams: ReadAgain,
  asides: readonly SetAside[],
  { target, types, until, patienceMs, apply }: TakeAgain,
): Promise<string[]> {
  const deadline = performance.now() + patienceMs;
  const taken: string[] = [];
  for (const aside of asides) {
    const inAllMs = Math.max(0, deadline - performance.now());
    const events = await readAgain(streams, aside, { types, until, inAllMs });
    if (!events) continue;
    await apply(events);
    taken.push(aside.stream);
  }
  if (taken.length > 0) await unsetAside(transaction, target, taken);
  return taken;
}

/**
 * What was not taken of a stream up to a position, of some types; undefined where something of it still cannot be opened, or
 * does not come from the blob store in all that `inAllMs` says. What was erased needs nothing from there.
 */
async function readAgain(
  { eventStore, codec }: ReadAgain,
  { stream, revision }: SetAside,
  { types, until, inAllMs }: { types: readonly string[]; until: Position; inAllMs: number },
): Promise<StoredEvent[] | undefined> {
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream, { from: revision })) {
    if (types.includes(event.type) && event.position <= until) recorded.push(event);
  }
  const opened = await codec.openBatch(recorded, { inAllMs });
  const events = opened.flatMap((one) => ('error' in one || one.lost ? [] : [one.event]));
  return events.length === recorded.length ? events : undefined;
}
