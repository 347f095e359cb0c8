import { z } from 'zod';
import { DomainError } from '../core/decider.js';

/** The steps of the wizard, in their order. At the last one the agent is built. */
export const BUILDER_STEPS = ['goal', 'document_types', 'fields', 'pipeline', 'cross_match', 'review', 'done'] as const;

/** Where a session is. */
export type BuilderStep = (typeof BUILDER_STEPS)[number];

/** `guided` takes the actions of its step, `expert` takes any at any step. */
export const BUILDER_MODES = ['guided', 'expert'] as const;

/** How a session is led. */
export type BuilderMode = (typeof BUILDER_MODES)[number];

/** What is done with a draft at each step; `back`, `next` and `cancel` come besides. */
const ACTIONS_OF = {
  goal: ['set_goal', 'set_name'],
  document_types: ['add_document_type', 'remove_document_type', 'create_document_type'],
  fields: ['add_document_type', 'remove_document_type', 'create_document_type'],
  pipeline: ['set_pipeline'],
  cross_match: ['set_cross_match'],
  review: ['set_name', 'set_option', 'build'],
  done: [],
} as const satisfies Record<BuilderStep, readonly string[]>;

const MOVES = ['back', 'next', 'cancel'] as const;

/** What can be asked of a session. */
export type BuilderActionName = (typeof ACTIONS_OF)[BuilderStep][number] | (typeof MOVES)[number];

/** Every action, in the order of the steps. */
export const BUILDER_ACTIONS: readonly BuilderActionName[] = [
  ...new Set<BuilderActionName>([...BUILDER_STEPS.flatMap((step) => ACTIONS_OF[step]), ...MOVES]),
];

/** The actions that a session takes where it is. */
export function allowedActions({ mode, step }: { mode: BuilderMode; step: BuilderStep }): BuilderActionName[] {
  if (step === 'done') return [];
  const moves = MOVES.filter(
    (move) => !(move === 'back' && step === 'goal') && !(move === 'next' && step === 'review'),
  );
  const own =
    mode === 'expert' ? BUILDER_ACTIONS.filter((one) => !MOVES.some((move) => move === one)) : ACTIONS_OF[step];
  return [...own, ...moves];
}

/** Which way a guided session must go to a step that takes an action; undefined where the action is taken here or nowhere. */
export function directionTo(action: BuilderActionName, from: BuilderStep): 'next' | 'back' | undefined {
  const takes = (step: BuilderStep): boolean => (ACTIONS_OF[step] as readonly string[]).includes(action);
  const here = BUILDER_STEPS.indexOf(from);
  if (takes(from)) return undefined;
  if (BUILDER_STEPS.slice(here + 1).some(takes)) return 'next';
  return BUILDER_STEPS.slice(0, here).some(takes) ? 'back' : undefined;
}

/** What an agent is to be; null where nothing was said, and building then does what it does by itself. */
export interface BuilderDraft {
  goal: string | null;
  name: string | null;
  /** Document types it is built from, in the order they were added. */
  context_ids: string[];
  /** Of these, the ones that were made in the session. */
  contexts_created: string[];
  /** Steps for every type. */
  pipeline: string[] | null;
  cross_match: { enabled: boolean | null; match_fields: string[] | null; min_doc_types: number | null };
  /** 0 to 3. */
  intelligence_level: number | null;
  allow_cloud: boolean | null;
}

/** The form of a draft in events. */
export const builderDraft = z.object({
  goal: z.string().nullable(),
  name: z.string().nullable(),
  context_ids: z.array(z.string()),
  contexts_created: z.array(z.string()),
  pipeline: z.array(z.string()).nullable(),
  cross_match: z.object({
    enabled: z.boolean().nullable(),
    match_fields: z.array(z.string()).nullable(),
    min_doc_types: z.number().nullable(),
  }),
  intelligence_level: z.number().nullable(),
  allow_cloud: z.boolean().nullable(),
}) satisfies z.ZodType<BuilderDraft>;

/** A draft of which nothing was said. */
export const EMPTY_DRAFT: BuilderDraft = {
  ...{ goal: null, name: null, context_ids: [], contexts_created: [], pipeline: null },
  cross_match: { enabled: null, match_fields: null, min_doc_types: null },
  ...{ intelligence_level: null, allow_cloud: null },
};

/** A change of a draft. What is left out of one that has several parts stays as it is. */
export type DraftChange =
  | { action: 'set_goal'; goal: string }
  | { action: 'set_name'; name: string }
  | { action: 'add_document_type'; context_id: string }
  | { action: 'remove_document_type'; context_id: string }
  | { action: 'create_document_type'; context_id: string }
  | { action: 'set_pipeline'; pipeline: readonly string[] }
  | {
      action: 'set_cross_match';
      enabled?: boolean | undefined;
      match_fields?: readonly string[] | undefined;
      min_doc_types?: number | undefined;
    }
  | { action: 'set_option'; intelligence_level?: number | undefined; allow_cloud?: boolean | undefined };

/** Most document types of one agent, as `POST /v1/agents/build` takes. */
const MOST_TYPES = 100;

/** A draft as a change leaves it. @throws DomainError `rule_broken` */
export function changedDraft(draft: BuilderDraft, change: DraftChange): BuilderDraft {
  switch (change.action) {
    case 'set_goal':
      return { ...draft, goal: change.goal };
    case 'set_name':
      return { ...draft, name: change.name };
    case 'set_pipeline':
      return { ...draft, pipeline: [...change.pipeline] };
    case 'set_cross_match':
      return { ...draft, cross_match: changedCrossMatch(draft.cross_match, change) };
    case 'set_option':
      return {
        ...draft,
        intelligence_level: change.intelligence_level ?? draft.intelligence_level,
        allow_cloud: change.allow_cloud ?? draft.allow_cloud,
      };
    case 'add_document_type':
      return withType(draft, change.context_id);
    case 'create_document_type': {
      const { contexts_created, ...added } = withType(draft, change.context_id);
      return { ...added, contexts_created: [...new Set([...contexts_created, change.context_id])] };
    }
    case 'remove_document_type':
      return withoutType(draft, change.context_id);
  }
}

const changedCrossMatch = (
  before: BuilderDraft['cross_match'],
  { enabled, match_fields, min_doc_types }: Extract<DraftChange, { action: 'set_cross_match' }>,
): BuilderDraft['cross_match'] => ({
  enabled: enabled ?? before.enabled,
  match_fields: match_fields ? [...match_fields] : before.match_fields,
  min_doc_types: min_doc_types ?? before.min_doc_types,
});

function withType(draft: BuilderDraft, context_id: string): BuilderDraft {
  if (draft.context_ids.includes(context_id)) return draft;
  if (draft.context_ids.length >= MOST_TYPES) {
    throw new DomainError(
      'rule_broken',
      `An agent is built from at most ${MOST_TYPES} document types; remove one first`,
    );
  }
  return { ...draft, context_ids: [...draft.context_ids, context_id] };
}

function withoutType(draft: BuilderDraft, context_id: string): BuilderDraft {
  if (!draft.context_ids.includes(context_id)) {
    const has = draft.context_ids.slice(0, 10).join(', ') || 'none';
    throw new DomainError('rule_broken', `The draft has no document type ${context_id.slice(0, 64)}; it has: ${has}`);
  }
  return { ...draft, context_ids: draft.context_ids.filter((one) => one !== context_id) };
}

/** What a step still lacks before it can be left; undefined where it lacks nothing. */
export function missingAt(step: BuilderStep, draft: BuilderDraft): string | undefined {
  if (step === 'goal' && draft.goal === null && draft.name === null)
    return 'a goal or a name; use set_goal or set_name';
  if (step === 'document_types' && draft.context_ids.length === 0) {
    return 'a document type; use add_document_type or create_document_type';
  }
  return undefined;
}
