import DataLoader from 'dataloader';
import type { Database } from '../../../platform/database/database.js';
import { prepared } from '../../../platform/database/prepared.js';
import type { ApiKeyQueries } from '../../../projections/apiKeys/apiKeysProjection.js';
import { EXPIRING_KEYS, REVOKED_KEYS } from '../../../projections/apiKeys/revokedKeys.js';
import type { Clock } from '../../../platform/clock.js';
import { within } from '../../../platform/within.js';
import type { ApiConfig } from '../services.js';

/** Who asks to be let in. `key_id` is absent when authentication is switched off. */
export interface AdmissionRequest {
  key_id?: string;
  tenant_id: string;
  /** Where a session stands for the key: it has a minute of its own. */
  session_id?: string;
  /** Who comes with the link of a case has a minute of that link's, which is a customer's: small. */
  link_id?: string;
}

/** Requests with one link in a rolling minute: more than a customer makes, on two devices, and too few to keep the readers of documents busy. */
const OF_A_LINK = 120;

/** Whether a request may go on. */
export interface Admission {
  /** The key is good for nothing any more. */
  revoked: boolean;
  /** It was given an end, which has come: the same, by another name. */
  expired: boolean;
  /** False: the window of the tenant, of the session or of the link is full. */
  admitted: boolean;
  limit: number;
  /** Requests that the window has room for after this one. */
  remaining: number;
  /** Whole seconds, 1 to 60, until the oldest request leaves the window. */
  reset: number;
}

/** Most that a batch may take: the next one waits for it. */
const BATCH_MS = 5_000;

/** Lets a request in, or not. */
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

interface WindowRow {
  /** Whose the window is: a tenant, or `session:<id>` or `link:<id>`, which no tenant is called. */
  window_name: string;
  /** Ids of those of the asked keys that are revoked. */
  revoked: string[];
  /** Ids of those that have expired. */
  expired: string[];
  used: string;
  granted: number;
  reset_seconds: number;
}

/**
 * Asks whether the keys are still good and takes the requests off their tenants' limits, in one statement for all requests that
 * wait: the more there are, the less each costs. Requests of revoked keys take nothing. A key is revoked where either says so,
 * the list of revocations, which no projection writes, or the read model, which the log can make anew; and so with when it expires.
 */
export function createAdmission(
  database: Database,
  config: Pick<ApiConfig, 'rateLimit' | 'rateLimitTenants' | 'consoleRateLimit'>,
  apiKeys: Pick<ApiKeyQueries, 'source'>,
  clock: Clock = () => new Date(),
): Admit {
  const limitOf = ({ tenant_id, session_id, link_id }: AdmissionRequest): number => {
    if (link_id !== undefined) return OF_A_LINK;
    return session_id !== undefined
      ? config.consoleRateLimit
      : (config.rateLimitTenants.get(tenant_id) ?? config.rateLimit);
  };
  let lastBatch: Promise<unknown> = Promise.resolve();
  const admitAll = (requests: readonly AdmissionRequest[]): Promise<Admission[]> => {
    const answer = within(BATCH_MS, query(database, apiKeys, requests, { limitOf, at: clock().toISOString() }));
    const batch = answer.then((rows) => share(requests, rows, limitOf));
    lastBatch = batch.catch(() => undefined);
    return batch;
  };
  // Requests join a batch until the event loop has read from every socket and the batch before is back.
  const batchScheduleFn = (dispatch: () => void): void => void setImmediate(() => void lastBatch.then(dispatch));
  const loader = new DataLoader(admitAll, { cache: false, maxBatchSize: 500, batchScheduleFn });
  return (request) => loader.load(request);
}

/** Each key is looked up by itself: a plan that reads a table of keys as a whole, because it was small, must not survive its growth. */
const admitStatement = (apiKeys: string): string => `
select asked.window_name, asked.revoked, asked.expired, window_of.used, window_of.granted, window_of.reset_seconds
from (
  select a.window_name, min(a.quota) as quota,
    count(*) filter (where not a.revoked and not a.expired)::int as wanted,
    coalesce(array_agg(a.key_id) filter (where a.revoked), '{}') as revoked,
    coalesce(array_agg(a.key_id) filter (where a.expired and not a.revoked), '{}') as expired
  from (
    select a.*, r.found is true or k.revoked is true as revoked,
      coalesce(least(e.expires_at, k.expires_at) <= (select ?::text) collate "C", false) as expired
    from unnest((select ?::text[]), (select ?::text[]), (select ?::int[])) as a (key_id, window_name, quota)
    left join lateral (select true as found from ${REVOKED_KEYS} where key_id = a.key_id limit 1) r on true
    left join lateral (select expires_at from ${EXPIRING_KEYS} where key_id = a.key_id limit 1) e on true
    left join lateral (select revoked, expires_at from ${apiKeys} where row_key = a.key_id limit 1) k on true
  ) a
  group by a.window_name
  order by a.window_name
) asked
cross join lateral admit_requests(asked.window_name, asked.wanted, asked.quota) as window_of`;

async function query(
  database: Database,
  apiKeys: Pick<ApiKeyQueries, 'source'>,
  requests: readonly AdmissionRequest[],
  { limitOf, at }: { limitOf: (request: AdmissionRequest) => number; at: string },
): Promise<Map<string, WindowRow>> {
  const { rows } = await prepared<WindowRow>(database.knex, admitStatement(await apiKeys.source()), [
    at,
    requests.map((request) => request.key_id ?? ''),
    requests.map(windowOf),
    requests.map(limitOf),
  ]);
  return new Map(rows.map((row) => [row.window_name, row]));
}

const windowOf = ({ tenant_id, session_id, link_id }: AdmissionRequest): string => {
  if (link_id !== undefined) return `link:${link_id}`;
  return session_id === undefined ? tenant_id : `session:${session_id}`;
};

/** Hands what each window was granted to its requests, first come first served. */
function share(
  requests: readonly AdmissionRequest[],
  rows: ReadonlyMap<string, WindowRow>,
  limitOf: (request: AdmissionRequest) => number,
): Admission[] {
  const served = new Map<string, number>();
  return requests.map((request) => {
    const { key_id } = request;
    const name = windowOf(request);
    const row = rows.get(name);
    if (!row) throw new Error('The rate limit gave no answer for a tenant');
    const limit = limitOf(request);
    const reset = Math.min(60, Math.max(1, Math.ceil(row.reset_seconds)));
    const [revoked, expired] = [row.revoked, row.expired].map((ids) => key_id !== undefined && ids.includes(key_id));
    if (revoked || expired) {
      return { revoked: revoked === true, expired: expired === true, admitted: false, limit, remaining: 0, reset };
    }
    const turn = (served.get(name) ?? 0) + 1;
    served.set(name, turn);
    const remaining = Math.max(0, limit - Number(row.used) - turn);
    return { revoked: false, expired: false, admitted: turn <= row.granted, limit, remaining, reset };
  });
}
