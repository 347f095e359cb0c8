import { z } from 'zod';
import { type Decider, DomainError, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import type { GovernanceDrift } from './drift.js';
import type { GovernanceConfigGiven } from './governanceConfig.js';

/** What a run counted: documents, each once. */
export interface GovernanceCounts {
  total_docs: number;
  /** Those that break no rule of their type as it is now. */
  passed: number;
  failed: number;
  /** Those that could not be judged; they are in none of the others. */
  error_count: number;
}

/** What a run says of all that it looked at. */
export interface GovernanceSummary {
  /** Documents that broke no rule when they were read, or last corrected, and break one now. */
  newly_failed: number;
  /** Documents that broke one then, and break none now. */
  newly_passed: number;
  /** Decisions of cases that would be different now. */
  decisions_differing: number;
  /** How many documents break a rule in a field, by its name: the hundred with the most. */
  failed_by_field: { [field: string]: number };
  /** How the documents drift; absent where the set does not ask. */
  drift?: GovernanceDrift | undefined;
}

/** A look at all documents of a governance set. */
export interface GovernanceRun extends GovernanceCounts {
  run_id: string;
  governance_id: string;
  tenant_id: string;
  /** As they were in the set when it began. */
  context_id: string;
  config: GovernanceConfigGiven;
  /** What made it begin. */
  trigger: 'schedule' | 'manual';
  /** The tick of the schedule that it is for, ISO 8601; null for none. */
  tick: string | null;
  status: 'running' | 'completed' | 'failed';
  /** Null until it has ended. */
  summary: GovernanceSummary | null;
  /** Why it failed. */
  error: string | null;
  /** ISO 8601 */
  started_at: string;
  /** ISO 8601; null while it runs. */
  completed_at: string | null;
}

const identity = { run_id: z.string(), governance_id: z.string(), tenant_id: z.string() };

/** A set began to look at its documents. */
export const GovernanceRunBegun = defineEvent(
  'GovernanceRunBegun',
  z.object({
    ...identity,
    context_id: z.string(),
    config: z.record(z.string(), z.json()) satisfies z.ZodType<GovernanceConfigGiven>,
    trigger: z.enum(['schedule', 'manual']),
    tick: z.string().nullable(),
    started_at: z.string(),
  }),
);

const thenAndNow = z.object({ now: z.number().nullable(), before: z.number().nullable() });

const drift = z.object({
  since: z.string(),
  documents: z.object({ now: z.number(), before: z.number() }),
  valid: thenAndNow,
  fields: z.array(
    z.object({
      ...{ field: z.string(), valid: thenAndNow, filled: thenAndNow, confidence: thenAndNow },
      moved: z.number().nullable(),
    }),
  ),
  alarms: z.array(
    z.object({
      ...{ field: z.string().nullable(), measure: z.enum(['valid', 'filled', 'confidence', 'moved']) },
      ...{ is: z.number(), limit: z.number() },
    }),
  ),
}) satisfies z.ZodType<GovernanceDrift>;

/** All was looked at, or no more is. */
export const GovernanceRunEnded = defineEvent(
  'GovernanceRunEnded',
  z.object({
    ...identity,
    status: z.enum(['completed', 'failed']),
    ...{ total_docs: z.number(), passed: z.number(), failed: z.number(), error_count: z.number() },
    summary: z.object({
      ...{ newly_failed: z.number(), newly_passed: z.number(), decisions_differing: z.number() },
      failed_by_field: z.record(z.string(), z.number()),
      drift: drift.optional(),
    }) satisfies z.ZodType<GovernanceSummary>,
    error: z.string().nullable(),
    completed_at: z.string(),
  }),
);

/** A run found what its set demands of drift not to be so: how often. What it is stands with its end. */
export const GovernanceDrifted = defineEvent(
  'GovernanceDrifted',
  z.object({ ...identity, alarms: z.number(), found_at: z.string() }),
);

/** What can happen to a run. */
export type GovernanceRunEvent =
  EventOf<typeof GovernanceRunBegun> | EventOf<typeof GovernanceRunEnded> | EventOf<typeof GovernanceDrifted>;

/** What can be asked of a run. */
export type GovernanceRunCommand =
  | {
      type: 'begin';
      run: Pick<
        GovernanceRun,
        'run_id' | 'governance_id' | 'tenant_id' | 'context_id' | 'config' | 'trigger' | 'tick' | 'started_at'
      >;
    }
  | {
      type: 'end';
      outcome: GovernanceCounts & Pick<GovernanceRun, 'error'> & { summary: GovernanceSummary };
      /** ISO 8601 */
      at: string;
    };

/** What has become of a run. */
export type GovernanceRunState = { status: 'not_begun' } | { status: 'begun'; run: GovernanceRun };

/** The stream of a run. */
export const governanceRunStream = (run_id: string): string => `governanceRun-${run_id}`;

/** The rules of runs: one begins once and ends once, however often it is asked for. */
export const governanceRun: Decider<GovernanceRunState, GovernanceRunCommand, GovernanceRunEvent> = {
  initial: { status: 'not_begun' },

  decide(command, state) {
    if (command.type === 'begin') {
      return state.status === 'not_begun' ? [{ type: 'GovernanceRunBegun', data: command.run }] : [];
    }
    if (state.status === 'not_begun') throw noneWithThisId('governance run');
    if (state.run.status !== 'running') return [];
    const { run_id, governance_id, tenant_id } = state.run;
    const { outcome, at } = command;
    const status = outcome.error === null ? 'completed' : 'failed';
    const data = { run_id, governance_id, tenant_id, status, ...outcome, completed_at: at } as const;
    const alarms = outcome.summary.drift?.alarms.length ?? 0;
    const drifted = {
      type: 'GovernanceDrifted',
      data: { run_id, governance_id, tenant_id, alarms, found_at: at },
    } as const;
    return [{ type: 'GovernanceRunEnded', data }, ...(alarms > 0 ? [drifted] : [])];
  },

  evolve(state, event) {
    const run = applyToGovernanceRun(state.status === 'begun' ? state.run : undefined, event);
    return run ? { status: 'begun', run } : state;
  },
};

const NOTHING_YET = {
  status: 'running',
  ...{ total_docs: 0, passed: 0, failed: 0, error_count: 0 },
  ...{ summary: null, error: null, completed_at: null },
} as const;

/** What an event makes of a run. Shared with the read model. */
export function applyToGovernanceRun(
  before: GovernanceRun | undefined,
  event: GovernanceRunEvent,
): GovernanceRun | undefined {
  if (event.type === 'GovernanceRunBegun') return { ...event.data, ...NOTHING_YET };
  if (event.type === 'GovernanceDrifted') return before;
  const { status, total_docs, passed, failed, error_count, summary, error, completed_at } = event.data;
  return before && { ...before, status, total_docs, passed, failed, error_count, summary, error, completed_at };
}

/** The run as it is in a state. @throws DomainError `not_found` where there is none */
export function runIn(state: GovernanceRunState): GovernanceRun {
  if (state.status === 'not_begun') throw noneWithThisId('governance run');
  return state.run;
}

/** Holds a run that is to be cancelled to running. @throws DomainError `conflict` */
export function assertRunning({ status }: Pick<GovernanceRun, 'status'>): void {
  if (status === 'running') return;
  throw new DomainError('conflict', 'The governance run has ended, so it cannot be cancelled');
}
