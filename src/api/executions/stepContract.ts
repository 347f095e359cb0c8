import type { Timestamp, Uuid } from '../../domain/core/text.js';
import type {
  AuthenticityOutputView,
  BarcodeOutputView,
  ClassifyOutputView,
  DocumentClassificationView,
  ExtractOutputView,
  FaceOutputView,
  FieldConfidencesView,
  FoundFieldsView,
  ModelOutputView,
  MrzOutputView,
  NothingView,
  PagesRead,
  QualityOutputView,
  StepOutputsView,
  UnansweredModelView,
  ValidateOutputView,
  Violation,
} from '../../domain/documents/index.js';
import type { CorrectionView } from '../cases/caseContract.js';
import type { DocumentCheckView } from '../http/checkContract.js';
import type { PipelineResultView } from './resultContract.js';

/** What every step says, whatever it looked for. */
export interface EndedStepView {
  /**
   * Index in the pipeline, from 0.
   * @isInt
   * @example 1
   */
  order: number;
  status: 'success' | 'failed';
  /** Why it failed, when it did. */
  error?: string;
  /** @example 412.5 */
  duration_ms: number;
}

/** The step that finds out what the document is. */
export interface ClassifyStepView extends EndedStepView {
  tool: 'classify';
  output: ClassifyOutputView | NothingView;
}

/** The step that reads the values. */
export interface ExtractStepView extends EndedStepView {
  tool: 'extract';
  output: ExtractOutputView | NothingView;
}

/** The step that holds the values to the rules of the type. */
export interface ValidateStepView extends EndedStepView {
  tool: 'validate';
  output: ValidateOutputView | NothingView;
}

/** The step that says how well the document was captured. */
export interface QualityStepView extends EndedStepView {
  tool: 'quality';
  output: QualityOutputView | NothingView;
}

/** The step that reads machine-readable zones. */
export interface MrzStepView extends EndedStepView {
  tool: 'mrz';
  output: MrzOutputView | NothingView;
}

/** The step that reads barcodes. */
export interface BarcodeStepView extends EndedStepView {
  tool: 'barcode';
  output: BarcodeOutputView | NothingView;
}

/** The step that looks for what does not fit together. */
export interface AuthenticityStepView extends EndedStepView {
  tool: 'authenticity';
  output: AuthenticityOutputView | NothingView;
}

/** The step that finds the portrait. */
export interface FaceStepView extends EndedStepView {
  tool: 'face';
  output: FaceOutputView | NothingView;
}

/** What a language model read beside the engine, where one is set; its output holds no value of the document. */
export interface ModelStepView extends EndedStepView {
  tool: 'model';
  output: ModelOutputView | UnansweredModelView;
}

/** A member of a composite type. */
export interface MemberStepView extends EndedStepView {
  /**
   * `type:` and the member's `context_id`.
   * @pattern ^type:
   * @example "type:passport"
   */
  tool: string;
  output: MemberOutputView | NothingView;
}

/** What came of a member of a composite type: its result, and the steps that led to it. */
export interface MemberOutputView extends PipelineResultView {
  steps: StepView[];
}

/** A document of an agent run. */
export interface DocumentStepView extends EndedStepView {
  tool: 'document';
  output: RunDocumentView | NothingView;
}

/** What was read from a document of an agent run. Masked values are masked. */
export interface RunDocumentView extends FoundFieldsView {
  doc_id: Uuid;
  /**
   * From 0, in the order of the run.
   * @isInt
   */
  doc_index: number;
  filename: string | null;
  /** SHA-256 of the file. */
  sha256: string;
  mime_type: string;
  /** @isInt */
  size_bytes: number;
  /**
   * `unknown` where it fits no type, empty where it could not be read.
   * @example "passport"
   */
  document_type: string;
  /**
   * Decimal string, 0 to 1.
   * @example "0.98"
   */
  confidence: string;
  field_confidences: FieldConfidencesView;
  valid: boolean;
  violations: Violation[];
  /** Null where it was not classified. */
  classification: DocumentClassificationView | null;
  step_outputs: StepOutputsView;
  /** Left out in lists. */
  checks?: DocumentCheckView[];
  /** Null where all of it was read. */
  truncated: PagesRead | null;
  /** An earlier document of the run with the same content. */
  duplicate_of: Uuid | null;
  /** Of no meaning in a run. */
  asked_again?: boolean | null;
  /** None in a run. */
  corrections?: CorrectionView[] | null;
  created_at: Timestamp;
}

/** The outcome of one step, by its `tool`. `output` is empty where it failed, and once the execution is erased. */
export type StepView =
  | ClassifyStepView
  | ExtractStepView
  | ValidateStepView
  | QualityStepView
  | MrzStepView
  | BarcodeStepView
  | AuthenticityStepView
  | FaceStepView
  | ModelStepView
  | MemberStepView
  | DocumentStepView;
