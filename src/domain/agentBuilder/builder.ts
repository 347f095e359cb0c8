import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { assertGoal, assertMatchFields, assertPipeline } from '../agents/index.js';
import { DomainError, noneWithThisId, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { assertTenantId } from '../core/tenant.js';
import { isShortText } from '../core/text.js';
import {
  allowedActions,
  BUILDER_MODES,
  BUILDER_STEPS,
  type BuilderActionName,
  builderDraft,
  type BuilderDraft,
  type BuilderMode,
  type BuilderStep,
  changedDraft,
  type DraftChange,
  EMPTY_DRAFT,
  missingAt,
} from './builderDraft.js';

/** A session of the wizard: a draft of an agent, and how far it is. */
export interface BuilderSession {
  builder_id: string;
  tenant_id: string;
  mode: BuilderMode;
  step: BuilderStep;
  draft: BuilderDraft;
  /** Changes and moves so far. */
  changes: number;
  /** Set from when the agent is begun to be built until it is, or building is refused: the draft does not change meanwhile. */
  building: { deploy: boolean } | null;
  /** Why the latest attempt to build was refused; null once anything is changed. */
  refusal: string | null;
  /** The agent, once it is built. */
  agent_id: string | null;
  cancelled: boolean;
  /** ISO 8601 */
  created_at: string;
  /** ISO 8601, of the last change. */
  updated_at: string;
}

const identity = { builder_id: z.string(), tenant_id: z.string() };
const step = z.enum(BUILDER_STEPS);

/** Somebody began to draft an agent. */
export const BuilderStarted = defineEvent(
  'BuilderStarted',
  z.object({ ...identity, mode: z.enum(BUILDER_MODES), started_at: z.string() }),
);

/** The draft is another one: all of it as it is, and the action that made it so. */
export const BuilderDraftChanged = defineEvent(
  'BuilderDraftChanged',
  z.object({ ...identity, action: z.string(), draft: builderDraft, changed_at: z.string() }),
);

/** The session is at another step. */
export const BuilderStepped = defineEvent(
  'BuilderStepped',
  z.object({ ...identity, from: step, to: step, stepped_at: z.string() }),
);

/** The draft stands as it is, and an agent is made of it. */
export const BuilderBuildBegun = defineEvent(
  'BuilderBuildBegun',
  z.object({ ...identity, deploy: z.boolean(), begun_at: z.string() }),
);

/** No agent could be made of the draft; it can be changed again. */
export const BuilderBuildRefused = defineEvent(
  'BuilderBuildRefused',
  z.object({ ...identity, detail: z.string(), refused_at: z.string() }),
);

/** The agent is there. */
export const BuilderAgentBuilt = defineEvent(
  'BuilderAgentBuilt',
  z.object({ ...identity, agent_id: z.string(), built_at: z.string() }),
);

/** The session was given up. */
export const BuilderCancelled = defineEvent('BuilderCancelled', z.object({ ...identity, cancelled_at: z.string() }));

/** Event types of the wizard, for the registry. */
export const builderEventDefinitions = [
  BuilderStarted,
  BuilderDraftChanged,
  BuilderStepped,
  BuilderBuildBegun,
  BuilderBuildRefused,
  BuilderAgentBuilt,
  BuilderCancelled,
] as const;

/** What can happen in a session. */
export type BuilderEvent = EventOf<(typeof builderEventDefinitions)[number]>;

/** What can be asked of a session. `at` is the time, ISO 8601. */
export type BuilderCommand =
  | { type: 'start'; session: Pick<BuilderSession, 'builder_id' | 'tenant_id' | 'mode'>; at: string }
  | { type: 'change'; change: DraftChange; at: string }
  | { type: 'next' | 'back' | 'cancel'; at: string }
  /** Repeated while it is being built it changes nothing: whoever asks finishes what a crash broke off. */
  | { type: 'begin_build'; deploy: boolean; at: string }
  | { type: 'refuse_build'; detail: string; at: string }
  | { type: 'finish_build'; agent_id: string; at: string };

/** What has become of a session; undefined: there is none. */
export type BuilderState = BuilderSession | undefined;

/** The stream of a session. */
export const builderStream = (builderId: string): string => `builder-${builderId}`;

/** Days after its last change at which a session ends. */
export const BUILDER_DAYS = 14;

/** Most changes and moves of one session: all of them are read for each. */
export const MOST_CHANGES = 500;

/** The rules of sessions. What is not of the session alone, such as which document types there are, is seen to before. */
export const builder: Decider<BuilderState, BuilderCommand, BuilderEvent> = {
  initial: undefined,
  decide(command, state) {
    if (command.type === 'start') return start(command, state);
    if (!state) throw noneWithThisId('builder session');
    const { builder_id, tenant_id } = state;
    const id = { builder_id, tenant_id };
    // These two end what was begun, whatever the time and whatever else was asked meanwhile.
    if (command.type === 'refuse_build') {
      const { detail, at } = command;
      return state.building ? [{ type: 'BuilderBuildRefused', data: { ...id, detail, refused_at: at } }] : [];
    }
    if (command.type === 'finish_build') {
      if (state.agent_id !== null) return [];
      return [{ type: 'BuilderAgentBuilt', data: { ...id, agent_id: command.agent_id, built_at: command.at } }];
    }
    return decideOpen(command, state);
  },
  evolve,
};

type Open = Exclude<BuilderCommand, { type: 'start' | 'refuse_build' | 'finish_build' }>;

function start({ session, at }: Extract<BuilderCommand, { type: 'start' }>, state: BuilderState): BuilderEvent[] {
  if (state) return []; // begun again after a crash: the first time counts
  assertTenantId(session.tenant_id);
  return [{ type: 'BuilderStarted', data: { ...session, started_at: at } }];
}

function decideOpen(command: Open, state: BuilderSession): BuilderEvent[] {
  if (command.type === 'begin_build' && state.building) return [];
  assertTakes(state, actionOf(command), command.at);
  const { builder_id, tenant_id, step, draft } = state;
  const id = { builder_id, tenant_id };
  switch (command.type) {
    case 'change': {
      assertForm(command.change);
      const changed = changedDraft(draft, command.change);
      if (isDeepStrictEqual(changed, draft)) return [];
      const { action } = command.change;
      return [{ type: 'BuilderDraftChanged', data: { ...id, action, draft: changed, changed_at: command.at } }];
    }
    case 'next':
    case 'back': {
      if (command.type === 'next') assertComplete([step], draft);
      const to = BUILDER_STEPS[BUILDER_STEPS.indexOf(step) + (command.type === 'next' ? 1 : -1)]!;
      return [{ type: 'BuilderStepped', data: { ...id, from: step, to, stepped_at: command.at } }];
    }
    case 'begin_build':
      assertComplete(BUILDER_STEPS, draft);
      return [{ type: 'BuilderBuildBegun', data: { ...id, deploy: command.deploy, begun_at: command.at } }];
    case 'cancel':
      return [{ type: 'BuilderCancelled', data: { ...id, cancelled_at: command.at } }];
  }
}

const actionOf = (command: Open): BuilderActionName => {
  if (command.type === 'change') return command.change.action;
  return command.type === 'begin_build' ? 'build' : command.type;
};

/** When a session ends unless it is changed before, ISO 8601. */
export const endsAt = ({ updated_at }: Pick<BuilderSession, 'updated_at'>): string =>
  new Date(Date.parse(updated_at) + BUILDER_DAYS * 86_400_000).toISOString();

/**
 * Holds a session to what it takes now: nothing once it is over, else the actions of its step.
 * @throws DomainError `conflict` for one that is over or being built, `rule_broken` for an action that it does not take
 */
export function assertTakes(session: BuilderSession, action: string, at: string): void {
  const over = whyOver(session, at);
  if (over !== undefined) throw new DomainError('conflict', over);
  const allowed: readonly string[] = allowedActions(session);
  if (allowed.includes(action)) return;
  throw new DomainError(
    'rule_broken',
    `The step ${session.step} does not take the action ${action.slice(0, 64)}; it takes: ${allowed.join(', ')}`,
  );
}

/** The actions that a session takes at a time, ISO 8601: none once it is over, `build` alone while it is being built. */
export function takenNow(session: BuilderSession, at: string): string[] {
  if (session.building) return ['build'];
  return whyOver(session, at) === undefined ? allowedActions(session) : [];
}

function whyOver(session: BuilderSession, at: string): string | undefined {
  if (session.cancelled) return 'The session was cancelled; start a new one';
  if (session.agent_id !== null) return 'The agent of this session is built; change it with PUT /v1/agents/{agent_id}';
  if (session.building) return 'The agent is being built; repeat the action build to finish it';
  if (at > endsAt(session)) return `The session ended ${BUILDER_DAYS} days after its last change; start a new one`;
  if (session.changes >= MOST_CHANGES) return `The session has had ${MOST_CHANGES} changes; start a new one`;
  return undefined;
}

function assertComplete(steps: readonly BuilderStep[], draft: BuilderDraft): void {
  for (const step of steps) {
    const missing = missingAt(step, draft);
    if (missing !== undefined) throw new DomainError('rule_broken', `The step ${step} still needs ${missing}`);
  }
}

/** Holds a change to the forms that a request to build is held to. @throws DomainError `invalid` */
function assertForm(change: DraftChange): void {
  if (change.action === 'set_goal') assertGoal(change.goal);
  if (change.action === 'set_pipeline') assertPipeline('params.pipeline', change.pipeline);
  if (change.action === 'set_cross_match') assertMatchFields('params.match_fields', change.match_fields ?? []);
  if (change.action === 'set_name' && !isShortText(change.name, 200)) {
    throw new DomainError('invalid', 'The field `params.name` must be 1 to 200 characters that are not all blank');
  }
}

function evolve(state: BuilderState, event: BuilderEvent): BuilderState {
  if (event.type === 'BuilderStarted') {
    const { started_at, ...session } = event.data;
    return {
      ...{ ...session, step: 'goal', draft: EMPTY_DRAFT, changes: 0, building: null, refusal: null, agent_id: null },
      ...{ cancelled: false, created_at: started_at, updated_at: started_at },
    };
  }
  if (!state) return state;
  const changes = state.changes + 1;
  switch (event.type) {
    case 'BuilderDraftChanged':
      return { ...state, draft: event.data.draft, refusal: null, changes, updated_at: event.data.changed_at };
    case 'BuilderStepped':
      return { ...state, step: event.data.to, refusal: null, changes, updated_at: event.data.stepped_at };
    case 'BuilderBuildBegun': {
      const { deploy, begun_at } = event.data;
      return { ...state, building: { deploy }, refusal: null, changes, updated_at: begun_at };
    }
    case 'BuilderBuildRefused':
      return { ...state, building: null, refusal: event.data.detail, updated_at: event.data.refused_at };
    case 'BuilderAgentBuilt':
      return {
        ...{ ...state, building: null, refusal: null, step: 'done' },
        ...{ agent_id: event.data.agent_id, updated_at: event.data.built_at },
      };
    case 'BuilderCancelled':
      return { ...state, cancelled: true, updated_at: event.data.cancelled_at };
  }
}
