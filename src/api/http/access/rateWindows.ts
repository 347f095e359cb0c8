import type { Migration } from '../../../platform/database/migrate.js';

/**
 * The rolling windows of the rate limit, one per tenant and shared by all instances.
 *
 * `rate_windows.total` counts every request a tenant was ever granted; `rate_hits` holds, for each moment at which some were, the total before
 * them. Requests in the last minute are then the total minus that of the oldest hit of the minute: exact to the request, and the cost
 * does not grow with the limit. Unlogged: a crash of Postgres empties the windows, and nothing else needs them.
 *
 * `admit_requests` locks the tenant's row, forgets what is older than a minute and grants as many of `wanted` as the quota has
 * room for. Times come from the database's clock, one for all instances.
 */
export const rateLimitMigrations: readonly Migration[] = [
  {
    name: 'rate_limit_001',
    up: async (knex) => {
      await knex.raw(`
        create unlogged table rate_windows (
          tenant_id text primary key,
          total bigint not null,
          last_at timestamptz not null
        ) with (fillfactor = 50)`);
      await knex.raw(`
        create unlogged table rate_hits (
          tenant_id text not null,
          at timestamptz not null,
          total_before bigint not null,
          primary key (tenant_id, at)
        )`);
      await knex.raw(ADMIT_REQUESTS);
    },
  },
];

const ADMIT_REQUESTS = `
create function admit_requests(
  tenant text, wanted int, quota int,
  out used bigint, out granted int, out reset_seconds float8
) language plpgsql as $$
declare
  win rate_windows;
  oldest rate_hits;
  moment timestamptz;
begin
  select * into win from rate_windows where tenant_id = tenant for update;
  if not found then
    insert into rate_windows values (tenant, 0, '-infinity') on conflict do nothing;
    select * into win from rate_windows where tenant_id = tenant for update;
  end if;
  moment := greatest(clock_timestamp(), win.last_at + interval '1 microsecond');
  delete from rate_hits where tenant_id = tenant and at <= moment - interval '60 seconds';
  select * into oldest from rate_hits where tenant_id = tenant order by at limit 1;
  used := case when oldest.at is null then 0 else win.total - oldest.total_before end;
  granted := least(wanted, greatest(quota - used, 0));
  if granted > 0 then
    insert into rate_hits values (tenant, moment, win.total);
    update rate_windows set total = total + granted, last_at = moment where tenant_id = tenant;
  end if;
  reset_seconds := 60 - extract(epoch from moment - coalesce(oldest.at, moment));
end $$`;
