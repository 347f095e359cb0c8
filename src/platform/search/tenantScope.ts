declare const checked: unique symbol;

/**
 * Whose things a search may find. Only the two functions below make one, and every question to the index takes one: a search that
 * forgot whose it is does not compile.
 */
export interface TenantScope {
  readonly [checked]: true;
  /** The tenant, or null for every tenant. */
  readonly tenant: string | null;
}

const scope = (tenant: string | null): TenantScope => ({ tenant }) as TenantScope;

/** What belongs to one tenant; `''` is the platform. */
export const onlyOf = (tenant: string): TenantScope => scope(tenant);

/** What belongs to anybody: for whoever speaks for the platform. */
export const everyTenant: TenantScope = scope(null);
