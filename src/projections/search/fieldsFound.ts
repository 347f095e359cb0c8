import { EVERYTHING } from '../../platform/search/condition.js';
import { createFieldsSeen, type FieldFound } from '../../platform/search/fieldsOf.js';
import type { Search, SearchKind, SortValues } from '../../platform/search/search.js';
import type { TenantScope } from '../../platform/search/tenantScope.js';

/** By how many things, the newest, it is told which fields there are: what came in long ago is seldom asked for, and looking at all takes as long as there are many. */
const MOST_LOOKED_AT = 1_000;

/** Things that are in memory at a time: each can hold much. */
const AT_ONCE = 200;

/** The fields that the newest things of a kind have, by their names. @throws SearchTooDear */
export async function fieldsFound(
  search: Pick<Search, 'hits'>,
  scope: TenantScope,
  kind: SearchKind,
  mostLookedAt = MOST_LOOKED_AT,
): Promise<FieldFound[]> {
  const fields = createFieldsSeen();
  let after: SortValues | undefined;
  for (let left = mostLookedAt; left > 0; left -= AT_ONCE) {
    const found = await search.hits(scope, { kind, where: EVERYTHING, sort: [], limit: AT_ONCE, after });
    const hits = found.slice(0, AT_ONCE);
    for (const { source } of hits) fields.look(source);
    if (found.length <= AT_ONCE) break;
    after = hits.at(-1)?.sort;
  }
  return fields.told();
}
