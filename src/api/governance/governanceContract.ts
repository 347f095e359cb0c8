import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { ContextId } from '../documentTypes/documentTypeContract.js';
import type { RequestWarnings } from '../http/textContract.js';

/**
 * When a set runs, in UTC: at the full hour, at midnight, on Mondays at midnight, on the first of the month at midnight; or a cron expression of five fields.
 * @minLength 1
 * @maxLength 100
 * @example "daily"
 */
export type GovernanceSchedule = string;

/**
 * What a set is called: 1 to 200 characters that are not all blank.
 * @minLength 1
 * @maxLength 200
 * @pattern \S
 * @example "Passports of this year"
 */
export type GovernanceName = string;

/** What is demanded of the newest documents; what is left out demands nothing. */
export interface DriftFloorsBody {
  /**
   * Share of the documents that break no rule of now.
   * @minimum 0
   * @maximum 1
   * @example 0.9
   */
  valid?: number;
  /**
   * Share of the documents in which a field has a value; of each field.
   * @minimum 0
   * @maximum 1
   * @example 0.5
   */
  filled?: number;
  /**
   * Mean confidence of a field; of each.
   * @minimum 0
   * @maximum 1
   * @example 0.8
   */
  confidence?: number;
}

/** How the newest documents are set beside those before. */
export interface DriftBody {
  /**
   * So many days are the newest, and as many before are those that they are set beside. 7 when left out.
   * @isInt
   * @minimum 1
   * @maximum 365
   * @example 7
   */
  days?: number;
  /**
   * Fewer documents raise no alarm. 50 when left out.
   * @isInt
   * @minimum 1
   * @maximum 100000
   * @example 50
   */
  documents?: number;
  at_least?: DriftFloorsBody;
  /**
   * How far what the values of a field look like may have moved, as a population stability index: 0.25 is a lot.
   * @minimum 0.01
   * @maximum 10
   * @example 0.25
   */
  moved?: number;
}

/** Which documents of its type a set looks at; those that were read, whatever is left out. */
export interface GovernanceConfigBody {
  /**
   * Only those received in so many days before a run.
   * @isInt
   * @minimum 1
   * @maximum 3650
   * @example 30
   */
  lookback_days?: number;
  /**
   * Only those of cases with this goal.
   * @maxLength 64
   * @pattern ^[a-z0-9]+(_[a-z0-9]+)*$
   * @example "onboarding"
   */
  goal?: string;
  /**
   * Only those of cases in one of these states. `done`, the state of a document that was read, may stand among them: no others are looked at.
   * @minItems 1
   * @maxItems 8
   */
  statuses?: ('collecting' | 'processing' | 'completed' | 'review' | 'denied' | 'failed' | 'expired' | 'done')[];
  /**
   * Only so many of them, the newest.
   * @isInt
   * @minimum 1
   * @maximum 1000000
   * @example 10000
   */
  limit?: number;
  /** Its runs say how the documents drift. */
  drift?: DriftBody;
}

/** A governance set that is to be kept. */
export interface CreateGovernanceSetBody {
  name: GovernanceName;
  context_id: ContextId;
  tenant_id?: TenantId;
  /** `daily` when left out. */
  schedule?: GovernanceSchedule;
  config?: GovernanceConfigBody;
  /** Whether it runs by its schedule. `true` when left out. */
  enabled?: boolean;
}

/** What is to be changed of a governance set; what is left out stays. */
export interface ChangeGovernanceSetBody {
  name?: GovernanceName;
  schedule?: GovernanceSchedule;
  /** Takes the place of the whole. */
  config?: GovernanceConfigBody;
  enabled?: boolean;
}

/** A governance set. */
export interface GovernanceSetView {
  id: Uuid;
  tenant_id: TenantId;
  name: GovernanceName;
  context_id: ContextId;
  schedule: GovernanceSchedule;
  enabled: boolean;
  config: GovernanceConfigBody;
  /** When its newest run began; empty where it never ran. */
  last_run_at: string;
  created_at: Timestamp;
  warnings?: RequestWarnings;
}

/** What a run that has ended says of all that it looked at; empty while it goes on. */
export interface GovernanceSummaryView {
  /** Documents that broke no rule when they were read, or last corrected, and break one now. */
  newly_failed?: number;
  /** Documents that broke one then, and break none now. */
  newly_passed?: number;
  /** Decisions of cases that would be different now. */
  decisions_differing?: number;
  /** How many documents break a rule in a field, by its name: the hundred with the most. */
  failed_by_field?: { [field: string]: number };
  /** How the documents drift; absent where the set does not ask. */
  drift?: GovernanceDriftView;
}

/** A share or a mean in the newest days and in as many before; null where nothing was there. */
export interface ThenAndNowView {
  now: number | null;
  before: number | null;
}

/** How a field moved. */
export interface FieldDriftView {
  /** @example "expiry_date" */
  field: string;
  /** Share of the documents in which it breaks no rule of now. */
  valid: ThenAndNowView;
  /** Share of the documents in which it has a value. */
  filled: ThenAndNowView;
  /** Mean. */
  confidence: ThenAndNowView;
  /** How far what its values look like has moved, as a population stability index; null where there are too few documents. */
  moved: number | null;
}

/** What a set demands and is not so. */
export interface DriftAlarmView {
  /** Null for the documents as wholes. */
  field: string | null;
  measure: 'valid' | 'filled' | 'confidence' | 'moved';
  is: number;
  /** The least that is demanded; for `moved` the most. */
  limit: number;
}

/** How the documents of a set drift: the newest days beside as many before. */
export interface GovernanceDriftView {
  /** When the newest days begin; the others begin as long before. */
  since: Timestamp;
  documents: DriftDocumentsView;
  valid: ThenAndNowView;
  /** Those that moved most: a hundred at most. */
  fields: FieldDriftView[];
  /** A hundred at most. */
  alarms: DriftAlarmView[];
}

/** How many documents there are in both times. */
export interface DriftDocumentsView {
  /** @isInt */
  now: number;
  /** @isInt */
  before: number;
}

/** A run of a governance set. */
export interface GovernanceRunView {
  id: Uuid;
  governance_id: Uuid;
  status: 'running' | 'completed' | 'failed';
  /** Documents that were judged so far. */
  total_docs: number;
  /** Those that break no rule of their type as it is now. */
  passed: number;
  failed: number;
  /** Those that could not be judged; none of the others. */
  error_count: number;
  summary: GovernanceSummaryView;
  /** What made it begin. */
  trigger: 'schedule' | 'manual';
  /** Why it failed; `cancelled` where somebody ended it. */
  error: string | null;
  started_at: Timestamp;
  /** Empty while it goes on. */
  completed_at: string;
}

/** What one field of a document breaks. */
export interface FieldResultView {
  /**
   * The rules that it breaks now.
   * @example ["required"]
   */
  rules: string[];
  /** Those that it broke when the document was read, or last corrected. */
  rules_before: string[];
}

/** How a document stands to the rules of its type as they were at the run. */
export interface GovernanceResultView {
  id: Uuid;
  doc_id: Uuid;
  session_id: Uuid;
  status: 'pass' | 'fail';
  /** By the name of the field, each that breaks a rule now. */
  field_results: { [field: string]: FieldResultView };
  /** Whether it broke no rule when it was read, or last corrected. */
  valid_before: boolean;
  /** The decision of its case, and what it would be now; null where it would not be different. */
  decision: { from: string; to: string } | null;
}

/** A run that was begun. */
export interface GovernanceTriggered {
  status: 'triggered';
  governance_id: Uuid;
  run_id: Uuid;
}
