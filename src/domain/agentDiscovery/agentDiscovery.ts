import { z } from 'zod';
import { type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';
import { configSchema, type DocumentTypeConfig } from '../documentTypes/index.js';

/** A document type that is to be made. */
export type TypeToMake = DocumentTypeConfig & { context_id: string };

/** All that a discovery makes: decided before the first of it is made, so that whoever goes on with it makes the same. */
export interface DiscoveryPlan {
  agent_id: string;
  name: string;
  /** Types that there are. */
  contexts_existing: string[];
  types: TypeToMake[];
  /** Found in the schemas when left out. */
  cross_match_fields?: string[] | undefined;
  pipeline?: string[] | undefined;
  deploy: boolean;
}

/** Who asked for a discovery, and as part of what, as in the metadata of events. */
export interface AskedBy {
  actor: string;
  correlation_id: string;
  mode?: 'live' | 'test' | undefined;
}

/**
 * An agent that is made from samples, with the types it lacks. `begun`: they are being made. `finished`: all are there. `abandoned`:
 * one could not be made, and the others are being taken back; `undone`: none is left.
 */
export interface AgentDiscovery {
  discovery_id: string;
  tenant_id: string;
  /** Whose doing it is, whoever goes on with it. */
  asked_by: AskedBy;
  plan: DiscoveryPlan;
  state: 'begun' | 'finished' | 'abandoned' | 'undone';
  /** Set once it is abandoned: why, and the types that were made until then. */
  refusal: { detail: string; made: string[] } | null;
}

const identity = { discovery_id: z.string(), tenant_id: z.string() };

const askedBy = z.object({
  actor: z.string(),
  correlation_id: z.string(),
  mode: z.enum(['live', 'test']).optional(),
}) satisfies z.ZodType<AskedBy>;

const plan = z.object({
  agent_id: z.string(),
  name: z.string(),
  contexts_existing: z.array(z.string()),
  types: z.array(configSchema.extend({ context_id: z.string() })),
  cross_match_fields: z.array(z.string()).optional(),
  pipeline: z.array(z.string()).optional(),
  deploy: z.boolean(),
}) satisfies z.ZodType<DiscoveryPlan>;

/** What samples are of is known, and what is to be made of it. */
export const AgentDiscoveryBegun = defineEvent(
  'AgentDiscoveryBegun',
  z.object({ ...identity, asked_by: askedBy, plan, begun_at: z.string() }),
);

/** The types and the agent are there. */
export const AgentDiscoveryFinished = defineEvent(
  'AgentDiscoveryFinished',
  z.object({ ...identity, agent_id: z.string(), finished_at: z.string() }),
);

/** Something of it could not be made, and what was made is taken back. */
export const AgentDiscoveryAbandoned = defineEvent(
  'AgentDiscoveryAbandoned',
  z.object({ ...identity, detail: z.string(), made: z.array(z.string()), abandoned_at: z.string() }),
);

/** Nothing that was made is left. */
export const AgentDiscoveryUndone = defineEvent(
  'AgentDiscoveryUndone',
  z.object({ ...identity, undone_at: z.string() }),
);

/** Event types of discoveries, for the registry. */
export const agentDiscoveryEventDefinitions = [
  AgentDiscoveryBegun,
  AgentDiscoveryFinished,
  AgentDiscoveryAbandoned,
  AgentDiscoveryUndone,
] as const;

/** What can happen to a discovery. */
export type AgentDiscoveryEvent = EventOf<(typeof agentDiscoveryEventDefinitions)[number]>;

/** What can be asked of a discovery. `at` is the time, ISO 8601. */
export type AgentDiscoveryCommand =
  | { type: 'begin'; discovery: Pick<AgentDiscovery, 'discovery_id' | 'tenant_id' | 'asked_by' | 'plan'>; at: string }
  | { type: 'finish'; at: string }
  /** `made` are the types of the plan that were made until then. */
  | { type: 'abandon'; detail: string; made: string[]; at: string }
  | { type: 'undo'; at: string };

/** What has become of a discovery; undefined: there is none. */
export type AgentDiscoveryState = AgentDiscovery | undefined;

/** The stream of a discovery. */
export const agentDiscoveryStream = (discoveryId: string): string => `agent_discovery-${discoveryId}`;

/**
 * The rules of discoveries. Whoever goes on with one may do so beside others: what has come of it first stands, and nothing that is
 * finished is taken back.
 */
export const agentDiscovery: Decider<AgentDiscoveryState, AgentDiscoveryCommand, AgentDiscoveryEvent> = {
  initial: undefined,
  decide(command, discovery) {
    if (command.type === 'begin') {
      if (discovery) return [];
      return [{ type: 'AgentDiscoveryBegun', data: { ...command.discovery, begun_at: command.at } }];
    }
    if (!discovery) throw noneWithThisId('discovery');
    const { discovery_id, tenant_id, plan, state } = discovery;
    const id = { discovery_id, tenant_id };
    switch (command.type) {
      case 'finish':
        if (state !== 'begun') return [];
        return [{ type: 'AgentDiscoveryFinished', data: { ...id, agent_id: plan.agent_id, finished_at: command.at } }];
      case 'abandon': {
        const { detail, made, at } = command;
        if (state !== 'begun') return [];
        return [{ type: 'AgentDiscoveryAbandoned', data: { ...id, detail, made, abandoned_at: at } }];
      }
      case 'undo':
        if (state !== 'abandoned') return [];
        return [{ type: 'AgentDiscoveryUndone', data: { ...id, undone_at: command.at } }];
    }
  },
  evolve(discovery, event) {
    if (event.type === 'AgentDiscoveryBegun') {
      const { begun_at: _begun, ...begun } = event.data;
      return { ...begun, state: 'begun', refusal: null };
    }
    if (!discovery) return discovery;
    switch (event.type) {
      case 'AgentDiscoveryFinished':
        return { ...discovery, state: 'finished' };
      case 'AgentDiscoveryAbandoned': {
        const { detail, made } = event.data;
        return { ...discovery, state: 'abandoned', refusal: { detail, made } };
      }
      case 'AgentDiscoveryUndone':
        return { ...discovery, state: 'undone' };
    }
  },
};
