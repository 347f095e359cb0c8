import { noneWithThisId } from '../../../domain/core/decider.js';
import type { MaySee } from '../../../projections/core/readModels.js';
import type { AsOf } from '../../../projections/core/asOf.js';
import { maySee, type Caller } from './caller.js';

/** Where things are found by their ids; as of a moment where one is named and the thing has a past. */
export interface Finds<Thing> {
  find(id: string, maySee: MaySee, asOf?: AsOf): Promise<Thing | undefined>;
}

/**
 * What has an id, as far as a caller may see it. `what` names it in the refusal.
 * @throws DomainError `not_found` where there is none, or the caller may not see it: nobody can tell which
 */
export async function findOwn<Thing extends { tenant_id: string }>(
  caller: Caller,
  queries: Finds<Thing>,
  { id, what, asOf }: { id: string; what: string; asOf?: AsOf | undefined },
): Promise<Thing> {
  const isSeen = (tenantId: string): boolean => maySee(caller, tenantId);
  const found = await queries.find(id.toLowerCase(), isSeen, asOf);
  if (!found || !isSeen(found.tenant_id)) throw noneWithThisId(what);
  return found;
}
