import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { AgentGoal } from '../agents/agentContract.js';
import type { ContextId, DocumentTypeChanges } from '../documentTypes/documentTypeContract.js';
import type { SampleDocument } from '../documentTypes/documentTypeDiscoveryContract.js';

/** A session of the wizard to start. */
export interface StartBuilderBody {
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /**
   * `guided` takes the actions of its step, `expert` any action at any step.
   * @default "guided"
   */
  mode?: 'guided' | 'expert';
}

/**
 * What an action needs. `set_goal`: `goal`. `set_name`: `name`. `add_document_type`, `remove_document_type`: `context_id`. `create_document_type`: what
 * `POST /v1/document-types` takes; the type is made at once, for the session's tenant. `set_pipeline`: `pipeline`. `set_cross_match`: any of `enabled`,
 * `match_fields`, `min_doc_types`. `set_option`: any of `intelligence_level`, `allow_cloud`. `build`: `deploy`. The others need nothing.
 */
export interface BuilderParams extends DocumentTypeChanges {
  goal?: AgentGoal;
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Client onboarding"
   */
  name?: string;
  context_id?: ContextId;
  /**
   * Steps for every type.
   * @example ["classify", "extract", "validate"]
   */
  pipeline?: string[];
  /**
   * Fields to compare across documents. That one of the types has them is seen to when the agent is built.
   * @example ["full_name"]
   */
  match_fields?: string[];
  /**
   * From how many documents on fields are compared.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @example 2
   */
  min_doc_types?: number;
  /**
   * @isInt
   * @minimum 0
   * @maximum 3
   * @example 2
   */
  intelligence_level?: number;
  allow_cloud?: boolean;
  /** Deploy the agent at once; not when left out. */
  deploy?: boolean;
}

/** An action to do in a session. */
export interface BuilderActionBody {
  /**
   * `set_goal`, `set_name`, `add_document_type`, `remove_document_type`, `create_document_type`, `set_pipeline`, `set_cross_match`, `set_option`, `back`,
   * `next`, `build` or `cancel`.
   * @maxLength 64
   * @example "set_goal"
   */
  action: string;
  params?: BuilderParams;
}

/** How documents are compared; null where nothing was said, and building finds it in the schemas. */
export interface BuilderCrossMatchView {
  enabled: boolean | null;
  /** @example ["full_name"] */
  match_fields: string[] | null;
  /** @example 2 */
  min_doc_types: number | null;
}

/** The draft, and what can be done with it. Null is what nothing was said of. */
export interface BuilderStateView {
  goal: AgentGoal | null;
  /** @example "Client onboarding" */
  name: string | null;
  /**
   * Document types that the agent is built from.
   * @example ["passport", "bank_statement"]
   */
  context_ids: string[];
  /**
   * Of these, the ones that were made in this session.
   * @example []
   */
  contexts_created: string[];
  /** @example ["classify", "extract", "validate"] */
  pipeline: string[] | null;
  cross_match: BuilderCrossMatchView;
  /** @example 2 */
  intelligence_level: number | null;
  allow_cloud: boolean | null;
  /**
   * The actions that are taken now.
   * @example ["set_goal", "set_name", "next", "cancel"]
   */
  allowed_actions: string[];
  /**
   * What the step lacks before it can be left.
   * @example "a goal or a name; use set_goal or set_name"
   */
  missing: string | null;
  /** Whether the agent is being built: `build` again finishes what was broken off. */
  building: boolean;
  /**
   * Why the latest `build` was refused.
   * @example "The tenant has an agent for the goal client_onboarding already"
   */
  refusal: string | null;
  cancelled: boolean;
  /** When the session ends unless it is changed before. */
  ends_at: Timestamp;
}

/** What a suggested action is to be called with: what that action takes. */
export interface BuilderSuggestedParams {
  context_id?: ContextId;
  pipeline?: string[];
  enabled?: boolean;
  match_fields?: string[];
  /** @isInt */
  min_doc_types?: number;
  deploy?: boolean;
}

/** An action that could come next. */
export interface BuilderSuggestionView {
  /** @example "add_document_type" */
  action: string;
  /** @example { "context_id": "passport" } */
  params: BuilderSuggestedParams;
  /** @example "Passport" */
  text: string;
}

/** A session of the wizard. */
export interface BuilderView {
  builder_id: Uuid;
  tenant_id: TenantId;
  mode: 'guided' | 'expert';
  step: 'goal' | 'document_types' | 'fields' | 'pipeline' | 'cross_match' | 'review' | 'done';
  state: BuilderStateView;
  suggestions: BuilderSuggestionView[];
  /** The agent, once it is built. */
  agent_id: Uuid | null;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Something that is said in a session. */
export interface BuilderChatBody {
  /**
   * In English, German, French, Spanish, Portuguese or Italian.
   * @minLength 1
   * @maxLength 4000
   * @example "Call it Client onboarding and add the passport"
   */
  message: string;
  /**
   * Sample documents: the types that they are of are added. None is kept.
   * @maxItems 10
   */
  attachments?: SampleDocument[];
}

/** What is answered. */
export interface BuilderChatView {
  /**
   * What was done and what was not, in the language of the message.
   * @example "It is called Client onboarding. Passport is collected."
   */
  reply: string;
  state: BuilderStateView;
  /** The step that the session is at. */
  step: 'goal' | 'document_types' | 'fields' | 'pipeline' | 'cross_match' | 'review' | 'done';
  /**
   * The actions that were done, in their order.
   * @example ["set_name", "next", "add_document_type"]
   */
  actions: string[];
}
