import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as newId, validate as isUuid } from 'uuid';
import type { Database } from '../../../platform/database/database.js';
import { deleteLittleByLittle } from '../../../platform/database/deleteLittleByLittle.js';
import { asTheService } from '../../../platform/database/onBehalfOf.js';
import type { Migration } from '../../../platform/database/migrate.js';
import type { Json } from '../../../domain/core/json.js';
import type { Mode } from '../../../domain/core/mode.js';
import { openValue, sealValue } from '../../../platform/sealing/sealValue.js';
import type { KeyedHash } from '../../../platform/sealing/keyedHash.js';
import type { SubjectKeys } from '../../../platform/sealing/subjectKeys.js';

/** The answers that are kept for a replay, and the claims of requests that are still being executed. */
export const idempotencyMigrations: readonly Migration[] = [
  {
    name: 'idempotency_001',
    up: async (knex) => {
      await knex.schema.createTable('kept_answers', (table) => {
        table.text('tenant_id');
        table.text('method');
        table.text('path').comment('As the description of the API writes it, without what its parameters are');
        table
          .binary('key_hash')
          .comment('Keyed hash, over the parameters of the path too: callers may put anything in it');
        table.specificType('about', 'uuid[]').notNullable().comment('The ids in the path, and those of the answer');
        table.binary('fingerprint').notNullable().comment('Keyed hash, over the hash of what was sent');
        table.uuid('claim').notNullable();
        table.timestamp('claimed_until').notNullable();
        table.timestamp('created_at').notNullable().index();
        table.integer('status').comment('Null while the request is being executed');
        table.text('sealed_body');
        table.uuid('made_id').notNullable().index();
        table.primary(['tenant_id', 'method', 'path', 'key_hash']);
      });
      // Most answers are about nothing that has an id of its own but what they made.
      await knex.raw(`create index on kept_answers using gin (about) where about <> '{}'`);
    },
  },
];

/** A request that may be sent again. */
export interface RepeatableRequest {
  tenant_id: string;
  /** That of the key it comes with: what a test key did is no answer to another key, which would take it for done. */
  mode?: Mode | undefined;
  method: string;
  /** Of the operation, as the description of the API writes it. */
  path: string;
  /** Those of the path, by name. */
  parameters: { [name: string]: string };
  key: string;
  fingerprint: Buffer;
}

/** An answer as it was given. */
export interface KeptAnswer {
  status: number;
  body: Json;
}

/** Holds a request for the one who executes it. */
export interface KeyClaim {
  /**
   * Id for what the request makes. Whoever begins again where a crash or an outage cut the request off gets the same one,
   * and finds what was made already.
   */
  made_id: string;
  /** Keeps the answer for replays. */
  keep(answer: KeptAnswer): Promise<void>;
  /** Gives the key back: the next request with it is executed. */
  release(): Promise<void>;
  /** Lets others begin again at once, with the same `made_id`: nobody knows how far this one came. */
  abandon(): Promise<void>;
}

/** What became of trying to claim a request. */
export type ClaimOutcome =
  | { outcome: 'claimed'; claim: KeyClaim }
  | { outcome: 'answered'; answer: KeptAnswer }
  | { outcome: 'in_flight' }
  | { outcome: 'other_request' };

/** Claims requests and keeps their answers, over all instances. */
export interface KeptAnswers {
  claim(request: RepeatableRequest): Promise<ClaimOutcome>;
}

interface Row {
  tenant_id: string;
  method: string;
  path: string;
  key_hash: Buffer;
  about: string[];
  fingerprint: Buffer;
  claim: string;
  made_id: string;
  status: number | null;
  sealed_body: string | null;
}

/** How long a claim holds without being renewed: after a crash its key is free again. */
const LEASE_SECONDS = 30;
const RENEW_EVERY_MS = 10_000;
const KEPT_HOURS = 24;

/** Data key that seals kept answers: they hold what was read from documents. */
const SUBJECT = 'kept-answers';

/** What kept answers stand on. */
export interface KeptAnswersDeps {
  database: Database;
  subjectKeys: SubjectKeys;
  keyedHash: KeyedHash;
}

/** Kept answers in the database, sealed. */
export function createKeptAnswers(deps: KeptAnswersDeps): KeptAnswers {
  const { knex } = deps.database;
  return {
    async claim(request) {
      const id = await identify(deps.keyedHash, request);
      const fingerprint = await deps.keyedHash('fingerprint of a request', request.fingerprint);
      const claim = randomUUID();
      const about = Object.values(request.parameters).filter((value) => isUuid(value));
      const made_id = await insertClaim(knex, { ...id, about, fingerprint, claim });
      if (made_id !== undefined) return { outcome: 'claimed', claim: { made_id, ...holdClaim(deps, id, claim) } };
      const row = await knex<Row>('kept_answers').where(id).first();
      // Released in between: the request that held it ended without an answer to keep.
      if (!row) return { outcome: 'in_flight' };
      if (!row.fingerprint.equals(fingerprint)) return { outcome: 'other_request' };
      if (row.status === null || row.sealed_body === null) return { outcome: 'in_flight' };
      const key = await deps.subjectKeys.obtain(SUBJECT);
      const body = openValue(key, placeOf(id), row.sealed_body);
      return { outcome: 'answered', answer: { status: row.status, body } };
    },
  };
}

/** Deletes the answers that nobody can ask for any more. */
export const forgetOldAnswers = (knex: Knex): Promise<void> =>
  deleteLittleByLittle(knex, {
    table: 'kept_answers',
    where: 'created_at < now() - ?::interval',
    bindings: [`${KEPT_HOURS} hours`],
  });

/**
 * Forgets the answers to requests that made this, named it in their path or were answered with it: they hold what was read,
 * and are given again to whoever has the key. Such a request is not another one when it is repeated: it is answered by what
 * there is. One that is still being executed keeps no answer. What erasing itself answers holds nothing.
 */
export async function forgetAnswersAbout(knex: Knex, id: string): Promise<void> {
  await knex.raw(
    `update kept_answers set status = null, sealed_body = null, claimed_until = now(), claim = gen_random_uuid()
     where (made_id = :id or (about @> array[:id]::uuid[] and about <> '{}')) and path not like '%/erase'`,
    { id },
  );
}

type Id = Pick<Row, 'tenant_id' | 'method' | 'path' | 'key_hash'>;

const identify = async (
  keyedHash: KeyedHash,
  { tenant_id, mode, method, path, parameters, key }: RepeatableRequest,
): Promise<Id> => {
  const trial = mode === 'test' ? [mode] : [];
  return {
    ...{ tenant_id, method, path },
    key_hash: await keyedHash('idempotency key', JSON.stringify([Object.entries(parameters), key, ...trial])),
  };
};

/** What an answer is about: a case that is opened anew under its reference is not named by the request. */
const idsIn = (body: Json): string[] =>
  body === null || typeof body !== 'object' || Array.isArray(body)
    ? []
    : Object.values(body)
        .filter((value) => typeof value === 'string' && isUuid(value))
        .map(String);

const placeOf = (id: Id): string =>
  JSON.stringify(['kept answer', id.tenant_id, id.method, id.path, id.key_hash.toString('hex')]);

/**
 * Takes the key where it is free, out of date, or held by a request that is no longer executed; the database lets one win.
 * Gives the id for what the request makes; undefined when the key is not to be had.
 */
async function insertClaim(
  knex: Knex,
  row: Id & Pick<Row, 'about' | 'fingerprint' | 'claim'>,
): Promise<Row['made_id'] | undefined> {
  const { rows } = await knex.raw<{ rows: Pick<Row, 'made_id'>[] }>(
    `insert into kept_answers as kept
       (tenant_id, method, path, key_hash, about, fingerprint, claim, claimed_until, created_at, made_id)
     values (?, ?, ?, ?, ?::uuid[], ?, ?, now() + interval '${LEASE_SECONDS} seconds', now(), ?)
     on conflict (tenant_id, method, path, key_hash) do update
       set fingerprint = excluded.fingerprint, claim = excluded.claim, claimed_until = excluded.claimed_until,
           created_at = excluded.created_at, status = null, sealed_body = null,
           made_id = case when kept.created_at >= now() - interval '${KEPT_HOURS} hours'
             and kept.fingerprint = excluded.fingerprint then kept.made_id else excluded.made_id end
       where kept.created_at < now() - interval '${KEPT_HOURS} hours'
         or (kept.status is null and kept.claimed_until < now()
           and (kept.fingerprint = excluded.fingerprint or kept.claimed_until = '-infinity'))
     returning made_id`,
    [row.tenant_id, row.method, row.path, row.key_hash, row.about, row.fingerprint, row.claim, newId()],
  );
  return rows[0]?.made_id;
}

/** Renews a claim until it is over; as the service, as a claim that ends too early has the request executed twice. */
function holdClaim(deps: Omit<KeptAnswersDeps, 'keyedHash'>, id: Id, claim: string): Omit<KeyClaim, 'made_id'> {
  const { knex } = deps.database;
  const held = (): Knex.QueryBuilder => knex('kept_answers').where({ ...id, claim });
  const renewal = setInterval(() => {
    // A renewal that fails is made up for by the next one.
    const claimed_until = knex.raw(`now() + interval '${LEASE_SECONDS} seconds'`);
    asTheService(() => held().update({ claimed_until })).catch(() => undefined);
  }, RENEW_EVERY_MS).unref();

  return {
    async keep({ status, body }) {
      clearInterval(renewal);
      const key = await deps.subjectKeys.obtain(SUBJECT);
      const about = knex.raw('about || ?::uuid[]', [idsIn(body)]);
      await asTheService(() => held().update({ status, sealed_body: sealValue(key, placeOf(id), body), about }));
    },
    async release() {
      clearInterval(renewal);
      await asTheService(() => held().delete());
    },
    async abandon() {
      clearInterval(renewal);
      await asTheService(() => held().update({ claimed_until: knex.raw(`'-infinity'`) }));
    },
  };
}
