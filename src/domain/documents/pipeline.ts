/**
 * What a pipeline run yields, step by step and as a whole. Domain words shared by events, engines and the API;
 * field names are those of the API.
 */

import { z } from 'zod';
import { type DocumentCheck, documentCheck } from './documentCheck.js';
import { fieldConfidences, fieldReadings, pagesRead, type FieldReadings, type PagesRead } from './fieldReadings.js';

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

/** The outcome of one step. `output` holds that step's part of the result. */
export interface StepResult {
  /** In an agent run one `document` for each document; `model` where a language model was asked beside the steps. */
  tool: StepName | `type:${string}` | 'document' | 'model';
  /** Index of the step in its pipeline, from 0. */
  order: number;
  status: 'success' | 'failed';
  output: { [key: string]: unknown };
  /** A sentence a user understands, when the step failed. */
  error?: string;
  /** Measured wall-clock time. */
  duration_ms: number;
}

/** What a document is taken for that is of no type. */
export const UNKNOWN_TYPE = 'unknown';

/** The final result of a run of one document type. */
export interface PipelineResult extends FieldReadings {
  /** What it is; `unknown` when nothing fits, the type asked for when it was not classified. */
  document_type: string;
  /** Confidence of `document_type` as a decimal string, 0 to 1. */
  confidence: string;
  /** Per field, 0 to 1; calibrated where that was measured (`docs/engine.md`). */
  confidences: { [field: string]: number };
  /** Set when only the first pages of a long document were read. */
  truncated?: PagesRead;
  /** Every check there is, and what came of it; absent in runs of before there were any. */
  checks?: DocumentCheck[];
}

/** Shape of the result in an event. Loose: what a later engine adds must not get lost. */
export const pipelineResult = z.looseObject({
  document_type: z.string(),
  confidence: z.string(),
  ...fieldReadings,
  confidences: fieldConfidences,
  truncated: pagesRead.optional(),
  checks: z.array(documentCheck).optional(),
}) satisfies z.ZodType<PipelineResult>;
