import type {
  FieldConfidencesView,
  FieldValuesView,
  FoundFieldsView,
  NothingView,
  PagesRead,
  Violation,
} from '../../domain/documents/index.js';
import type { CaseProgressCountsView } from '../cases/caseContract.js';
import type { CaseVerdictView } from '../cases/caseResultContract.js';
import type { DocumentCheckView } from '../http/checkContract.js';

/** What came of a document in the steps of a document type. */
export interface PipelineResultView extends FoundFieldsView {
  /**
   * What it is; `unknown` where nothing fits, the type that was asked for where it was not classified.
   * @example "passport"
   */
  document_type: string;
  /**
   * Decimal string, 0 to 1.
   * @example "0.98"
   */
  confidence: string;
  confidences: FieldConfidencesView;
  /** Whether the rules of the type hold; true where they were not asked. */
  valid: boolean;
  violations: Violation[];
  /** Set where only the first pages of a long document were read. */
  truncated?: PagesRead;
  /** Every check there is of a document, and what came of it; left out in lists, and absent in runs of before there were any. */
  checks?: DocumentCheckView[];
}

/** What came of the members of a composite document type, by their `context_id`; those that could not be read are missing. */
export interface CompositeResultView {
  [context_id: string]: PipelineResultView;
}

/** What an agent run found of one document type. */
export interface AgentRunPhaseView {
  /**
   * `unknown` for documents that fit no type or could not be read.
   * @example "passport"
   */
  doc_type: string;
  /** `failed` where a document could not be read. */
  status: 'completed' | 'failed';
  /** Of several documents of the type the later value. */
  extracted: FieldValuesView;
  /** Whether the last document of the type keeps its rules. */
  valid: boolean;
  violations: Violation[];
}

/** A file of an archive that was passed over. */
export interface SkippedFileView {
  /** @example "notes.docx" */
  filename: string;
  /** Completes "The entry …". */
  reason: string;
}

/** What an agent run came to: the verdict that a case with these documents would get, and how it came to it. */
export interface AgentRunResultView extends CaseVerdictView {
  /** One for each document type that turned up. */
  phases: AgentRunPhaseView[];
  progress: CaseProgressCountsView;
  skipped: SkippedFileView[];
}

/** What came of a run; empty until there is a result, where the run failed, and once it is erased. */
export type ExecutionResultView = PipelineResultView | AgentRunResultView | CompositeResultView | NothingView;
