import type { Migration } from '../database/migrate.js';

/** Channel on which a process announces that it has appended. */
export const APPENDED_CHANNEL = 'attest_events_appended';

/**
 * The log of the Postgres event store. Positions follow commit order because every append holds one lock from before
 * it takes its positions until its commit: whoever has read up to a position has seen all that lies before it.
 *
 * `recorded_at` is the database's clock at the append. It never goes back along the log, even where that clock does: whoever
 * asks for what there was at a time gets a beginning of the log.
 *
 * `data` is not compressed: what is large in it is sealed, which does not get smaller, and what it takes of a reader's memory
 * is then known without reading it.
 *
 * `id` has no index and need not be unique: like EventStoreDB, an append at the current revision is written even when
 * its ids are already known, and one that is repeated finds its ids where it would have put them.
 */
const EVENTS_TABLE = `
create table events (
  position bigint primary key,
  revision bigint not null,
  recorded_at timestamptz(3) not null,
  id uuid not null,
  stream text collate "C" not null,
  type text collate "C" not null,
  data json not null,
  metadata json not null,
  unique (stream, revision)
);
alter table events alter column data set storage external;
`;

/**
 * Appends all events or none. `expected` is the last revision the writer saw, -1 for no stream. When the stream is
 * elsewhere the ids decide: all of them already stored where this append would have put them means it was done before,
 * and the answer is the old place. `appended` is false on a conflict; `last_revision` is then that of the stream.
 *
 * Must be the last statement of its transaction, since the lock is held until the commit; and announces nothing, since
 * Postgres lets no two transactions that notify commit at the same time, whatever they wrote. Sequential scans are off
 * because a plan cached while the table was empty must not survive its growth.
 */
const APPEND_FUNCTION = `
create function append_events(
  to_stream text, expected bigint, ids uuid[], types text[], payloads json[], contexts json[]
) returns table (appended boolean, last_revision bigint, last_position bigint)
language plpgsql set enable_seqscan = off as $$
declare
  current_revision bigint;
  head bigint;
  newest timestamptz;
  all_known boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('attest.events', 0));
  select coalesce(max(e.revision), -1) into current_revision from events e where e.stream = to_stream;

  if expected <> current_revision then
    select bool_and(e.id is not distinct from wanted.id), max(e.revision), max(e.position)
      into all_known, last_revision, last_position
      from unnest(ids) with ordinality as wanted (id, n)
      left join events e on e.stream = to_stream and e.revision = expected + wanted.n;
    if all_known then
      return query select true, last_revision, last_position;
    else
      return query select false, nullif(current_revision, -1), null::bigint;
    end if;
    return;
  end if;

  select e.position, e.recorded_at into head, newest from events e order by e.position desc limit 1;
  head := coalesce(head, 0);
  insert into events (position, revision, recorded_at, id, stream, type, data, metadata)
    select head + n, current_revision + n, greatest(clock_timestamp(), newest), id, to_stream, type, data, metadata
    from unnest(ids, types, payloads, contexts) with ordinality as added (id, type, data, metadata, n);
  return query select true, current_revision + cardinality(ids), head + cardinality(ids);
end $$;
`;

/**
 * A page of the log: up to `most` events behind a position, of the given type prefixes or all, and of one of `shares` shares
 * of the streams, told by a hash of their names, in log order, which together have at most `most_bytes` of data, or one that is larger. Where there would have been more of them, the next comes last,
 * without its data. It looks no further than `span` positions, which lie close, so that it is over soon however few there are:
 * `seen` is up to where all was looked at unless the page is full, and `head` the end of the log at that moment. Without events,
 * one row tells both.
 *
 * Another hash makes other shares of what is gone on with: whoever keeps shares has to know (`SPLIT` of `tableBuild.ts`).
 *
 * The scan has to follow the index, whatever the planner thinks of the prefixes: sorting all that is left of the log for
 * each page would make reading it quadratic.
 */
const READ_FUNCTION = `
create function read_log(
  after bigint, prefixes text[], share int, shares int, span int, most int, most_bytes bigint
) returns table (
  head bigint, seen bigint,
  "position" bigint, revision bigint, recorded_at timestamptz, id uuid, stream text, type text, data json, metadata json
)
language sql stable set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
  select head.position, least(head.position, after + span), e.position, e.revision, e.recorded_at, e.id, e.stream, e.type,
    case when e.before = 0 or e.before + e.size <= most_bytes then e.data end, e.metadata
  from (select coalesce(max(position), 0) as position from events) head
  left join lateral (
    select page.*, sum(size) over so_far - size as before, first_value(size) over so_far as first
    from (
      select *, pg_column_size(data) as size from events
      where position > after and position <= after + span
        and (prefixes is null or type ^@ any (prefixes))
        and (shares = 1 or mod(hashtextextended(stream, 0) & 9223372036854775807, shares) = share)
      order by position
      limit most
    ) page
    window so_far as (order by page.position rows unbounded preceding)
  ) e on e.before <= greatest(most_bytes, e.first)
$$;
`;

/**
 * Last revisions of streams, from the index alone; and pages of streams, several at once. `found` is how many events there are for
 * a page, whatever their size: its first ones come, which together are small enough.
 *
 * They are functions so that they are planned once per connection: from one time to the next Postgres takes fewer streams for
 * cheaper than the number it plans for where it does not know it, and plans anew, which takes four times as long as to read. And
 * they go by the index whatever the planner thinks: the plan must survive the growth of the table.
 */
const BY_ONE_PLAN = 'set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan';

const REVISIONS_FUNCTION = `
create function last_revisions(of_streams text[]) returns table (stream text, revision bigint)
language plpgsql stable ${BY_ONE_PLAN} as $$
begin
  return query
    select asked.name, last.revision
    from unnest(of_streams) as asked (name)
    cross join lateral (
      select e.revision from events e where e.stream = asked.name order by e.revision desc limit 1
    ) last;
end $$;
`;

const pagesFunction = (direction: 'forwards' | 'backwards', reaches: '>=' | '<=', order: 'asc' | 'desc'): string => `
create function read_streams_${direction}(of_streams text[], reached bigint[], most int[], most_bytes bigint[])
returns table (
  n bigint, found bigint,
  "position" bigint, revision bigint, recorded_at timestamptz, id uuid, stream text, type text, data json, metadata json
)
language plpgsql stable ${BY_ONE_PLAN} as $$
begin
  return query
    select asked.n, e.found, e.position, e.revision, e.recorded_at, e.id, e.stream, e.type, e.data, e.metadata
    from unnest(of_streams, reached, most, most_bytes) with ordinality as asked (name, reached, most, most_bytes, n)
    cross join lateral (
      select page.*, sum(page.size) over so_far as so_far, count(*) over () as found
      from (
        select one.*, pg_column_size(one.data) as size from events one
        where one.stream = asked.name and one.revision ${reaches} asked.reached
        order by one.revision ${order} limit asked.most
      ) page
      window so_far as (order by page.revision ${order} rows unbounded preceding)
    ) e
    where e.so_far <= asked.most_bytes or e.so_far = e.size
    order by asked.n, e.revision ${order};
end $$;
`;

/** The schema of the Postgres event store. */
export const eventStoreMigrations: readonly Migration[] = [
  {
    name: 'event_store_001',
    up: async (knex) => {
      await knex.raw(EVENTS_TABLE);
      await knex.raw(APPEND_FUNCTION);
    },
  },
  {
    name: 'event_store_read_001',
    up: async (knex) => {
      await knex.raw(READ_FUNCTION);
      await knex.raw(REVISIONS_FUNCTION);
      await knex.raw(pagesFunction('forwards', '>=', 'asc'));
      await knex.raw(pagesFunction('backwards', '<=', 'desc'));
    },
  },
];
