import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';

/**
 * What an agent is for: snake_case, 1 to 64 characters, unique in its tenant.
 * @example "client_onboarding"
 */
export type AgentGoal = string;

/** Which fields of a case's documents must agree. */
export interface CrossMatchBody {
  /** On where `match_fields` names any, when left out. */
  enabled?: boolean;
  /**
   * Fields by name or meaning: `full_name` also compares `name`, `holder_name`, and a surname with its given names.
   * @example ["full_name", "birth_date"]
   */
  match_fields?: string[];
  /**
   * From how many documents on they are compared; 2 when left out.
   * @isInt
   * @minimum 1
   * @maximum 100
   * @example 2
   */
  min_doc_types?: number;
}

/** What an agent demands of what was read. A rule that is left out is not judged; one that cannot be judged sends a case to review. */
export interface AgentRulesBody {
  /**
   * Years that the holder has to be old.
   * @isInt
   * @minimum 0
   * @maximum 150
   * @example 18
   */
  min_age?: number;
  /**
   * Days for which documents still have to be valid; 0 takes one that expires today.
   * @isInt
   * @minimum 0
   * @maximum 36525
   * @example 30
   */
  min_days_to_expiry?: number;
  /**
   * Most days since the date of a document, by document type.
   * @example { "bank_statement": 90 }
   */
  max_age_days?: { [context_id: string]: number };
  /**
   * Least confidence of values, 0 to 1, by field or meaning; `*` is every field that is not named.
   * @example { "*": 0.5, "document_number": 0.9 }
   */
  min_confidence?: { [field: string]: number };
  [unknown: string]: unknown;
}

/** What the page of a customer says. */
export interface CaptureSettingsBody {
  /**
   * Who asks; the name of the agent where it is left out.
   * @minLength 1
   * @maxLength 100
   */
  name?: string;
  consent?: CaptureConsentBody;
}

/** To what a customer agrees. */
export interface CaptureConsentBody {
  /**
   * Of the text: with a new one it is agreed to anew.
   * @minLength 1
   * @maxLength 50
   */
  version: string;
  /**
   * @minLength 1
   * @maxLength 5000
   */
  text: string;
}

/** What an agent does. Stored and returned as given; other keys are the caller's own. */
export interface AgentDefinitionBody {
  /**
   * What classification says to the document type that is used for it. A case requires one document of each of its distinct values.
   * @example { "passport": "passport", "bank_statement": "bank_statement" }
   */
  doc_type_map?: { [classified: string]: string };
  /**
   * Text that names a document type, as people write it.
   * @example { "Reisepass": "passport", "account statement": "bank_statement" }
   */
  classify_aliases?: { [alias: string]: string };
  cross_match?: CrossMatchBody;
  /**
   * Steps for every type, or by document type. Left out, or exactly `classify`, `extract`, `validate`: each document goes through the steps of
   * its own type.
   * @example ["classify", "extract", "validate"]
   */
  pipeline_per_type?: string[] | { [context_id: string]: string[] };
  /**
   * What a failed check does: from its code or its weight (`info`, `weak`, `moderate`, `strong`) to `ignore`, `warn`, `review` or `deny`; a code
   * wins. Default: `strong` is `review`, the rest `warn`.
   * @example { "moderate": "review", "expired": "deny" }
   */
  policy?: { [code_or_weight: string]: 'ignore' | 'warn' | 'review' | 'deny' };
  /**
   * 0 and 1: no conversation. 2: replies from templates. 3: also answers about what was read.
   * @isInt
   * @minimum 0
   * @maximum 3
   * @example 2
   */
  intelligence_level?: number;
  /**
   * What a case has to hold: document types, and lists of them of which one will do. The distinct values of `doc_type_map` when left out.
   * @example [["passport", "identity_card"], "bank_statement"]
   */
  required?: (string | string[])[];
  /**
   * Days after which its cases and runs are erased, counted from their end. They are kept when it is left out.
   * @isInt
   * @minimum 1
   * @maximum 3650
   * @example 365
   */
  retention_days?: number;
  rules?: AgentRulesBody;
  /**
   * Document types of which both sides are needed.
   * @example { "identity_card": "front_and_back" }
   */
  sides?: { [context_id: string]: 'front_and_back' };
  /**
   * Whether the portrait of identity documents is compared with a selfie when a case is completed; as an object with the `threshold`, 0 to 1, that their
   * similarity has to reach (0.75 where it is left out), and `watchlists` in which both are looked for.
   * @example { "threshold": 0.75, "watchlists": ["sanction_watch"] }
   */
  face_match?: boolean | { threshold?: number; watchlists?: string[] };
  /**
   * What the page says that a [link](../capture.md) of a case opens: who asks, and the text that a customer agrees to before anything is taken.
   * @example { "name": "Harbour Bank", "consent": { "version": "2026-03", "text": "We compare your documents with each other." } }
   */
  capture?: CaptureSettingsBody;
  [other: string]: unknown;
}

/**
 * What an agent does, as it was given.
 * @example {
 *   "doc_type_map": { "passport": "passport", "bank_statement": "bank_statement" },
 *   "classify_aliases": { "Reisepass": "passport" },
 *   "cross_match": { "enabled": true, "match_fields": ["full_name"], "min_doc_types": 2 },
 *   "pipeline_per_type": ["classify", "extract", "validate"],
 *   "intelligence_level": 2
 * }
 */
export interface AgentDefinitionView {
  [key: string]: unknown;
}

/** The configuration of one verification goal. */
export interface AgentView {
  id: Uuid;
  tenant_id: TenantId;
  goal: AgentGoal;
  /** @example "Client onboarding" */
  name: string;
  /** @example "1" */
  version: string;
  definition: AgentDefinitionView;
  /** Whether a language model of a cloud may be asked about its documents, and about what is written to it. */
  allow_cloud: boolean;
  /** Only a deployed agent takes new cases and runs. */
  deployed: boolean;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** An agent to create. */
export interface CreateAgentBody {
  goal: AgentGoal;
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Client onboarding"
   */
  name: string;
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /** Empty when left out. */
  definition?: AgentDefinitionBody;
  /**
   * Such as `1` or `1.2`.
   * @default "1"
   * @minLength 1
   * @maxLength 32
   * @example "1"
   */
  version?: string;
  /** @default false */
  allow_cloud?: boolean;
  /** @default false */
  deployed?: boolean;
}

/** What can be changed of an agent; what is left out stays as it is. */
export interface AgentChangesBody {
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Client onboarding"
   */
  name?: string;
  /** Replaces the whole definition. */
  definition?: AgentDefinitionBody;
  /**
   * @minLength 1
   * @maxLength 32
   * @example "1.1"
   */
  version?: string;
  allow_cloud?: boolean;
  deployed?: boolean;
}

/** An agent as it was before a change. */
export interface AgentVersionView {
  id: Uuid;
  agent_id: Uuid;
  tenant_id: TenantId;
  /**
   * The agent's version at the time.
   * @example "1"
   */
  version: string;
  /** @example "Client onboarding" */
  name: string;
  definition: AgentDefinitionView;
  /**
   * Why the version was kept.
   * @example "Before a rollback to version 1"
   */
  note: string;
  created_at: Timestamp;
}

/** An agent to build from document types. */
export interface BuildAgentBody {
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Client onboarding"
   */
  name: string;
  /**
   * The types to collect: the tenant's own, else the global ones.
   * @minItems 1
   * @maxItems 100
   * @example ["passport", "bank_statement"]
   */
  context_ids: string[];
  /** The key's own tenant when left out. */
  tenant_id?: TenantId;
  /** Made of the name when left out; a number is appended where that is taken. */
  goal?: AgentGoal;
  /**
   * Fields to compare across documents, in the place of those that the schemas share.
   * @example ["full_name"]
   */
  cross_match_fields?: string[];
  /**
   * Steps for every type.
   * @default ["classify", "extract", "validate"]
   * @example ["classify", "extract", "validate"]
   */
  pipeline?: string[];
  /**
   * Deploy the agent at once.
   * @default false
   */
  deploy?: boolean;
}
