import DataLoader from 'dataloader';
import type { Database } from '../../../platform/database/database.js';
import type { ApiConfig } from '../services.js';

/** Who asks to be let in. `key_id` is absent when authentication is switched off. */
export interface AdmissionRequest {
  key_id?: string;
  tenant_id: string;
}

/** Whether a request may go on. */
export interface Admission {
  key: 'active' | 'revoked' | 'unknown';
  /** False: the tenant's window is full. */
  admitted: boolean;
  limit: number;
  /** Requests that the window has room for after this one. */
  remaining: number;
  /** Whole seconds, 1 to 60, until the oldest request leaves the window. */
  reset: number;
}

/** Lets a request in, or not. */
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

interface TenantRow {
  tenant_id: string;
  /** Asked keys that exist, and whether they are revoked. */
  keys: Record<string, boolean>;
  used: string;
  granted: number;
  reset_seconds: number;
}

/**
 * Asks whether the keys are still good and takes the requests off their tenants' limits, in one statement for all requests that
 * wait: the more there are, the less each costs. Requests of revoked keys take nothing.
 */
export function createAdmission(database: Database, config: Pick<ApiConfig, 'rateLimit' | 'rateLimitTenants'>): Admit {
  const limitOf = (tenant: string): number => config.rateLimitTenants.get(tenant) ?? config.rateLimit;
  let lastBatch: Promise<unknown> = Promise.resolve();
  const admitAll = (requests: readonly AdmissionRequest[]): Promise<Admission[]> => {
    const batch = query(database, requests, limitOf).then((rows) => share(requests, rows, limitOf));
    lastBatch = batch.catch(() => undefined);
    return batch;
  };
  // Requests join a batch until the event loop has read from every socket and the batch before is back.
  const batchScheduleFn = (dispatch: () => void): void => void setImmediate(() => void lastBatch.then(dispatch));
  const loader = new DataLoader(admitAll, { cache: false, maxBatchSize: 500, batchScheduleFn });
  return (request) => loader.load(request);
}

const ADMIT = `
select asked.tenant_id, asked.keys, window_of.used, window_of.granted, window_of.reset_seconds
from (
  select a.tenant_id, min(a.quota) as quota,
    count(*) filter (where a.key_id = '' or not k.revoked)::int as wanted,
    coalesce(jsonb_object_agg(k.id, k.revoked) filter (where k.id is not null), '{}') as keys
  from unnest(?::text[], ?::text[], ?::int[]) as a (key_id, tenant_id, quota)
  left join api_keys k on k.row_key = a.key_id
  group by a.tenant_id
  order by a.tenant_id
) asked
cross join lateral admit_requests(asked.tenant_id, asked.wanted, asked.quota) as window_of`;

async function query(
  database: Database,
  requests: readonly AdmissionRequest[],
  limitOf: (tenant: string) => number,
): Promise<Map<string, TenantRow>> {
  const { rows } = await database.knex.raw<{ rows: TenantRow[] }>(ADMIT, [
    requests.map((request) => request.key_id ?? ''),
    requests.map((request) => request.tenant_id),
    requests.map((request) => limitOf(request.tenant_id)),
  ]);
  return new Map(rows.map((row) => [row.tenant_id, row]));
}

/** Hands what each tenant was granted to its requests, first come first served. */
function share(
  requests: readonly AdmissionRequest[],
  rows: ReadonlyMap<string, TenantRow>,
  limitOf: (tenant: string) => number,
): Admission[] {
  const served = new Map<string, number>();
  return requests.map(({ key_id, tenant_id }) => {
    const row = rows.get(tenant_id);
    if (!row) throw new Error('The rate limit gave no answer for a tenant');
    const limit = limitOf(tenant_id);
    const reset = Math.min(60, Math.max(1, Math.ceil(row.reset_seconds)));
    const revoked = key_id === undefined ? false : row.keys[key_id];
    if (revoked !== false) {
      return { key: revoked ? 'revoked' : 'unknown', admitted: false, limit, remaining: 0, reset };
    }
    const turn = (served.get(tenant_id) ?? 0) + 1;
    served.set(tenant_id, turn);
    const remaining = Math.max(0, limit - Number(row.used) - turn);
    return { key: 'active', admitted: turn <= row.granted, limit, remaining, reset };
  });
}
