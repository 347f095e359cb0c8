import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Decider, DomainError, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { assertRoomForChange } from '../core/keptChanges.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';
import { type GovernanceConfigGiven, readGovernanceConfig } from './governanceConfig.js';

/** What can be changed of a governance set. */
export interface GovernanceSettings {
  /** 1 to 200 characters. */
  name: string;
  /** `hourly`, `daily`, `weekly`, `monthly`, or a cron expression of five fields, UTC. */
  schedule: string;
  /** Whether it runs by its schedule. */
  enabled: boolean;
  config: GovernanceConfigGiven;
}

/** Documents of a type that are held to its rules again and again. */
export interface GovernanceSet extends GovernanceSettings {
  governance_id: string;
  /** Of whose cases it looks at documents; empty: of all. */
  tenant_id: string;
  /** The document type whose rules they are held to. */
  context_id: string;
  /** ISO 8601 */
  created_at: string;
  /** Since when it has its schedule: earlier ticks are none of it. ISO 8601 */
  scheduled_at: string;
}

const settings = {
  name: z.string(),
  schedule: z.string(),
  enabled: z.boolean(),
  config: z.record(z.string(), z.json()) satisfies z.ZodType<GovernanceConfigGiven>,
};
const identity = { governance_id: z.string(), tenant_id: z.string() };

/** Somebody wants documents of a type looked after. */
export const GovernanceSetCreated = defineEvent(
  'GovernanceSetCreated',
  z.object({ ...identity, context_id: z.string(), ...settings, created_at: z.string() }),
);

/** A set is another one now: all of its settings as they are. */
export const GovernanceSetChanged = defineEvent(
  'GovernanceSetChanged',
  z.object({ ...identity, ...settings, scheduled_at: z.string(), changed_at: z.string() }),
);

/** A set does no more. What its runs found stays as long as it would have. */
export const GovernanceSetDeleted = defineEvent(
  'GovernanceSetDeleted',
  z.object({ ...identity, deleted_at: z.string() }),
);

/** What can happen to a governance set. */
export type GovernanceSetEvent =
  EventOf<typeof GovernanceSetCreated> | EventOf<typeof GovernanceSetChanged> | EventOf<typeof GovernanceSetDeleted>;

/** What can be asked of a governance set. `at` is the time, ISO 8601. That its type is there, and its schedule makes sense, is seen to before. */
export type GovernanceSetCommand =
  | {
      type: 'create';
      set: Pick<GovernanceSet, 'governance_id' | 'tenant_id' | 'context_id'> & GovernanceSettings;
      at: string;
    }
  | { type: 'change'; changes: Partial<GovernanceSettings>; at: string }
  | { type: 'delete'; at: string };

/** What has become of a governance set; `kept` is what each of its changes made of it. */
export type GovernanceSetState =
  | { status: 'not_there' }
  | { status: 'kept'; set: GovernanceSet; kept: readonly GovernanceSet[] }
  | { status: 'deleted' };

/** The stream of a governance set. */
export const governanceSetStream = (governance_id: string): string => `governanceSet-${governance_id}`;

/** The rules of governance sets. */
export const governanceSet: Decider<GovernanceSetState, GovernanceSetCommand, GovernanceSetEvent> = {
  initial: { status: 'not_there' },
  trialsApart: true,

  decide(command, state) {
    if (command.type === 'create') return create(command, state);
    if (state.status !== 'kept') {
      if (command.type === 'delete' && state.status === 'deleted') return [];
      throw noneWithThisId('governance set');
    }
    if (command.type === 'change') return change(command, state);
    const { governance_id, tenant_id } = state.set;
    return [{ type: 'GovernanceSetDeleted', data: { governance_id, tenant_id, deleted_at: command.at } }];
  },

  evolve(state, event) {
    if (event.type === 'GovernanceSetDeleted') return { status: 'deleted' };
    const before = state.status === 'kept' ? state : undefined;
    const set = applyToGovernanceSet(before?.set, event);
    return set ? { status: 'kept', set, kept: [...(before?.kept ?? []), set] } : state;
  },
};

type Command<Type extends GovernanceSetCommand['type']> = Extract<GovernanceSetCommand, { type: Type }>;

function create({ set, at }: Command<'create'>, state: GovernanceSetState): GovernanceSetEvent[] {
  // It is repeated where its answer was lost in a crash: the first time counts.
  if (state.status !== 'not_there') return [];
  assertTenantId(set.tenant_id);
  assertUsable(set);
  return [{ type: 'GovernanceSetCreated', data: { ...set, created_at: at } }];
}

function change(
  { changes, at }: Command<'change'>,
  { set, kept }: Extract<GovernanceSetState, { status: 'kept' }>,
): GovernanceSetEvent[] {
  const { governance_id, tenant_id, name, schedule, enabled, config } = set;
  const before: GovernanceSettings = { name, schedule, enabled, config };
  const after: GovernanceSettings = { ...before, ...changes };
  assertUsable(after);
  if (isDeepStrictEqual(before, after)) return [];
  assertRoomForChange(kept, 'The governance set');
  // What a set would have done while it was disabled, or by its earlier schedule, is not made up for.
  const isAnew = after.enabled && (!enabled || after.schedule !== schedule);
  const scheduled_at = isAnew ? at : set.scheduled_at;
  const data = { governance_id, tenant_id, ...after, scheduled_at, changed_at: at };
  return [{ type: 'GovernanceSetChanged', data }];
}

function assertUsable({ name, config }: GovernanceSettings): void {
  if (!isShortText(name, 200)) {
    throw new DomainError('invalid', 'The field `name` must be 1 to 200 characters that are not all blank');
  }
  readGovernanceConfig(config);
}

/** What an event makes of a set; undefined: there is none (any more). Shared with the read model. */
export function applyToGovernanceSet(
  before: GovernanceSet | undefined,
  event: GovernanceSetEvent,
): GovernanceSet | undefined {
  switch (event.type) {
    case 'GovernanceSetCreated':
      return { ...event.data, scheduled_at: event.data.created_at };
    case 'GovernanceSetChanged': {
      const { name, schedule, enabled, config, scheduled_at } = event.data;
      return before && { ...before, name, schedule, enabled, config, scheduled_at };
    }
    case 'GovernanceSetDeleted':
      return undefined;
  }
}
