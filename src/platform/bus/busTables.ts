import type { Migration } from '../database/migrate.js';
import { isPresent } from '../database/presence.js';
import { tenantsInTurn } from '../database/tenantsInTurn.js';

/** Channel on which each publication announces its topic. */
export const PUBLISHED_CHANNEL = 'attest_bus_published';

/**
 * A message is kept once; each group of its topic has a delivery of it until the work is done. The keys with work left
 * are rows of their own, so that choosing what to do next costs the same however long the queue of one key is, and with the tenant
 * that they belong to, so that tenants take turns.
 *
 * `locked_by` is the number of the consumer at work on the key. It counts only while that consumer is present
 * (`presence.ts`).
 */
const TABLES = `
create table bus_messages (
  seq bigserial primary key,
  topic text not null,
  id text not null,
  key text not null,
  body jsonb not null,
  published_at timestamptz not null default now(),
  unique (topic, id)
);
create table bus_groups (topic text, name text, primary key (topic, name));
create table bus_deliveries (
  topic text, group_name text, key text, seq bigint references bus_messages on delete cascade,
  primary key (topic, group_name, key, seq)
);
create index bus_deliveries_seq on bus_deliveries (seq);
create table bus_keys (
  topic text, group_name text, key text,
  tenant text collate "C" not null,
  due_at timestamptz not null default now(),
  locked_by int,
  primary key (topic, group_name, key)
);
create index bus_keys_due on bus_keys (topic, group_name, tenant, due_at) where locked_by is null;
create index bus_keys_locked on bus_keys (topic, group_name) where locked_by is not null;
`;

/**
 * Publishes messages, in their order; one whose id the topic has already is left out. The shared lock keeps a group
 * from joining half-way: it would see neither the message nor be seen.
 */
const PUBLISH = `
create function bus_publish(to_topic text, messages jsonb) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('attest.bus.' || to_topic, 0));
  with added as (
    insert into bus_messages (topic, id, key, body)
    select to_topic, m.body ->> 'id', m.body ->> 'key', m.body
    from jsonb_array_elements(messages) with ordinality as m (body, n) order by n
    on conflict (topic, id) do nothing
    returning seq, key, coalesce(body ->> 'tenant_id', '') as tenant
  ), deliveries as (
    insert into bus_deliveries (topic, group_name, key, seq)
    select to_topic, g.name, a.key, a.seq from added a join bus_groups g on g.topic = to_topic
    returning group_name, key
  )
  insert into bus_keys (topic, group_name, key, tenant)
  select distinct on (d.group_name, d.key) to_topic, d.group_name, d.key, a.tenant
  from deliveries d join added a on a.key = d.key order by d.group_name, d.key, a.seq
  on conflict (topic, group_name, key) do update set due_at = bus_keys.due_at;
  perform pg_notify('${PUBLISHED_CHANNEL}', to_topic);
end $$;
`;

/**
 * Makes a group known. The first one of a topic begins with all that was published before anybody listened; one that
 * comes later begins with what is published from now on.
 */
const JOIN = `
create function bus_join(of_topic text, group_to_join text) returns void language plpgsql as $$
declare
  is_first boolean;
begin
  if exists (select from bus_groups where topic = of_topic and name = group_to_join) then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('attest.bus.' || of_topic, 0));
  is_first := not exists (select from bus_groups where topic = of_topic);
  insert into bus_groups (topic, name) values (of_topic, group_to_join) on conflict do nothing;
  if not found or not is_first then return; end if;
  insert into bus_deliveries (topic, group_name, key, seq)
    select of_topic, group_to_join, key, seq from bus_messages where topic = of_topic;
  insert into bus_keys (topic, group_name, key, tenant)
    select distinct on (key) of_topic, group_to_join, key, coalesce(body ->> 'tenant_id', '')
    from bus_messages where topic = of_topic order by key, seq;
end $$;
`;

/**
 * How long a message that is done with is kept for its id: the relay publishes again what it published since its last
 * checkpoint, which is a batch; within a day the messages of that batch are not delivered again.
 */
const KEPT_FOR = '1 day';
/** Most messages deleted in one go. */
const TRIMMED_AT_ONCE = 5_000;

/** Deletes the oldest messages of a topic that every group is done with. What waits for a first group stays. */
const TRIM = `
create index bus_messages_age on bus_messages (topic, published_at);
create function bus_trim(of_topic text) returns void language sql as $$
  delete from bus_messages where seq in (
    select m.seq from bus_messages m
    where m.topic = of_topic and m.published_at < now() - interval '${KEPT_FOR}'
      and exists (select from bus_groups g where g.topic = of_topic)
      and not exists (select from bus_deliveries d where d.seq = m.seq)
    order by m.published_at limit ${String(TRIMMED_AT_ONCE)} for update skip locked
  );
$$;
`;

/** Claims one key for a consumer, that is due and nobody's, of the tenant whose turn it is. */
const CLAIM_IN_TURN = `
create function bus_claim_in_turn(
  of_topic text, for_group text, consumer int, after_tenant text, out tenant text, out key text
) language plpgsql as $$ ${tenantsInTurn({
  waiting: 'bus_keys w where w.topic = of_topic and w.group_name = for_group and w.locked_by is null',
  take: `
    update bus_keys k set locked_by = consumer
      where k.topic = of_topic and k.group_name = for_group and k.key = (
        select c.key from bus_keys c
        where c.topic = of_topic and c.group_name = for_group and c.tenant = candidate
          and c.locked_by is null and c.due_at <= now()
        order by c.due_at limit 1 for update skip locked
      )
      returning k.tenant, k.key into tenant, key;
    if found then return; end if;`,
})} $$;
`;

/** Gives a consumer up to `at_most` keys that are due and nobody's, the tenants taking turns, each with its oldest delivery. */
const CLAIM = `
create function bus_claim(of_topic text, for_group text, consumer int, at_most int, after_tenant text)
returns table (tenant text, key text, seq bigint, body jsonb) language plpgsql as $$
declare
  claimed record;
begin
  for n in 1 .. at_most loop
    select * into claimed from bus_claim_in_turn(of_topic, for_group, consumer, after_tenant);
    exit when claimed.key is null;
    after_tenant := claimed.tenant;
    return query
      select claimed.tenant, claimed.key, m.seq, m.body from bus_messages m
      where m.seq = (
        select d.seq from bus_deliveries d
        where d.topic = of_topic and d.group_name = for_group and d.key = claimed.key order by d.seq limit 1
      );
  end loop;
end $$;
`;

/**
 * Ends one delivery: forgets it, or makes it again when `again_in` is given. Changes nothing when another consumer
 * has the key by now. The lock on the key's row comes first, so that a message published meanwhile is never overlooked.
 */
const SETTLE = `
create function bus_settle(of_topic text, for_group text, of_key text, of_seq bigint, consumer int, again_in interval)
returns void language plpgsql as $$
begin
  perform 1 from bus_keys k
    where k.topic = of_topic and k.group_name = for_group and k.key = of_key and k.locked_by = consumer for update;
  if not found then return; end if;
  if again_in is null then
    delete from bus_deliveries d
      where d.topic = of_topic and d.group_name = for_group and d.key = of_key and d.seq = of_seq;
  end if;
  if exists (select from bus_deliveries d where d.topic = of_topic and d.group_name = for_group and d.key = of_key) then
    update bus_keys k set locked_by = null, due_at = now() + coalesce(again_in, interval '0')
      where k.topic = of_topic and k.group_name = for_group and k.key = of_key;
  else
    delete from bus_keys k where k.topic = of_topic and k.group_name = for_group and k.key = of_key;
  end if;
end $$;
`;

/**
 * Takes the keys of consumers that are no longer there away from them. The rows are locked first, and only then it is
 * looked whose lock is gone, in a statement of its own: a consumer has its lock before it claims, so that whoever stands
 * in a locked row either has one now or is dead. Looked at in one statement, a row that was claimed anew meanwhile is
 * judged by the locks of before.
 */
const RELEASE_DEAD = `
create function bus_release_dead(of_topic text, for_group text) returns void language plpgsql as $$
declare
  held text[];
begin
  select array_agg(locked.key) into held from (
    select k.key from bus_keys k
    where k.topic = of_topic and k.group_name = for_group and k.locked_by is not null
    for update skip locked
  ) locked;
  update bus_keys k set locked_by = null
  where k.topic = of_topic and k.group_name = for_group and k.key = any (held)
    and not ${isPresent('k.locked_by')};
end $$;
`;

/** The schema of the bus in Postgres. */
export const busMigrations: readonly Migration[] = [
  {
    name: 'bus_001',
    up: async (knex) => {
      for (const statement of [TABLES, PUBLISH, JOIN, TRIM, CLAIM_IN_TURN, CLAIM, SETTLE, RELEASE_DEAD])
        await knex.raw(statement);
    },
  },
];
