import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  createKeptAnswers,
  forgetAnswersAbout,
  idempotencyMigrations,
  type KeyClaim,
} from '../../../../../src/api/http/idempotency/keptAnswers.js';
import type { Database } from '../../../../../src/platform/database/database.js';
import { migrate } from '../../../../../src/platform/database/migrate.js';
import { onBehalfOf, whoAsks } from '../../../../../src/platform/database/onBehalfOf.js';
import { createPostgresDatabase } from '../../../../../src/platform/database/postgresDatabase.js';
import { createLog } from '../../../../../src/platform/log.js';
import { createKeyedHash } from '../../../../../src/platform/sealing/keyedHash.js';
import { openSubjectKeys } from '../../../../support/subjectKeys.js';
import { createTestDatabase, type TestDatabase } from '../../../../support/testDatabase.js';
import { until } from '../../../../support/until.js';

let testDatabase: TestDatabase;
let database: Database;
let claim: (key: string, body?: string) => Promise<string | KeyClaim>;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createPostgresDatabase({ kind: 'postgres', url: testDatabase.url, pool: 4, log: createLog('fatal') });
  await migrate(database, idempotencyMigrations);
  const subjectKeys = await openSubjectKeys(database);
  const answers = createKeptAnswers({ database, subjectKeys, keyedHash: createKeyedHash(subjectKeys) });
  claim = async (key, body = 'one') => {
    const fingerprint = createHash('sha256').update(body).digest();
    const result = await answers.claim({
      tenant_id: 'acme',
      method: 'POST',
      path: '/v1/x',
      parameters: {},
      key,
      fingerprint,
    });
    return result.outcome === 'claimed' ? result.claim : result.outcome;
  };
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function claimed(key: string, body?: string): Promise<KeyClaim> {
  const result = await claim(key, body);
  if (typeof result === 'string') throw new Error(`The key was not to be had: ${result}`);
  return result;
}

test('whoever begins again after an outage makes what the first one made, and nobody else does', async () => {
  const key = randomUUID();
  const first = await claimed(key);
  expect(await claim(key)).toBe('in_flight');
  await first.abandon();
  const second = await claimed(key);
  expect(second.made_id).toBe(first.made_id);
  expect((await claimed(randomUUID())).made_id).not.toBe(first.made_id);
});

test('whoever begins again after a crash makes what the first one made', async () => {
  const key = randomUUID();
  const first = await claimed(key);
  await database.knex('kept_answers').update({
    claimed_until: database.knex.raw(`now() - interval '1 second'`),
  });
  expect(await claim(key, 'another body')).toBe('other_request');
  expect((await claimed(key)).made_id).toBe(first.made_id);
});

test('another request under a key that was given back makes something else', async () => {
  for (const end of ['abandon', 'release'] as const) {
    const key = randomUUID();
    const first = await claimed(key);
    await first[end]();
    expect((await claimed(key, 'another body')).made_id).not.toBe(first.made_id);
  }
});

test('what is kept about something that is erased is found by an index, however much else is kept', async () => {
  const { knex } = database;
  await knex.raw(
    `insert into kept_answers
       (tenant_id, method, path, key_hash, about, fingerprint, claim, claimed_until, created_at, made_id)
     select 'many', 'POST', '/v1/x', sha256(n::text::bytea),
       case n % 2 when 0 then '{}'::uuid[] else array[gen_random_uuid()] end,
       '', gen_random_uuid(), now(), now(), gen_random_uuid() from generate_series(1, 20000) n`,
  );
  await knex.raw('analyze kept_answers');
  const asked: { sql: string; bindings: unknown[] }[] = [];
  const hear = (query: { sql: string; bindings: unknown[] }): void => void asked.push(query);
  knex.on('query', hear);
  await forgetAnswersAbout(knex, randomUUID());
  knex.removeListener('query', hear);
  const [{ sql, bindings } = expect.unreachable('nothing was asked')] = asked;
  const { rows } = await knex.raw<{ rows: { 'QUERY PLAN': string }[] }>(
    `explain ${sql.replace(/\$\d+/g, '?')}`,
    bindings as string[],
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Bitmap Index Scan/);
  expect(plan).not.toMatch(/Seq Scan/);
});

test('a claim is renewed and given up as the service, so that nobody loses it to what else he has waiting', async () => {
  const ended: (string | undefined)[] = [];
  const note = ({ sql }: { sql: string }) => void (/^(update|delete)/.test(sql) && ended.push(whoAsks()));
  await onBehalfOf('acme', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const one = await claimed(randomUUID());
    database.knex.on('query', note);
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await until(() => ended.length || undefined);
    await one.release();
  });
  database.knex.off('query', note);
  expect(ended).toEqual([undefined, undefined]);
});
