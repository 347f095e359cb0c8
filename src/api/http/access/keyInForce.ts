import type { Database } from '../../../platform/database/database.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { ApiKeyQueries } from '../../../projections/apiKeys/apiKeysProjection.js';
import { EXPIRING_KEYS, REVOKED_KEYS } from '../../../projections/apiKeys/revokedKeys.js';
import type { Clock } from '../../../platform/clock.js';
import { within } from '../../../platform/within.js';
import { sessionLasts } from '../sessions/sessions.js';
import type { Caller } from './caller.js';
import { endedSession } from './endedSession.js';
import { expiredKey, revokedKey } from './verifyKey.js';

/** Longer the database is not waited for. */
const ASKED_WITHIN_MS = 5_000;

/** What it takes to know whether a key is still good. */
export interface KeyInForceDeps {
  database: Database;
  queries: { apiKeys: Pick<ApiKeyQueries, 'source'> };
  clock: Clock;
}

/**
 * Holds an answer that goes on for long to the key that asked for it, which may have been revoked, or come to its end, since it was let in; and
 * to the session, where it came with one, which may have ended.
 * It goes by the same tables as the letting in, and takes nothing off the limit.
 * @throws ApiError 401 @throws TookTooLong
 */
export async function assertInForce(
  { database, queries, clock }: KeyInForceDeps,
  { key_id, session_id }: Pick<Caller, 'key_id' | 'session_id'>,
): Promise<void> {
  if (session_id !== undefined && !(await sessionLasts({ database, clock }, session_id))) throw endedSession();
  // A person has signed in with an account of their own, or authentication is switched off.
  if (key_id === undefined) return;
  const statement = overStatement(await queries.apiKeys.source());
  const asked = prepared<{ revoked: boolean; expired: boolean }>(database.knex, statement, [
    clock().toISOString(),
    key_id,
  ]);
  const [key] = (await within(ASKED_WITHIN_MS, asked)).rows;
  if (key?.revoked) throw revokedKey();
  if (key?.expired) throw expiredKey();
}

const overStatement = (apiKeys: string): string => `
select r.found is true or k.revoked is true as revoked,
  coalesce(least(e.expires_at, k.expires_at) <= asked.at collate "C", false) as expired
from (select (select ?::text) as at, (select ?::text) as key_id) asked
left join lateral (select true as found from ${REVOKED_KEYS} where key_id = asked.key_id limit 1) r on true
left join lateral (select expires_at from ${EXPIRING_KEYS} where key_id = asked.key_id limit 1) e on true
left join lateral (select revoked, expires_at from ${apiKeys} where row_key = asked.key_id limit 1) k on true`;
