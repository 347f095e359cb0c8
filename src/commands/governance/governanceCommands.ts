import cron from 'node-cron';
import { v7 as newId } from 'uuid';
import { noAgentFor } from '../../domain/agents/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import {
  assertRunning,
  cronOf,
  driftOf,
  driftTimes,
  governanceRun,
  type GovernanceRun,
  governanceRunStream,
  governanceSet,
  type GovernanceSet,
  governanceSetStream,
  type GovernanceSettings,
  type GovernanceSummary,
  readGovernanceConfig,
  runIn,
} from '../../domain/governance/index.js';
import type { BulkJob, BulkJobs, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { Clock } from '../../platform/clock.js';
import type { GovernanceRunQueries } from '../../projections/governance/governanceRunsProjection.js';
import type { GovernanceSetQueries } from '../../projections/governance/governanceSetsProjection.js';
import type { AgentDirectory } from '../agents/agentDirectory.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import { GOVERNANCE, governanceKind, type GovernanceKindDeps, type GovernanceParameters } from './governanceKind.js';
import type { GovernanceResult, GovernanceResults, ResultFilter } from './governanceResults.js';

/** What a governance set is to be. */
export type GovernanceSetInput = Pick<GovernanceSet, 'context_id'> & GovernanceSettings;

/** What can be asked of governance. Whether who asks may see a set or a run is seen to before. */
export interface GovernanceCommands {
  /**
   * Keeps a set for the context's tenant.
   * @param id For a retried request the id that it was given before
   * @throws DomainError `not_found` for an unknown type or goal, `invalid`, `rule_broken` where the tenant has too many
   */
  create(context: CommandContext, input: GovernanceSetInput, id?: string): Promise<Committed<GovernanceSet>>;
  /** What is left out stays. @throws DomainError `not_found`, `invalid`, `changed` */
  change(
    context: CommandContext,
    governance_id: string,
    changes: Partial<GovernanceSettings>,
    ifRevision?: readonly bigint[],
  ): Promise<Committed<GovernanceSet>>;
  /** Its runs stay, and one that is under way goes on. @throws DomainError `not_found` */
  remove(context: CommandContext, governance_id: string): Promise<Committed<void>>;
  /**
   * Begins a run, whether the set is enabled or not.
   * @param run_id For a retried request, and for a tick, the id that it was given before: it begins once
   * @throws DomainError `not_found`, `conflict` where as many of the tenant run as may
   */
  begin(
    context: CommandContext,
    governance_id: string,
    tick?: string | null,
    run_id?: string,
  ): Promise<Committed<GovernanceRun>>;
  /** Has the work of a run that has begun be there. */
  goOn(run_id: string): Promise<void>;
  /** Ends a run as failed, with what it counted so far. @throws DomainError `not_found`, `conflict` once it has ended */
  cancel(context: CommandContext, run_id: string): Promise<Committed<GovernanceRun>>;
  /** What runs found, newest document first. */
  results(run_id: string, filter: ResultFilter): Promise<GovernanceResult[]>;
  /** What a run that goes on counts by now. */
  progress(run: GovernanceRun): Promise<GovernanceRun>;
  /** How workers do it. */
  work: BulkKind<GovernanceParameters>;
}

/** What the commands of governance stand on. */
export interface GovernanceCommandsDeps extends Omit<GovernanceKindDeps, 'ended' | 'handler'> {
  handler: CommandHandler;
  documentTypes: Pick<DocumentTypeCatalog, 'resolve'>;
  agents: Pick<AgentDirectory, 'findByGoal'>;
  /** How many a tenant has, by the read models: bounds which those who ask at the same moment may pass by as many as they are. */
  sets: Pick<GovernanceSetQueries, 'count'>;
  runs: Pick<GovernanceRunQueries, 'running'>;
  results: GovernanceResults;
  jobs: BulkJobs;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    governance: GovernanceCommands;
  }
}

/** Most sets of one tenant. */
const MOST_SETS = 200;
/** Most runs of one tenant that somebody began and that go on at the same time. */
const MOST_RUNNING = 10;

/** Creates the commands of governance. */
export function createGovernanceCommands(deps: GovernanceCommandsDeps): GovernanceCommands {
  const { handler, jobs, results } = deps;
  return {
    ...ofSets(deps),
    ...ofRuns(deps),
    results: (run_id, filter) => results.list(run_id, filter),

    async progress(run) {
      if (run.status !== 'running') return run;
      const job = await jobs.find(run.run_id);
      return { ...run, ...(await results.count(run.run_id)), error_count: job?.items_failed ?? 0 };
    },

    work: governanceKind({
      ...deps,
      ended: async (run_id, job) => void (await end(deps, CONTEXT(run_id), run_id, job)),
    }),

    async cancel(context, run_id) {
      const { state, mode } = await handler.load(governanceRunStream(run_id), governanceRun);
      const run = runIn(state);
      assertOwnWorld(context, mode);
      assertRunning(run);
      await jobs.cancel(run_id);
      const job = await jobs.find(run_id);
      // One that ended at this very moment is not cancelled any more.
      if (job && job.reason !== 'cancelled') assertRunning({ status: 'completed' });
      return end(deps, { ...context, tenant_id: run.tenant_id }, run_id, job ?? NEVER_BEGUN);
    },
  };
}

/** As whom workers end a run. */
const CONTEXT = (run_id: string): CommandContext => ({
  ...{ tenant_id: '', actor: 'worker:governance', correlation_id: run_id, causation_id: run_id },
});

const NEVER_BEGUN = { state: 'failed', reason: 'cancelled', items_failed: 0 } as const;

/** Commands of sets. */
function ofSets({
  handler,
  documentTypes,
  agents,
  sets,
  clock,
}: GovernanceCommandsDeps): Pick<GovernanceCommands, 'create' | 'change' | 'remove'> {
  const kept = ({ state }: { state: ReturnType<typeof governanceSet.evolve> }): GovernanceSet => {
    if (state.status !== 'kept') throw noneWithThisId('governance set');
    return state.set;
  };
  /** The platform's own sets look at the cases of all tenants, whatever their agents are. */
  const assertGoal = async (tenant_id: string, config: GovernanceSettings['config'] | undefined): Promise<void> => {
    const goal = config && readGovernanceConfig(config).goal;
    if (goal === undefined || tenant_id === PLATFORM || (await agents.findByGoal(tenant_id, goal))) return;
    throw noAgentFor(goal);
  };
  return {
    async create(context, { context_id, ...settings }, governance_id = newId()) {
      const { tenant_id } = context;
      assertSchedule(settings.schedule);
      if (!(await documentTypes.resolve({ tenant_id, context_id }))) {
        throw new DomainError('not_found', `There is no document type ${context_id}`);
      }
      await assertGoal(tenant_id, settings.config);
      const stream = governanceSetStream(governance_id);
      const known = await handler.load(stream, governanceSet);
      if (known.state.status === 'not_there' && (await sets.count(tenant_id, MOST_SETS)) >= MOST_SETS) {
        const detail = `The tenant has ${MOST_SETS} governance sets, and takes no more; delete some first`;
        throw new DomainError('rule_broken', detail);
      }
      const set = { governance_id, tenant_id, context_id, ...settings };
      const command = { type: 'create', set, at: clock().toISOString() } as const;
      const created = await handler.handle({ stream, decider: governanceSet, context, command, known });
      return committed(kept(created), created);
    },

    async change(context, governance_id, changes, ifRevision) {
      if (changes.schedule !== undefined) assertSchedule(changes.schedule);
      await assertGoal(context.tenant_id, changes.config);
      const command = { type: 'change', changes, at: clock().toISOString() } as const;
      const stream = governanceSetStream(governance_id);
      const changed = await handler.handle({ stream, decider: governanceSet, context, command, ifRevision });
      return committed(kept(changed), changed);
    },

    async remove(context, governance_id) {
      const command = { type: 'delete', at: clock().toISOString() } as const;
      const stream = governanceSetStream(governance_id);
      return committed(undefined, await handler.handle({ stream, decider: governanceSet, context, command }));
    },
  };
}

/** How runs begin, and go on. */
function ofRuns({ handler, runs, jobs, clock }: GovernanceCommandsDeps): Pick<GovernanceCommands, 'begin' | 'goOn'> {
  const goOn = async (run_id: string): Promise<void> => {
    await jobs.start({ name: GOVERNANCE }, { run_id } satisfies GovernanceParameters, run_id);
  };
  return {
    goOn,

    async begin(context, governance_id, tick = null, run_id = newId()) {
      const { state } = await handler.load(governanceSetStream(governance_id), governanceSet);
      if (state.status !== 'kept') throw noneWithThisId('governance set');
      const { tenant_id, context_id, config } = state.set;
      const stream = governanceRunStream(run_id);
      const known = await handler.load(stream, governanceRun);
      if (tick === null && known.state.status === 'not_begun') {
        const running = await runs.running(tenant_id, MOST_RUNNING);
        if (running >= MOST_RUNNING) throw tooMany();
      }
      const trigger = tick === null ? ('manual' as const) : ('schedule' as const);
      const begun = await handler.handle({
        ...{ stream, decider: governanceRun, known, context: { ...context, tenant_id } },
        command: {
          type: 'begin',
          run: {
            ...{ run_id, governance_id, tenant_id, context_id, config, trigger, tick },
            started_at: clock().toISOString(),
          },
        },
      });
      const run = runIn(begun.state);
      if (run.status === 'running') await goOn(run_id);
      return committed(run, begun);
    },
  };
}

const tooMany = (): DomainError =>
  new DomainError(
    'conflict',
    `The tenant has ${MOST_RUNNING} governance runs under way, and begins no more; wait for one to end, or cancel it`,
  );

/** Records how a run ended, with what it counted. */
async function end(
  { handler, results, clock }: Pick<GovernanceCommandsDeps, 'handler' | 'results' | 'clock'>,
  context: CommandContext,
  run_id: string,
  job: Pick<BulkJob, 'state' | 'reason' | 'items_failed'>,
): Promise<Committed<GovernanceRun>> {
  const stream = governanceRunStream(run_id);
  const known = await handler.load(stream, governanceRun);
  const run = runIn(known.state);
  const { tenant_id } = run;
  const summary = { ...(await results.summary(run_id)), ...(await driftIn(results, run)) };
  const outcome = {
    ...{ ...(await results.count(run_id)), error_count: job.items_failed, summary },
    error: job.state === 'completed' ? null : (job.reason ?? 'It broke off'),
  };
  const ended = await handler.handle({
    ...{ stream, decider: governanceRun, known, context: { ...context, tenant_id } },
    command: { type: 'end', outcome, at: clock().toISOString() },
  });
  return committed(runIn(ended.state), ended);
}

/** How the documents of a run drift, where its set asks. */
async function driftIn(
  results: Pick<GovernanceResults, 'driftCount'>,
  { run_id, config, started_at }: GovernanceRun,
): Promise<Pick<GovernanceSummary, 'drift'>> {
  const { drift } = readGovernanceConfig(config);
  if (!drift) return {};
  const { since, from } = driftTimes(drift, started_at);
  const [now, before] = [
    await results.driftCount(run_id, since, started_at),
    await results.driftCount(run_id, from, since),
  ];
  return { drift: driftOf(drift, since, { now, before }) };
}

/** Holds a schedule to one that makes sense. @throws DomainError `invalid` */
function assertSchedule(schedule: string): void {
  const expression = cronOf(schedule);
  if (expression.length <= 100 && expression.trim().split(/\s+/).length === 5 && cron.validate(expression)) return;
  throw new DomainError(
    'invalid',
    'The field `schedule` must be hourly, daily, weekly, monthly or a cron expression of five fields (UTC), such as `30 6 * * 1-5`',
  );
}
