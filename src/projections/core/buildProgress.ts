import type { Knex } from 'knex';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import { checkpointKey } from './checkpoints.js';
import type { VersionOf } from './projection.js';

/** What whoever rebuilds a version holds meanwhile (`Exclusive`). */
export const rebuildName = (of: VersionOf): string => `rebuild:${checkpointKey(of)}`;

/** A version of a read model that is brought along the log while another is read, or beside itself. */
export interface VersionProgress extends VersionOf {
  /** Everything up to here is in it; in shares, what the mean of them has come to. Undefined before the first event. */
  position: Position | undefined;
  /** Why it does not go on; null where nothing keeps it. */
  error: string | null;
  /** Null where it was begun by a version of the service that did not note it. */
  begun_at: Date | null;
  moved_at: Date;
  /** Seconds since it moved last, by the database's clock. */
  idle: number;
}

/** How far a rebuild has come, and how fast. */
export interface RebuildState extends VersionProgress {
  /** How many events it has taken. */
  events: number;
  /** In how many shares it goes along the log just now; 0 where it goes in one. */
  shares: number;
  /** Whether a process is at it. */
  held: boolean;
  /** Where it was when who is at it, or was last, began; undefined at the first event, and where it was not noted. */
  from: Position | undefined;
  /** Seconds from then to its last move; null where it was not noted. */
  seconds: number | null;
}

/** Versions as the database has them, at a moment of its clock. */
export interface VersionStates {
  now: Date;
  checkpoints: readonly VersionProgress[];
  rebuilds: readonly RebuildState[];
}

interface Row {
  position: string | null;
  from?: string | null;
  events?: string;
}

const toState = <Found extends Row>({ position, ...row }: Found) => ({
  ...row,
  position: position === null ? undefined : toPosition(position),
});

/** How far all versions of all read models are, and all that is rebuilt beside them. */
export async function readVersionStates(knex: Knex): Promise<VersionStates> {
  const [now, checkpoints, rebuilds] = await Promise.all([
    knex.raw<{ rows: { now: Date }[] }>('select now()'),
    knex.raw<{ rows: (Omit<VersionProgress, 'position'> & Row)[] }>(
      `select name, version, position, error, begun_at, moved_at, extract(epoch from now() - moved_at)::float8 as idle
       from projection_checkpoints order by name, version`,
    ),
    knex.raw<{ rows: (Omit<RebuildState, 'position' | 'from' | 'events'> & Required<Row>)[] }>(
      `select build.name, build.version, build.error, build.begun_at, shared.shares, build.gone_on_from as from,
         case when shared.shares > 0 then shared.position else build.position end as position,
         build.events + shared.events as events, last.moved_at,
         extract(epoch from now() - last.moved_at)::float8 as idle,
         extract(epoch from last.moved_at - build.gone_on_at)::float8 as seconds,
         exists (
           select from exclusive held where held_until >= clock_timestamp() and held.fence = build.fence
             and held.name = format('rebuild:%s_v%s', build.name, build.version)
         ) as held
       from projection_builds build, lateral (
         select count(*)::int as shares, coalesce(sum(events), 0) as events, max(moved_at) as moved_at,
           avg(coalesce(share.position, 0))::bigint as position
         from projection_build_shares share where share.name = build.name and share.version = build.version
       ) shared, lateral (select greatest(build.moved_at, shared.moved_at) as moved_at) last
       order by build.name, build.version`,
    ),
  ]);
  return {
    now: now.rows[0]?.now ?? new Date(),
    checkpoints: checkpoints.rows.map(toState),
    rebuilds: rebuilds.rows.map(({ from, events, ...row }) => ({
      ...toState(row),
      from: from === null ? undefined : toPosition(from),
      events: Number(events),
    })),
  };
}
