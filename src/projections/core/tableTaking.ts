import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import { applyEvents, type NameOf } from './applyEvents.js';
import type { BuildMove } from './builds.js';
import { copyRows } from './copyRows.js';
import { isOfStreams, tableName, type Projection, type ReadModelTable, type StoredEvent } from './projection.js';
import { readSetAside, setAside, sortOut, takeAgain, type ReadAgain, type Target } from './setAside.js';
import type { Building } from './sink.js';

/** What a table is called while it is built. */
export const builtName = (projection: Projection, table: Pick<ReadModelTable, 'name'>): string =>
  `${tableName(projection, table)}_rebuild`;

/** Of what streams are set aside while it is built. */
export const targetOf = ({ name, version }: Projection): Target => ({ name, version, building: true });

/** Takes events into tables that are built: all of them, or those of a share, of which nobody else takes any. */
export interface Taking extends Pick<Building, 'take'> {
  /** Everything up to here is taken. */
  position(): Position | undefined;
  /** Goes on from where others have brought it. */
  goOnFrom(position: Position): Promise<void>;
}

/** From where, and how the checkpoint is moved with what is written. */
interface TakingFrom {
  position: Position | undefined;
  /** @throws BuildLost */
  move(transaction: Knex, move: Omit<BuildMove, 'fence'>): Promise<void>;
}

/** Takes events into the tables that are built of a projection. */
export async function openTaking(
  knex: Knex,
  projection: Projection,
  streams: ReadAgain,
  { position: begun, move }: TakingFrom,
): Promise<Taking> {
  const { tables, eventTypes: types } = projection;
  const target = targetOf(projection);
  let position = begun;
  let asides = await readSetAside(knex, target);

  const apply = async (transaction: Knex, events: readonly StoredEvent[]): Promise<void> => {
    // Each event comes once: a stream that makes rows of its own alone has none before its first event.
    const first = isOfStreams(projection) ? events.filter(({ revision }) => revision === 0n) : [];
    const how = { write: copyRows, begun: new Set(first.map(({ stream }) => stream)) };
    const nameOf: NameOf = (table) => builtName(projection, table);
    for (const table of tables) await applyEvents(transaction, table, nameOf, events, how);
  };

  return {
    position: () => position,
    async goOnFrom(reached) {
      position = reached;
      asides = await readSetAside(knex, target);
    },
    async take({ events, from, to }) {
      const { whole, added, goneOn } = sortOut(events, asides);
      const taken = await knex.transaction(async (transaction) => {
        await move(transaction, { from, to, events: events.length });
        await apply(transaction, whole);
        await setAside(transaction, target, added);
        // What was erased since must not come to be shown as it was before. No value is waited for: it needs none.
        const again = {
          target,
          types,
          until: to,
          patienceMs: 0,
          apply: (missed: readonly StoredEvent[]) => apply(transaction, missed),
        };
        return takeAgain(transaction, streams, goneOn, again);
      });
      asides = [...asides, ...added].filter(({ stream }) => !taken.includes(stream));
      position = to;
    },
  };
}
