import type { Database } from '../../platform/database/database.js';
import { applyEvents } from './applyEvents.js';
import { lockCheckpoint, moveCheckpoint } from './checkpoints.js';
import { tableName, type Projection, type StoredEvent } from './projection.js';
import { MovesLost, type Sink, type SinkEvent } from './sink.js';

/** The tables of a projection as a sink: rows and checkpoint move in one transaction. Migrations make them. */
export function createTableSink({ knex }: Pick<Database, 'knex'>, projection: Projection): Sink {
  const { name, version, eventTypes, tables } = projection;
  return {
    name,
    version,
    eventTypes,
    prepare: () => Promise.resolve(),
    take: ({ events, from, to }) =>
      knex.transaction(async (transaction) => {
        const { position: done = -1n } = await lockCheckpoint(transaction, projection);
        if (to <= done) return;
        if (done < (from ?? -1n)) throw new MovesLost(projection);
        const fresh = events.filter(({ event }) => event.position > done).map(intact);
        for (const table of tables) await applyEvents(transaction, table, tableName(projection, table), fresh);
        await moveCheckpoint(transaction, projection, to);
      }),
  };
}

/** @throws SealedValueLost */
function intact({ event, lost }: SinkEvent): StoredEvent {
  if (lost) throw lost;
  return event;
}
