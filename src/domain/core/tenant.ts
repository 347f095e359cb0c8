import { DomainError } from './decider.js';

/** The tenant id of the platform itself; document types that belong to it are global. */
export const PLATFORM = '';

/** A tenant needs no registration, only a name of this form. */
const TENANT_ID = /^[A-Za-z0-9._-]{1,64}$/;

/** Holds a tenant id to its form; the platform's empty one is fine. @throws DomainError `invalid` */
export function assertTenantId(tenantId: string): void {
  if (tenantId === PLATFORM || TENANT_ID.test(tenantId)) return;
  throw new DomainError(
    'invalid',
    'tenant_id must be 1 to 64 letters, digits, dots, dashes or underscores, or empty for the platform',
  );
}
