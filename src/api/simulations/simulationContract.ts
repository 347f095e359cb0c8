import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { AgentChangesBody } from '../agents/agentContract.js';
import type { DocumentTypeChanges } from '../documentTypes/documentTypeContract.js';
import type { QueryText, SearchTime } from '../search/searchContract.js';

/** Which things of the past are judged again. */
export interface SimulatedSearch {
  /**
   * Documents or cases.
   * @example "cases"
   */
  kind: 'documents' | 'cases';
  query?: QueryText;
  /**
   * Queries that hold besides.
   * @maxItems 20
   */
  filters?: QueryText[];
  time?: SearchTime;
}

/** A draft of an agent, and what it is tried on. */
export interface SimulateAgentBody {
  /** What saving it would send; what is left out stays as it is. */
  draft: AgentChangesBody;
  search: SimulatedSearch;
}

/** A draft of a document type, and what it is tried on. */
export interface SimulateDocumentTypeBody {
  /** What saving it would send; what is left out stays as it is. */
  draft: DocumentTypeChanges;
  search: SimulatedSearch;
}

/**
 * How far a simulation is. One that was cancelled has failed.
 * @example "running"
 */
export type SimulationStatus = 'running' | 'completed' | 'failed';

/** A simulation that was begun. */
export interface SimulationBegun {
  id: Uuid;
  status: SimulationStatus;
}

/** What speaks for one of two outcomes and not for the other. Holds no value that was read. */
export interface DifferenceReasonView {
  /**
   * The code of a reason; for a document the rule that is broken.
   * @example "under_age"
   */
  code: string;
  /** @example "passport" */
  document_type: string | null;
  /** @example "birth_date" */
  field: string | null;
  /** What the reason does to a case: `failed`, `denied`, `review` or `note`; null for a rule of a document. */
  effect: string | null;
  /** Of which outcome it is: the one that was, or the one that would be. */
  of: 'before' | 'after';
}

/** An outcome that would be different. */
export interface DifferenceView {
  session_id: Uuid;
  /** The document whose validity differs; null for the decision of the case. */
  doc_id: Uuid | null;
  /**
   * What it came to: `approved`, `review`, `denied` or `failed`; of a document `valid` or `invalid`.
   * @example "approved"
   */
  from: string;
  /**
   * What it would come to.
   * @example "review"
   */
  to: string;
  /**
   * Why, at most 50.
   * @maxItems 50
   */
  why: DifferenceReasonView[];
}

/** A simulation, and what it found so far. */
export interface SimulationView extends SimulationBegun {
  tenant_id: TenantId;
  /**
   * Things that were looked at.
   * @isInt
   * @minimum 0
   */
  processed: number;
  /**
   * Those among them that could not be judged.
   * @isInt
   * @minimum 0
   */
  not_judged: number;
  /**
   * What the search found when it began; what is erased since is never looked at.
   * @isInt
   * @minimum 0
   */
  total: number;
  /**
   * All that differs by now; `differences` is a page of it.
   * @isInt
   * @minimum 0
   */
  difference_count: number;
  /** By case and document, in an order that does not change. */
  differences: DifferenceView[];
  /** What the next page is asked with as `after`; null at the end. */
  next: string | null;
  /**
   * Why it failed; `cancelled` where somebody cancelled it.
   * @example "cancelled"
   */
  error: string | null;
}
