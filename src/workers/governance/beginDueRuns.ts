import { v5 } from 'uuid';
import type { GovernanceCommands } from '../../commands/governance/governanceCommands.js';
import type { CommandContext } from '../../commands/core/context.js';
import { cronOf, type GovernanceRun, type GovernanceSet } from '../../domain/governance/index.js';
import { newestTick } from '../../platform/cronTicks.js';
import type { Clock } from '../../platform/clock.js';
import type { Log } from '../../platform/log.js';
import type { GovernanceRunQueries } from '../../projections/governance/governanceRunsProjection.js';
import type { GovernanceSetQueries } from '../../projections/governance/governanceSetsProjection.js';

/** What beginning runs stands on. */
export interface BeginDueRunsDeps {
  governance: Pick<GovernanceCommands, 'begin' | 'goOn'>;
  sets: Pick<GovernanceSetQueries, 'enabled'>;
  runs: Pick<GovernanceRunQueries, 'find' | 'isRunning' | 'allRunning'>;
  clock: Clock;
  log: Pick<Log, 'warn'>;
}

/** Sets, and runs, that are read at a time. */
const PAGE = 200;

/**
 * Begins a run for each set whose tick has come. Its id is made from set and tick: whoever finds the same tick begins the same run. Of ticks
 * that passed while nobody looked, or while the run before went on, the newest counts. One set that is broken keeps none of the others.
 */
export async function beginDueRuns(
  deps: BeginDueRunsDeps,
  context: CommandContext,
  stopping: AbortSignal,
): Promise<void> {
  await goOnWithRuns(deps, stopping);
  const now = deps.clock();
  let after: string | undefined = '';
  while (after !== undefined) {
    const page: GovernanceSet[] = await deps.sets.enabled(after, PAGE);
    for (const set of page) {
      if (stopping.aborted) return;
      await beginIfDue(deps, context, set, now).catch((error: unknown) =>
        deps.log.warn({ err: error, governance_id: set.governance_id }, 'a governance run could not be begun'),
      );
    }
    after = page.length === PAGE ? page.at(-1)?.governance_id : undefined;
  }
}

async function beginIfDue(
  { governance, runs }: BeginDueRunsDeps,
  context: CommandContext,
  { governance_id, tenant_id, schedule, scheduled_at }: GovernanceSet,
  now: Date,
): Promise<void> {
  const tick = newestTick(cronOf(schedule), now);
  if (tick.getTime() <= Date.parse(scheduled_at)) return;
  const run_id = runOfTick(governance_id, tick);
  if ((await runs.find(run_id)) || (await runs.isRunning(governance_id))) return;
  await governance.begin({ ...context, tenant_id }, governance_id, tick.toISOString(), run_id);
}

/** The id of the run of a tick: a UUID of version 5 (RFC 9562) of the tick, in the namespace of the set. */
export const runOfTick = (governance_id: string, tick: Date): string => v5(tick.toISOString(), governance_id);

/** Whoever began a run may have died before its work was there. */
async function goOnWithRuns({ governance, runs, log }: BeginDueRunsDeps, stopping: AbortSignal): Promise<void> {
  let after: Pick<GovernanceRun, 'started_at' | 'run_id'> | undefined = { started_at: '', run_id: '' };
  while (after !== undefined) {
    const page: GovernanceRun[] = await runs.allRunning(after, PAGE);
    for (const { run_id } of page) {
      if (stopping.aborted) return;
      await governance
        .goOn(run_id)
        .catch((error: unknown) => log.warn({ err: error, run_id }, 'a governance run could not be gone on with'));
    }
    after = page.length === PAGE ? page.at(-1) : undefined;
  }
}
