import type { Knex } from 'knex';
import type { Migration } from '../../platform/database/migrate.js';
import { toPosition, type LogShare, type Position } from '../../platform/eventStore/eventStore.js';
import { BuildLost, moveBuild, type BuildMove, type Reached } from './builds.js';
import { BY_INDEX, type VersionOf } from './projection.js';

/** Shares of builds that go along the log in several at the same time, and how far each has come. */
export const buildSharesMigration: Migration = {
  name: 'projection_build_shares_001',
  up: (knex) =>
    knex.schema.createTable('projection_build_shares', (table) => {
      table.text('name').notNullable();
      table.integer('version').notNullable();
      table
        .foreign(['name', 'version'])
        .references(['name', 'version'])
        .inTable('projection_builds')
        .onDelete('CASCADE');
      table.integer('share').notNullable().comment('From 0: a build has as many shares as rows');
      table.primary(['name', 'version', 'share']);
      table.bigInteger('fence').notNullable().comment('That of the build');
      table.bigInteger('position');
      table.bigInteger('until').notNullable().comment('Where the shares are put together again');
      table.bigInteger('events').notNullable().defaultTo(0);
      table.timestamp('moved_at').notNullable().defaultTo(knex.fn.now());
    }),
};

/** A share of a build. */
export interface StoredShare extends Reached {
  share: LogShare;
  /** Where it ends: from there on the build goes in one again. */
  until: Position;
}

interface Row {
  share: number;
  position: string | null;
  until: string;
  events: string;
}

const where = ({ name, version }: VersionOf, fence: bigint) => ({ name, version, fence: fence.toString() });

/** How a build is split. */
export interface Split {
  fence: bigint;
  /** Where it is, as far as who splits it knows. */
  from: Position | undefined;
  until: Position;
  shares: number;
}

/** Splits a build into shares, each of which goes on from where the build is. @throws BuildLost */
export async function splitBuild(
  transaction: Knex,
  of: VersionOf,
  { fence, from, until, shares }: Split,
): Promise<void> {
  const { rows } = await transaction.raw<{ rows: unknown[] }>(
    `insert into projection_build_shares (name, version, share, fence, position, until)
     select name, version, share, fence, position, ?::bigint from projection_builds build, generate_series(0, ?::int - 1) as share
     where name = ? and version = ? and fence = ? and position is not distinct from ?::bigint
     for update of build returning share`,
    [until.toString(), shares, of.name, of.version, fence.toString(), from?.toString() ?? null],
  );
  if (rows.length === 0) throw new BuildLost(of);
}

/** The shares of a build of which this fence has all; none where it is not split, or another one has it. */
export async function readShares(knex: Knex, of: VersionOf, fence: bigint): Promise<StoredShare[]> {
  const rows = await knex<Row>('projection_build_shares').where(where(of, fence)).orderBy('share');
  return rows.map(({ share, position, until, events }) => ({
    share: { index: share, of: rows.length },
    position: position === null ? undefined : toPosition(position),
    until: toPosition(until),
    events: Number(events),
  }));
}

/** Makes the shares of a build this process's own, once it has claimed that. Waits for the steps that others are at. */
export async function claimShares(transaction: Knex, of: VersionOf, fence: bigint): Promise<StoredShare[]> {
  const { name, version } = of;
  const claimed = { fence: fence.toString(), moved_at: transaction.fn.now() }; // it is not left any more
  await transaction('projection_build_shares').where({ name, version }).update(claimed);
  return readShares(transaction, of, fence);
}

/**
 * Moves a share, and locks it until the end of the transaction, as `moveBuild` does with a build. Shares carry the fence
 * themselves: they do not wait for each other, and whoever claims or forgets the build waits for each of them. @throws BuildLost
 */
export async function moveShare(
  transaction: Knex,
  of: VersionOf,
  { index, fence, from, to, events }: BuildMove & Pick<LogShare, 'index'>,
): Promise<void> {
  const { rows } = await transaction.raw<{ rows: unknown[] }>(
    `update projection_build_shares set position = ?, events = events + ?, moved_at = now()
     where name = ? and version = ? and share = ? and fence = ? and position is not distinct from ?::bigint
     returning set_config('synchronous_commit', 'off', true), ${BY_INDEX}`,
    [to.toString(), events, of.name, of.version, index, fence.toString(), from?.toString() ?? null],
  );
  if (rows.length === 0) throw new BuildLost(of);
}

/** Moves a build to where all of its shares are, and forgets these; gives back how far it has come. @throws BuildLost */
export async function joinShares(
  transaction: Knex,
  of: VersionOf,
  { fence, from }: Pick<Split, 'fence' | 'from'>,
): Promise<Position> {
  const shares = await readShares(transaction, of, fence);
  const until = shares[0]?.until;
  if (until === undefined || shares.some(({ position }) => position !== until)) throw new BuildLost(of);
  const events = shares.reduce((sum, share) => sum + share.events, 0);
  await moveBuild(transaction, of, { fence, from, to: until, events });
  await transaction('projection_build_shares').where(where(of, fence)).delete();
  return until;
}

/** Locks the shares of a build, if it has any; false where somebody is at one of them, or was less than so long ago. */
export async function lockIdleShares(
  transaction: Knex,
  { name, version }: VersionOf,
  idleSeconds: number,
): Promise<boolean> {
  const { rows } = await transaction.raw<{ rows: { idle: boolean }[] }>(
    `with shares as (select share, moved_at from projection_build_shares where name = ? and version = ?),
     idle as (
       select share from projection_build_shares
       where name = ? and version = ? and moved_at < now() - ? * interval '1 second' for update skip locked
     )
     select (select count(*) from shares) = (select count(*) from idle) as idle`,
    [name, version, name, version, idleSeconds],
  );
  return rows[0]?.idle === true;
}
