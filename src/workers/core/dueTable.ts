import type { Migration } from '../../platform/database/migrate.js';
import { isPresent } from '../../platform/database/presence.js';
import { tenantsInTurn } from '../../platform/database/tenantsInTurn.js';

/**
 * What is in hand, what is due later, and what waits behind either: of one key the rows stand in the order in which they
 * came, and only the first one has a time at which it is due.
 *
 * `held_by` is the number of whoever is at work on the row. It counts only while that number is present (`presence.ts`).
 *
 * What was done at its second attempt or later is kept for a day (`done_at`): where whoever had it first was killed, the bus
 * does not know that it was taken, brings it again in its own time, and a message that kills its workers would begin anew.
 */
const TABLE = `
create table due_work (
  seq bigint generated always as identity primary key,
  topic text not null,
  group_name text not null,
  tenant text collate "C" not null default '',
  key text not null,
  message_id text not null,
  message json not null,
  attempts int not null default 0,
  due_at timestamptz,
  held_by int,
  done_at timestamptz,
  unique (topic, group_name, message_id)
);
create index due_work_key on due_work (topic, group_name, key, seq) where done_at is null;
create index due_work_next on due_work (topic, group_name, due_at) where due_at is not null and held_by is null;
create index due_work_turns on due_work (topic, group_name, tenant, due_at) where due_at is not null and held_by is null;
create index due_work_held on due_work (group_name) where held_by is not null;
create index due_work_done on due_work (done_at) where done_at is not null;
`;

/**
 * One at a time for each key: whoever comes to stand behind a row must not overlook that it goes, and whoever takes it
 * away must not overlook the one behind it. A statement of its own, so that those after it see what others did before.
 */
const LOCK_KEY = `perform pg_advisory_xact_lock(hashtextextended('attest.due.' || of_topic || ' ' || for_group || ' ' || of_key, 0));`;

/**
 * Takes a message that has just come into the hands of `holder`: its seq. Null where others of its key are there, behind
 * which it stands from then on, or where it stands already. The attempt is counted here and not when it ends, so that a
 * message that kills whoever has it does not come back for ever. Where there is no holder it is nobody's, and due at once.
 */
const BEGIN = `
create function due_begin(
  of_topic text, for_group text, of_tenant text, of_key text, id text, body json, holder int
)
returns bigint language plpgsql as $$
declare
  is_first boolean;
  taken bigint;
begin
  ${LOCK_KEY}
  is_first := not exists (
    select from due_work d where d.topic = of_topic and d.group_name = for_group and d.key = of_key and d.done_at is null
  );
  insert into due_work (topic, group_name, tenant, key, message_id, message, attempts, due_at, held_by)
    values (of_topic, for_group, of_tenant, of_key, id, body, (is_first and holder is not null)::int,
      case when is_first then clock_timestamp() end, case when is_first then holder end)
    on conflict (topic, group_name, message_id) do nothing
    returning seq into taken;
  return case when is_first and holder is not null then taken end;
end $$;
`;

/**
 * Takes the row that has been due for longest of the tenant whose turn it is, and who is none of `full_tenants`. With the time that it
 * is: `now()`, as no index helps with `clock_timestamp()`.
 */
const TAKE = `
create function due_take(of_topic text, for_group text, holder int, after_tenant text, full_tenants text[])
returns table (seq bigint, key text, attempts int, message json, now timestamptz) language plpgsql as $$ ${tenantsInTurn(
  {
    waiting: `due_work w
      where w.topic = of_topic and w.group_name = for_group and w.held_by is null and w.due_at is not null`,
    take: `
    if candidate <> all (full_tenants) then
      return query update due_work d set held_by = holder, attempts = d.attempts + 1
        where d.seq = (
          select o.seq from due_work o
          where o.topic = of_topic and o.group_name = for_group and o.tenant = candidate
            and o.held_by is null and o.due_at <= now()
          order by o.due_at limit 1 for update skip locked
        )
        returning d.seq, d.key, d.attempts, d.message, now();
      if found then return; end if;
    end if;`,
  },
)} $$;
`;

/**
 * Ends what `holder` has in hand, and has the next one of its key be due; or, where `again_at` is given, leaves it until then, and
 * one that was given back was no attempt. Says whether the next one of its key is due; null where nothing was changed, as
 * another has it by now.
 */
const SETTLE = `
create function due_settle(
  of_topic text, for_group text, of_key text, of_seq bigint, holder int, again_at timestamptz, given_back boolean
) returns boolean language plpgsql as $$
begin
  ${LOCK_KEY}
  if again_at is not null then
    update due_work d set held_by = null, due_at = again_at, attempts = d.attempts - given_back::int
      where d.seq = of_seq and d.held_by = holder;
    return case when found then false end;
  end if;
  delete from due_work d where d.seq = of_seq and d.held_by = holder and d.attempts = 1;
  if not found then
    update due_work d set held_by = null, due_at = null, done_at = clock_timestamp()
      where d.seq = of_seq and d.held_by = holder;
    if not found then return null; end if;
  end if;
  update due_work d set due_at = clock_timestamp() where d.seq = (
    select o.seq from due_work o
    where o.topic = of_topic and o.group_name = for_group and o.key = of_key and o.done_at is null
    order by o.seq limit 1
  );
  return found;
end $$;
`;

/**
 * Takes out of the hands of those who are gone what they had, and says in which of the topics something is due; and where there is more
 * of one than `most_waiting`, which tenants have a tenth of that or more, or where more than ten wait, their equal part of it: they are
 * counted only then, and not at all where it is null. So there is never more than about twice as much, however many tenants there are.
 * Whoever seems to be gone is judged once more with the row locked, in a statement of its own: the row may be another's by then.
 */
const LOOK = `
create function due_look(topics text[], for_group text, most_waiting int)
returns table (topic text, is_due boolean, full_of text[]) language plpgsql as $$
declare
  orphans bigint[];
begin
  select array_agg(orphan.seq) into orphans from (
    select d.seq from due_work d
    where d.group_name = for_group and d.held_by is not null and not ${isPresent('d.held_by')}
    for update skip locked
  ) orphan;
  update due_work d set held_by = null where d.seq = any (orphans) and not ${isPresent('d.held_by')};
  return query select asked.topic,
    exists (
      select from due_work d
      where d.topic = asked.topic and d.group_name = for_group and d.held_by is null and d.due_at <= now()
    ),
    case when most_waiting is not null and exists (
      select from due_work d
      where d.topic = asked.topic and d.group_name = for_group and d.done_at is null offset most_waiting
    ) then array(
      select counted.tenant from (
        select d.tenant, count(*) as waiting, count(*) over () as tenants from due_work d
        where d.topic = asked.topic and d.group_name = for_group and d.done_at is null
        group by d.tenant
      ) counted
      where counted.waiting >= most_waiting / greatest(counted.tenants, 10) order by counted.tenant
    ) end
    from unnest(topics) asked (topic);
end $$;
`;

/** The schema of what is due. */
export const dueMigrations: readonly Migration[] = [
  {
    name: 'due_001',
    up: async (knex) => {
      for (const statement of [TABLE, BEGIN, TAKE, SETTLE, LOOK]) await knex.raw(statement);
    },
  },
];
