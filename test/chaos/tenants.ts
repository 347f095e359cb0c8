import type { Callers } from './callers.js';

/** The tenants of the load. */
export const TENANTS = ['north', 'south'] as const;

/** Whose requests nobody should make. A tenant of its own: what comes of them is not taken for the load's. */
export const STRANGER = 'stranger';

/** What is asked with. */
export interface Keys {
  /** A key of the platform. */
  firstKey: string;
  /** A key of each tenant that is asked with as the tenant itself. */
  tenantKeys: ReadonlyMap<string, string>;
}

/** Issues each tenant a key that may do all that callers do; what was issued and not heard of does no harm. */
export async function issueTenantKeys({
  callers,
  firstKey,
}: {
  callers: Callers;
  firstKey: string;
}): Promise<ReadonlyMap<string, string>> {
  const keys = TENANTS.map(async (tenant_id): Promise<[string, string]> => {
    const body = { tenant_id, name: 'The tenant itself', scopes: ['read', 'write'] };
    const ask = { method: 'POST', path: '/v1/admin/keys', as: firstKey, body } as const;
    const answered = await callers.untilAnswered(ask);
    if (answered.status !== 201) throw new Error(`The key of ${tenant_id} was answered ${answered.status}`);
    return [tenant_id, String(answered.body['raw_key'])];
  });
  return new Map(await Promise.all(keys));
}

/**
 * With which key something of a tenant is asked for: of two, one by the tenant itself and one by the platform for it. Who asks again
 * asks with the same one.
 */
export const whoAsks = (
  { firstKey, tenantKeys }: Keys,
  { number, tenant }: { number: number; tenant: string },
): string => (number % 2 === 0 ? (tenantKeys.get(tenant) ?? firstKey) : firstKey);
