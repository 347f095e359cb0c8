import type { SearchKind } from '../../platform/search/search.js';
import type { Call } from '../http/call.js';

/** What was searched: a kind of thing, of one tenant or of all. */
interface Searched {
  kind: SearchKind;
  tenant_id: string | undefined;
}

/**
 * Records, where the tenant asks for it, that the caller is about to be shown what a search found. Of the audit trail nothing is recorded: it has
 * nothing personal. What is found of all tenants together stands in the trail of the platform.
 * @param of Ids of what was found; none where values of many are shown together
 */
export async function searchShown(
  call: Pick<Call, 'shown'>,
  { kind, tenant_id = '' }: Searched,
  of: readonly string[] = [],
): Promise<void> {
  if (kind !== 'events') await call.shown(tenant_id, of);
}
