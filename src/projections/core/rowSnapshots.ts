import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import { storableJson } from './applyEvents.js';
import type { AsOf } from './asOf.js';

/** A row as it stood behind an event of its stream. */
export interface Standing<Row extends object> {
  row: Row;
  /** Of that event. */
  tenant_id: string;
  revision: bigint;
  position: Position;
  /** The latest time at which an event was stored by then, by the store's clock: clocks go back, too. */
  recorded_by: string;
}

/**
 * Rows as they were along their streams, so that what was true long ago is not made anew from the first of thousands of events. Only of tables that
 * say so (`snapshots`): what is kept here is not erased with anybody. It is made by whoever reads the past, and can be thrown away.
 */
export interface RowSnapshots {
  /** How many events lie between two of them at least. */
  readonly every: bigint;
  /** The last one that a row had by a moment. */
  before<Row extends object>(key: string, asOf: AsOf): Promise<Standing<Row> | undefined>;
  keep<Row extends object>(key: string, standings: readonly Standing<Row>[]): Promise<void>;
}

/** Events between two snapshots: as many are opened in some milliseconds. */
export const SNAPSHOT_EVERY = 200n;

/** The table of all snapshots. Each is of the table of a version (`agents_v1`), and goes with that: what another version folds to is another row. */
export const ROW_SNAPSHOTS = 'row_snapshots';

/** Makes it. */
export const rowSnapshotMigrations: readonly Migration[] = [
  {
    name: 'row_snapshots_001',
    up: (knex) =>
      knex.raw(`create table ${ROW_SNAPSHOTS} (
        row_table text collate "C" not null, row_key text collate "C" not null, revision bigint not null,
        tenant_id text not null, position bigint not null, recorded_by text collate "C" not null, snapshot json not null,
        primary key (row_table, row_key, revision))`),
  },
];

interface SnapshotRow {
  revision: string;
  tenant_id: string;
  position: string;
  recorded_by: string;
  snapshot: object;
}

/** Snapshots of the rows of the table of a version. */
export function createRowSnapshots(knex: Knex, row_table: string, every: bigint): RowSnapshots {
  return {
    every,
    async before<Row extends object>(key: string, asOf: AsOf) {
      const query = knex(ROW_SNAPSHOTS).where({ row_table, row_key: key }).orderBy('revision', 'desc');
      const found = await (
        'time' in asOf
          ? query.where('recorded_by', '<=', asOf.time)
          : query.where('position', '<=', asOf.position.toString())
      ).first<SnapshotRow | undefined>();
      if (!found) return undefined;
      const { revision, tenant_id, position, recorded_by, snapshot } = found;
      return {
        ...{ row: snapshot as Row, tenant_id, recorded_by },
        ...{ revision: BigInt(revision), position: toPosition(position) },
      };
    },
    async keep(key, standings) {
      const rows = standings.map(({ row, revision, position, ...standing }) => ({
        ...{ row_table, row_key: key, ...standing, snapshot: storableJson(row) },
        ...{ revision: revision.toString(), position: position.toString() },
      }));
      // Others may have read the same past at the same time, and made the same of it.
      if (rows.length > 0)
        await knex(ROW_SNAPSHOTS).insert(rows).onConflict(['row_table', 'row_key', 'revision']).ignore();
    },
  };
}
