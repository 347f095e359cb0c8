import type { Knex } from 'knex';
import type { DomainEvent } from '../../domain/core/event.js';
import type { Database } from '../../platform/database/database.js';
import { BEAT_MS, LONG_STATEMENTS } from '../../platform/database/connectionOptions.js';
import { openPool } from '../../platform/database/openPool.js';
import { openedOrThrow, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import type { EventBatch, EventStore, Position } from '../../platform/eventStore/eventStore.js';
import { cutByOpenedBytes } from '../../platform/eventStore/openedBytes.js';
import { applyEvents } from './applyEvents.js';
import { checkpointKey, lockCheckpoint, moveCheckpoint } from './checkpoints.js';
import {
  createIndexes,
  createTable,
  tableName,
  type Projection,
  type ReadModelTable,
  type StoredEvent,
} from './projection.js';
import {
  moveSetAside,
  readSetAside,
  setAside,
  sortOut,
  takeAgain,
  unsetAside,
  type SetAside,
  type Target,
} from './setAside.js';
import type { SinkEvent } from './sink.js';

/** What a rebuild stands on. */
export interface RebuildDeps {
  database: Database;
  eventStore: Pick<EventStore, 'subscribe' | 'head' | 'readStream'>;
  codec: EventCodec<DomainEvent>;
}

/** How far a rebuild has come. */
export interface RebuildProgress {
  projection: string;
  events: number;
  seconds: number;
  position: Position;
  /** Newest event of the log when the rebuild began. */
  head: Position | undefined;
}

/** How to go about it. */
export interface RebuildOptions {
  onProgress?: (progress: RebuildProgress) => void;
  /** Gives up when aborted; the live table is as it was. */
  abort?: AbortSignal;
}

/** Events per transaction; larger than when following, as no one waits for a single one. */
const BATCH_SIZE = 2_000;

/** A rebuild was given up before its end. */
export class RebuildAborted extends Error {
  override readonly name = 'RebuildAborted';
}

/**
 * Makes a projection's table anew from the first event, beside the live one that goes on being read and written, and
 * swaps it in within one transaction. Rebuilds of one projection wait for each other.
 * @throws EventUnreadable, FoldFailed when an event cannot be taken; the live table is as it was
 */
export async function rebuildProjection(
  deps: RebuildDeps,
  projection: Projection,
  options: RebuildOptions = {},
): Promise<RebuildProgress> {
  // Connections of its own, one to hold the lock and one to work: in the pool they could wait for the live projection,
  // which waits for the swap.
  const knex = openPool({ url: deps.database.url, name: 'attest-rebuild', limits: LONG_STATEMENTS, max: 2 });
  try {
    return await knex.transaction(async (guard) => {
      const lock = checkpointKey(projection);
      await guard.raw(`select pg_advisory_xact_lock(hashtextextended('attest.rebuild.' || ?, 0))`, [lock]);
      // Postgres drops a transaction of which it hears nothing, and with it the lock.
      const beats = setInterval(() => void guard.raw('select 1').catch(() => undefined), BEAT_MS);
      return new Rebuild(deps, knex, projection, options).run(guard).finally(() => clearInterval(beats));
    });
  } finally {
    await knex.destroy();
  }
}

class Rebuild {
  readonly #started = performance.now();
  #events = 0;
  #position: Position | undefined;
  #head: Position | undefined;

  constructor(
    private readonly deps: RebuildDeps,
    private readonly knex: Knex,
    private readonly projection: Projection,
    private readonly options: RebuildOptions,
  ) {}

  #nameOf(table: ReadModelTable): string {
    return `${tableName(this.projection, table)}_rebuild`;
  }

  get #target(): Target {
    return { name: this.projection.name, version: this.projection.version, building: true };
  }

  async #drop(knex: Knex): Promise<void> {
    await unsetAside(knex, this.#target);
    for (const table of this.projection.tables) await knex.raw(`drop table if exists ${this.#nameOf(table)}`);
  }

  async run(guard: Knex): Promise<RebuildProgress> {
    const { knex } = this;
    await this.#drop(knex); // what a rebuild that was killed left
    for (const table of this.projection.tables) await createTable(knex, table, this.#nameOf(table));
    this.#head = await this.deps.eventStore.head();
    const leave = new AbortController();
    const signal = this.options.abort ? AbortSignal.any([leave.signal, this.options.abort]) : leave.signal;
    const typePrefixes = this.projection.eventTypes;
    const batches = cutByOpenedBytes(this.deps.eventStore.subscribe({ typePrefixes, batchSize: BATCH_SIZE, signal }));
    try {
      await this.#catchUp(guard, batches);
      for (const table of this.projection.tables) await createIndexes(knex, table, this.#nameOf(table));
      await knex.transaction(async (transaction) => {
        // Its connection would not have outlived a crash of the database, which may have taken rows that were not on disk yet.
        await guard.raw('select 1');
        await this.#swap(transaction, guard, batches);
      });
    } catch (error) {
      // Without the lock the tables may be another rebuild's by now; if they are not, the next one drops them.
      const locked = await guard.raw('select 1').then(
        () => true,
        () => false,
      );
      if (locked) await this.#drop(knex);
      throw error;
    } finally {
      leave.abort();
    }
    return this.#progress();
  }

  /** Takes everything up to the end of the log. A batch is decoded while the one before it is written. */
  async #catchUp(guard: Knex, batches: AsyncIterator<EventBatch>): Promise<void> {
    let writing = Promise.resolve();
    for (let live = false; !live;) {
      const batch = await next(batches);
      const events = await this.#decode(batch);
      await writing;
      writing = this.#write(this.knex, guard, events, batch.position);
      writing.catch(() => undefined); // awaited above or below
      live = batch.live;
    }
    await writing;
  }

  async #decode({ events }: EventBatch): Promise<SinkEvent[]> {
    const types = new Set<string>(this.projection.eventTypes); // a prefix can match more
    const opened = await this.deps.codec.openBatch(events.filter((event) => types.has(event.type)));
    return opened.map(openedOrThrow);
  }

  async #write(knex: Knex, guard: Knex, events: readonly SinkEvent[], position: Position): Promise<void> {
    await knex.transaction(async (transaction) => {
      await transaction.raw('set local synchronous_commit to off');
      const names = this.projection.tables.map((table) => this.#nameOf(table));
      await transaction.raw(`lock table ${names.join(', ')} in row exclusive mode`);
      // With the tables held: they are this rebuild's as long as it has the lock, which it may have lost while it stood still.
      await guard.raw('select 1');
      const { whole, added, goneOn } = sortOut(events, await readSetAside(transaction, this.#target));
      await this.#apply(transaction, whole);
      await setAside(transaction, this.#target, added);
      await this.#takeErased(transaction, goneOn, position);
    });
    this.#events += events.length;
    this.#position = position;
    this.options.onProgress?.(this.#progress());
  }

  async #apply(transaction: Knex, events: readonly StoredEvent[]): Promise<void> {
    for (const table of this.projection.tables) await applyEvents(transaction, table, this.#nameOf(table), events);
  }

  /** What was erased since it was set aside must not come to be shown as it was before. No value is waited for: it needs none. */
  async #takeErased(transaction: Knex, goneOn: readonly SetAside[], until: Position): Promise<void> {
    await takeAgain(transaction, this.deps, goneOn, {
      ...{ target: this.#target, types: this.projection.eventTypes, until, patienceMs: 0 },
      apply: (events) => this.#apply(transaction, events),
    });
  }

  /** With the live projection held still, takes what it has taken since, and puts the new table in its place. */
  async #swap(transaction: Knex, guard: Knex, batches: AsyncIterator<EventBatch>): Promise<void> {
    const { tables } = this.projection;
    const live = await lockCheckpoint(transaction, this.projection);
    while ((this.#position ?? -1n) < (live.position ?? -1n)) {
      const batch = await next(batches);
      await this.#write(transaction, guard, await this.#decode(batch), batch.position);
    }
    for (const table of tables) {
      const live = tableName(this.projection, table);
      await transaction.raw(`drop table if exists ${live}`); // somebody may have dropped it to have it made anew
      await transaction.raw(`alter table ${this.#nameOf(table)} rename to ${live}`);
    }
    await moveSetAside(transaction, this.projection);
    if (this.#position !== undefined) await moveCheckpoint(transaction, this.projection, this.#position);
    await transaction.raw('set local synchronous_commit to on'); // whoever is told that it is done may rely on it
  }

  #progress(): RebuildProgress {
    return {
      projection: this.projection.name,
      events: this.#events,
      seconds: (performance.now() - this.#started) / 1000,
      position: this.#position ?? (0n as Position),
      head: this.#head,
    };
  }
}

async function next(batches: AsyncIterator<EventBatch>): Promise<EventBatch> {
  const result = await batches.next();
  if (result.done) throw new RebuildAborted('The rebuild was given up; the read model is as it was');
  return result.value;
}
