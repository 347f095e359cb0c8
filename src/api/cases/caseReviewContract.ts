import type { TenantId, Uuid } from '../../domain/core/text.js';
import type { CaseDocumentView, CaseProgressView, CaseStatusName } from './caseContract.js';
import type { CaseResultView } from './caseResultContract.js';
import type { ActorName, RequestCodeName } from './reviewerContract.js';

/** Who is to look at a case. */
export interface AssignCaseBody {
  /** Null for nobody. */
  assignee: ActorName | null;
}

/** Which case is to be looked at next, and by whom. All that is given must hold. */
export interface TakeNextBody {
  actor: ActorName;
  /** The key's own tenant when left out; for a platform key every tenant. */
  tenant_id?: TenantId;
  /**
   * Only cases of the agents with this goal.
   * @maxLength 64
   */
  goal?: string;
  /**
   * Only cases whose result names a reason with this code.
   * @maxLength 64
   */
  reason?: string;
  /**
   * Only cases with a document that was read as this type.
   * @maxLength 64
   */
  document_type?: string;
}

/** Something to write down about a case. */
export interface AddNoteBody {
  /**
   * @minLength 1
   * @maxLength 2000
   * @pattern \S
   * @example "Called the customer; the new card is on its way"
   */
  text: string;
  actor?: ActorName;
}

/** A document to ask for again. */
export interface RequestedItemBody {
  /**
   * A document type that the agent asks for.
   * @maxLength 64
   * @example "passport"
   */
  document_type: string;
  code: RequestCodeName;
  /**
   * What the customer is told of it.
   * @maxLength 1000
   * @example "Please take the picture without a flash"
   */
  text?: string;
}

/** What is asked for again. */
export interface RequestDocumentsBody {
  /**
   * @minItems 1
   * @maxItems 20
   */
  items: RequestedItemBody[];
  actor?: ActorName;
}

/** A place on a document. */
export interface PlaceBody {
  /**
   * From 1.
   * @isInt
   * @minimum 1
   * @maximum 10000
   * @example 1
   */
  page: number;
  /**
   * `[x, y, width, height]` in fractions of the upright page, origin top left.
   * @minItems 4
   * @maxItems 4
   * @example [0.31, 0.4, 0.12, 0.03]
   */
  box: Fraction[];
}

/**
 * A part of a length.
 * @minimum 0
 * @maximum 1
 */
export type Fraction = number;

/** Values to put right. */
export interface CorrectDocumentBody {
  /**
   * By field of the document's type, in the form that its type hint asks for; null where the document states none.
   * @example { "birth_date": "1990-04-12" }
   */
  values: { [field: string]: unknown };
  /**
   * Where on the document they stand, of fields among `values`: what was missed is then found there.
   * @example { "birth_date": { "page": 1, "box": [0.31, 0.4, 0.12, 0.03] } }
   */
  places?: { [field: string]: PlaceBody };
  /**
   * @maxLength 2000
   * @example "Misread; seen on the picture"
   */
  reason?: string;
  actor?: ActorName;
}

/** A document that was corrected, and where its case stands since. */
export interface CorrectedDocumentView extends CaseDocumentView {
  session_id: Uuid;
  session_status: CaseStatusName;
  progress: CaseProgressView;
  /** As that of the case: what it comes to since where it is in review, empty where it collects. */
  result: CaseResultView;
}
