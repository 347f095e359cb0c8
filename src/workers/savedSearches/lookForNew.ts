import type { CommandContext } from '../../commands/core/context.js';
import type { FoundBefore } from '../../commands/savedSearches/foundBefore.js';
import type { SearchAlerts } from '../../commands/savedSearches/searchAlerts.js';
import type { SavedSearch } from '../../domain/savedSearches/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { SavedSearchQueries } from '../../projections/savedSearches/savedSearchesProjection.js';

/** What looking stands on. */
export interface LookForNewDeps {
  alerts: SearchAlerts;
  saved: Pick<SavedSearchQueries, 'alerting' | 'find'>;
  foundBefore: Pick<FoundBefore, 'setOutAt' | 'setOut'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Saved searches that are read at a time. */
const PAGE = 200;

/**
 * Milliseconds that a round takes in all, and for one tenant: rounds are a minute apart. A search may take seconds, and a tenant have
 * hundreds; what there is no time for now comes first the next time.
 */
const [ROUND_MS, OF_A_TENANT_MS] = [50_000, 10_000];

/**
 * Looks for what is new in the saved searches that tell it, in those first that have waited longest. One that is broken, or costs too much,
 * keeps none of the others, and no tenant keeps those of another.
 */
export async function lookForNew(deps: LookForNewDeps, context: CommandContext, stopping: AbortSignal): Promise<void> {
  const now = (): number => deps.clock().getTime();
  const began = now();
  const taken = new Map<string, number>();
  for (const { view_id, tenant_id } of await longestWaiting(deps)) {
    const before = now();
    if (stopping.aborted || before - began >= ROUND_MS) return;
    if ((taken.get(tenant_id) ?? 0) >= OF_A_TENANT_MS) continue;
    await look(deps, context, view_id).catch((error: unknown) =>
      deps.log.warn({ err: error, view_id }, 'a saved search could not be looked at for what is new'),
    );
    taken.set(tenant_id, (taken.get(tenant_id) ?? 0) + now() - before);
  }
}

async function look(
  { alerts, saved, foundBefore, clock }: LookForNewDeps,
  context: CommandContext,
  view_id: string,
): Promise<void> {
  // Before, whatever comes of it: one that is broken is not the first of every round.
  await foundBefore.setOut(view_id, clock());
  const search = await saved.find(view_id);
  if (search) await alerts.look(context, search);
}

type Waiting = Pick<SavedSearch, 'view_id' | 'tenant_id'>;

/** All that tell what they find, in the order in which they were looked for last. */
async function longestWaiting({ saved, foundBefore }: LookForNewDeps): Promise<Waiting[]> {
  const waiting: (Waiting & { since: number })[] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: Waiting[] = await saved.alerting(after, PAGE);
    const last = await foundBefore.setOutAt(page.map(({ view_id }) => view_id));
    waiting.push(...page.map((one) => ({ ...one, since: last.get(one.view_id)?.getTime() ?? 0 })));
    after = page.length === PAGE ? page.at(-1)?.view_id : undefined;
  }
  return waiting.toSorted((one, other) => one.since - other.since);
}
