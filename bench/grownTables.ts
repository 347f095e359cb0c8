import type { Database } from '../src/platform/database/database.js';

/** Every tenth case was opened with an idempotency key, and every hundredth needed a second attempt at something. */
const ANSWER_EVERY = 10;
const SECOND_ATTEMPT_EVERY = 100;

/** Puts into the tables that are trimmed by the clock what so many cases leave there, none of which is due to go. */
export async function fillTables({ database: { knex } }: { database: Database }, cases: number): Promise<void> {
  await knex.raw(
    `insert into kept_answers
       (tenant_id, method, path, key_hash, about, fingerprint, claim, claimed_until, created_at, status, sealed_body, made_id)
     select 'acme', 'POST', '/v1/cases', sha256(n::text::bytea), '{}', sha256(n::text::bytea), gen_random_uuid(), now(),
       now() - random() * interval '12 hours', 201, repeat('x', 1000), gen_random_uuid()
     from generate_series(1, ?::int) as n`,
    [Math.ceil(cases / ANSWER_EVERY)],
  );
  await knex.raw(
    `insert into due_work (topic, group_name, key, message_id, message, attempts, done_at)
     select 'bench', 'bench', n, n, '{}', 2, now() - random() * interval '12 hours'
     from generate_series(1, ?::int) as n`,
    [Math.ceil(cases / SECOND_ATTEMPT_EVERY)],
  );
  await knex.raw('analyze kept_answers, due_work');
}
