/**
 * What a pipeline run yields, step by step and as a whole. Domain words shared by events, engines and the API;
 * field names are those of the API.
 */

/** The steps a document type can ask for. */
export const STEP_NAMES = [
  'classify',
  'extract',
  'validate',
  'quality',
  'mrz',
  'barcode',
  'face',
  'authenticity',
] as const;

/** The name of a pipeline step. */
export type StepName = (typeof STEP_NAMES)[number];

/** A value as it was read and normalised by its type hint. */
export type FieldValue = string | number | boolean | null | FieldValue[] | { [key: string]: FieldValue };

/** Where a value came from. */
export type FieldSource = 'mrz' | 'barcode' | 'text_layer' | 'ocr';

/** Where on the page a value stands: page from 1, box `[x, y, width, height]` in fractions of the page, origin top left. */
export interface Coordinates {
  page: number;
  box: [number, number, number, number];
}

/** A broken rule, never a failed execution. */
export interface Violation {
  field: string;
  rule: string;
  message: string;
}

/** The outcome of one step. `output` holds that step's part of the result. */
export interface StepResult {
  /** In an agent run one `document` for each document. */
  tool: StepName | `type:${string}` | 'document';
  /** Index of the step in its pipeline, from 0. */
  order: number;
  status: 'success' | 'failed';
  output: { [key: string]: unknown };
  /** A sentence a user understands, when the step failed. */
  error?: string;
  /** Measured wall-clock time. */
  duration_ms: number;
}

/** The final result of a run of one document type. Maps are empty where the step that fills them was left out. */
export interface PipelineResult {
  /** What it is; `unknown` when nothing fits, the type asked for when it was not classified. */
  document_type: string;
  /** Confidence of `document_type` as a decimal string, 0 to 1. */
  confidence: string;
  extracted: { [field: string]: FieldValue };
  /** Per field, 0 to 1, calibrated. */
  confidences: { [field: string]: number };
  coordinates: { [field: string]: Coordinates };
  /** Text as printed. */
  raw: { [field: string]: string };
  sources: { [field: string]: FieldSource };
  valid: boolean;
  violations: Violation[];
  /** Set when only the first pages of a long document were read. */
  truncated?: { pages_read: number; pages_total: number };
}
