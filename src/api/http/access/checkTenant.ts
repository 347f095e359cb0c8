import { isTenantId } from '../requests/formats.js';
import { ApiError } from '../responses/apiError.js';
import { isPlatform, type Caller } from './caller.js';

/**
 * Keeps a tenant's key to its tenant: a `tenant_id` that names another one is refused, wherever it stands. An empty one means "what the key may
 * see" where it filters a read; elsewhere it names the platform. What can be no tenant at all is left to the check of the form.
 * @throws ApiError 403
 */
export function checkTenant(caller: Caller, tenantId: unknown, use: 'filter' | 'target'): void {
  if (isPlatform(caller) || typeof tenantId !== 'string' || !isTenantId(tenantId)) return;
  if (tenantId === caller.tenant_id) return;
  if (tenantId === '' && use === 'filter') return;
  throw new ApiError(
    403,
    'The field `tenant_id` names another tenant than that of the API key; leave it out or name your own',
  );
}
