// What each step of a pipeline puts out, for the description of the API. The types that engines work with fit these: a test holds them to it.

import type { FaceOutputView } from './shownFaces.js';
import type { ModelOutputView, SilentModelView } from './shownModelOutput.js';
import type { BoxView, CoordinatesView, FieldConfidencesView, FoundFieldsView } from './shownFields.js';
import type { Violation } from './fieldReadings.js';

/** One reason for the type that was chosen. */
export interface ClassificationEvidenceView {
  /**
   * `phrase`, `mrz`, `barcode`, `fields`, `layout` or `words`.
   * @example "phrase"
   */
  kind: string;
  /** What was seen, in words of the document type's definition, never a value of the document. */
  detail: string;
  /**
   * The page it was seen on, from 1.
   * @isInt
   */
  page?: number;
  /** Its share of the score. */
  weight: number;
}

/** A type that it might have been. */
export interface AlternativeTypeView {
  /** @example "identity_card" */
  document_type: string;
  /** 0 to 1. */
  confidence: number;
}

/** What was said of the type of a document, and why. */
export interface DocumentClassificationView {
  /**
   * What classification said, before the agent's `doc_type_map`.
   * @example "passport"
   */
  classified_as: string;
  /** The weightiest first. */
  evidence: ClassificationEvidenceView[];
  /** The next best types, best first. */
  alternatives: AlternativeTypeView[];
}

/** What the step `classify` says: what the document is. */
export interface ClassifyOutputView {
  /**
   * The `context_id` of a document type, or `unknown`.
   * @example "passport"
   */
  document_type: string;
  /** 0 to 1: how likely that is right; of `unknown`, that none of the types fits. */
  confidence: number;
  evidence: ClassificationEvidenceView[];
  /** The next best types, best first. */
  alternatives: AlternativeTypeView[];
}

/** Whether what a machine-readable zone or a barcode says of a field is also what is printed. */
export interface FieldCrossCheckView {
  /** @example "birth_date" */
  field: string;
  source: 'mrz' | 'barcode';
  /** `not_found` where the print shows no such value. */
  outcome: 'agrees' | 'differs' | 'not_found';
  /** Where they differ: what the machine-readable part says, and what is printed. */
  values?: string[];
  /** Where the print stands that differs. */
  printed_at?: CoordinatesView;
}

/** What the step `extract` says: the values. */
export interface ExtractOutputView extends FoundFieldsView {
  confidences: FieldConfidencesView;
  cross_checks: FieldCrossCheckView[];
}

/** One field of a machine-readable zone. */
export interface MrzFieldView {
  /** Normalised: dates ISO 8601, sex `M`, `F` or `X`, countries ISO 3166 alpha-3, no fillers. */
  value: string;
  /** As it stands in the zone, fillers included. */
  raw: string;
  box: BoxView;
  /** 0 to 1. */
  confidence: number;
  /** Set for a date that the calendar does not have though its check digit holds. */
  impossible?: boolean;
}

/** The fields of a zone, by name; which there are is the format's business. */
export interface MrzFieldsView {
  [field: string]: MrzFieldView;
}

/** One check digit. */
export interface MrzCheckView {
  /** `composite` is the one over the whole zone. */
  name: 'document_number' | 'birth_date' | 'expiry_date' | 'optional_data' | 'composite';
  ok: boolean;
}

/** A machine-readable zone that was found. */
export interface MrzReadingView {
  format: 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRA_ID' | 'FRA_DL' | 'NLD_DL';
  /**
   * From 1.
   * @isInt
   */
  page: number;
  /** The whole zone. */
  box: BoxView;
  /** As understood: full length, fillers included. Hidden where fields of the type are masked. */
  lines: string[];
  fields: MrzFieldsView;
  checks: MrzCheckView[];
  /** Every check digit holds. */
  valid: boolean;
  /** A character was changed to one that looks alike so that a check digit holds. */
  repaired: boolean;
  /** Names and countries that the zone has, or may have, but that were read too badly to be told. */
  withheld: string[];
  /** The holder's full name may be longer than the zone shows. */
  names_truncated: boolean;
  /** 0 to 1. */
  confidence: number;
}

/** What the step `mrz` says. */
export interface MrzOutputView {
  mrz: MrzReadingView[];
}

/** One value of a driving licence's barcode. */
export interface AamvaValueView {
  /** Normalised: dates ISO 8601, sex `M`, `F` or `X`. */
  value: string;
  /** As in the barcode. */
  raw: string;
}

/** What a North American driving licence or identity card has in its barcode (AAMVA DL/ID Card Design Standard). */
export interface AamvaPayloadView {
  /** Issuer identification number, six digits. */
  issuer: string;
  /** Version of the standard, `00` to `99`. */
  version: string;
  /** `DL`, `ID` or `EN`. */
  kind: string;
  /** Each element as in the barcode, by its three letters, such as `DAQ`. */
  fields: { [element: string]: string };
  /** The values by the names that document types use. */
  mapped: { [field: string]: AamvaValueView };
}

/** A barcode that was found. */
export interface BarcodeReadingView {
  format: 'PDF417' | 'QRCode';
  /**
   * From 1.
   * @isInt
   */
  page: number;
  box: BoxView;
  /** The content. Hidden where fields of the type are masked. */
  text: string;
  /** Where it is a driving licence's. */
  aamva?: AamvaPayloadView;
}

/** What the step `barcode` says. */
export interface BarcodeOutputView {
  barcodes: BarcodeReadingView[];
}

/** One thing about a page. */
export interface QualityCheckView {
  /** 0 unusable to 1 nothing to improve. */
  score: number;
  verdict: 'good' | 'fair' | 'poor';
  /** What was measured, in `unit`. */
  measured: number;
  unit: string;
  /** What the user should do, unless it is good. */
  advice?: string;
}

/** The quality of one page. `checks` is empty where its text is digital. */
export interface PageQualityView {
  /**
   * From 1.
   * @isInt
   */
  page: number;
  /** 0 to 1. */
  score: number;
  verdict: 'good' | 'fair' | 'poor';
  checks: {
    blur?: QualityCheckView;
    resolution?: QualityCheckView;
    light?: QualityCheckView;
    contrast?: QualityCheckView;
    glare?: QualityCheckView;
    edges?: QualityCheckView;
  };
}

/** What the step `quality` says: that of the worst page. */
export interface QualityOutputView {
  /** 0 to 1. */
  score: number;
  verdict: 'good' | 'fair' | 'poor';
  /** What the user should do, the most pressing first. */
  advice: string[];
  pages: PageQualityView[];
}

/** Something noticed, for a person to judge. It never says that a document is forged. */
export interface AuthenticitySignalView {
  /**
   * Stable.
   * @example "mrz_differs_from_print"
   */
  code: string;
  weight: 'strong' | 'moderate' | 'weak';
  /** What was noticed, and what else may explain it. */
  message: string;
  /** What it was noticed by: field names, check digits, names of software, dates of the file. Never a value of the holder. */
  evidence: { [name: string]: string | number | boolean | string[] };
}

/** What the step `authenticity` says: what was noticed, and what could be examined at all. */
export interface AuthenticityOutputView {
  signals: AuthenticitySignalView[];
  examined: (
    'mrz_check_digits' | 'mrz_against_print' | 'barcode_against_print' | 'file_metadata' | 'pdf_updates' | 'picture'
  )[];
}

/** What the step `validate` says: whether the rules of the type hold. */
export interface ValidateOutputView {
  valid: boolean;
  violations: Violation[];
}

/** What one step of those beyond `classify`, `extract` and `validate` said where it failed. */
export interface FailedOutputView {
  /** Why. */
  error: string;
}

/**
 * What the steps beyond `classify`, `extract` and `validate` put out, by step; one that failed says why. A later version of the service may
 * have steps that are not named here.
 */
export interface StepOutputsView {
  quality?: QualityOutputView | FailedOutputView;
  mrz?: MrzOutputView | FailedOutputView;
  barcode?: BarcodeOutputView | FailedOutputView;
  authenticity?: AuthenticityOutputView | FailedOutputView;
  face?: FaceOutputView | FailedOutputView;
  /** Where a language model is asked beside the engine. */
  model?: ModelOutputView | SilentModelView;
}
