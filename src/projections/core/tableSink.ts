import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import type { Database } from '../../platform/database/database.js';
import type { Log } from '../../platform/log.js';
import { applyEvents, type NameOf } from './applyEvents.js';
import { lockAndMove, lockCheckpoint } from './checkpoints.js';
import { tableName, type Projection, type StoredEvent } from './projection.js';
import {
  pickSetAside,
  readSetAside,
  setAside,
  sortOut,
  takeAgain,
  tellSetAside,
  type ReadAgain,
  type SetAside,
} from './setAside.js';
import { dropTableBuild, openTableBuild, openTableShare } from './tableBuild.js';
import { MovesLost, type Sink, type SinkEvent, type Step } from './sink.js';

/** What a sink of tables stands on. */
export interface TableSinkDeps extends ReadAgain {
  database: Pick<Database, 'knex' | 'url'>;
  log: Log;
}

/** How long values are waited for while a checkpoint is locked: nobody else moves it, and Postgres drops who is silent. */
const LOCKED_MS = 1_000;
/** How long is looked, when a sink is opened, for what can be shown again, and among how many: the projection waits for it. */
const LOOK_MS = 2_000;
const LOOK_AMONG = 1_000;

/** The tables of a projection as a sink: rows and checkpoint move in one transaction. Migrations make the tables. */
export function createTableSink({ database, log, ...streams }: TableSinkDeps, projection: Projection): Sink {
  const { knex } = database;
  const { name, version, eventTypes } = projection;
  const target = { name, version, building: false };

  const takeBack = async (transaction: Knex, asides: readonly SetAside[], until: Position): Promise<void> => {
    const taken = await takeAgain(transaction, streams, asides, {
      ...{ target, types: eventTypes, until, patienceMs: LOCKED_MS },
      apply: (events) => apply(transaction, projection, events),
    });
    for (const stream of taken) log.info({ projection: name, stream }, 'what was set aside can be shown again');
  };

  const takeEvents = async (transaction: Knex, events: readonly SinkEvent[], until: Position) => {
    // With a statement of its own: the one that waited for the lock sees all else as it was before it waited.
    const before = await readSetAside(transaction, target, streamsOf(events));
    const { whole, added, goneOn } = sortOut(events, before);
    await apply(transaction, projection, whole);
    await setAside(transaction, target, added);
    for (const { stream, reason } of added) {
      log.error(
        { projection: name, stream, reason },
        'a value that is sealed is lost: what its stream makes is set aside',
      );
    }
    await takeBack(transaction, goneOn, until);
    return added.length + goneOn.length > 0;
  };

  const take = ({ events, from, to }: Step): Promise<boolean> =>
    knex.transaction(async (transaction) => {
      const done = (await lockAndMove(transaction, projection, { from, to })) ?? -1n;
      if (to <= done) return false;
      if (done < (from ?? -1n)) throw new MovesLost(projection);
      const fresh = events.filter(({ event }) => event.position > done);
      return takeEvents(transaction, fresh, to);
    });

  return {
    name,
    version,
    eventTypes,
    async prepare() {
      const deadline = performance.now() + LOOK_MS;
      // Each behind a lock of its own: what else writes to the tables goes on in between.
      for (const stream of await pickSetAside(knex, target, LOOK_AMONG)) {
        if (performance.now() > deadline) break;
        await knex.transaction(async (transaction) => {
          const { position } = await lockCheckpoint(transaction, projection);
          const asides = await readSetAside(transaction, target, [stream]);
          if (position !== undefined) await takeBack(transaction, asides, position);
        });
      }
      await tellSetAside(knex, projection);
    },
    async take(step) {
      if (await take(step)) await tellSetAside(knex, projection);
    },
    openBuild: (fence) => openTableBuild({ database, ...streams }, projection, fence),
    openShare: (fence, index) => openTableShare({ database, ...streams }, projection, { fence, index }),
    dropBuild: () => dropTableBuild(knex, projection),
  };
}

async function apply(transaction: Knex, projection: Projection, events: readonly StoredEvent[]): Promise<void> {
  const nameOf: NameOf = (table) => tableName(projection, table);
  for (const table of projection.tables) await applyEvents(transaction, table, nameOf, events);
}

const streamsOf = (events: readonly SinkEvent[]): string[] => [...new Set(events.map(({ event }) => event.stream))];
