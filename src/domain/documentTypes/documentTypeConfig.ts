import type { DocumentDescription } from './documentDescription.js';

/** What a document type says of itself: the part of it that is versioned. Field names are those of the API. */

/** A validation rule of one field. */
export interface FieldRule {
  required?: boolean;
  /** RE2 syntax, matched against the whole printed or normalised value. */
  regex?: string;
  /** Hide all but the last four characters wherever the value leaves the service. */
  mask?: boolean;
  /** A named format, for example `date`, `iban`, `passport_number`. */
  format?: string;
}

/** Values of `input_type`. */
export const INPUT_TYPES = ['document', 'image'] as const;
/** Values of `analysis_type`. */
export const ANALYSIS_TYPES = ['extraction', 'scene_understanding', 'classification'] as const;
/** Values of `model_hint`. */
export const MODEL_HINTS = ['vlm', 'llm'] as const;
/** Values of `category`. */
export const CATEGORIES = ['identity', 'financial', 'travel', 'business', 'scene', 'other'] as const;

/** The configuration of a document type; also the shape of the files in `presets/` (there with a `context_id`). */
export interface DocumentTypeConfig {
  display_name: string;
  input_type: (typeof INPUT_TYPES)[number];
  analysis_type: (typeof ANALYSIS_TYPES)[number];
  model_hint: (typeof MODEL_HINTS)[number];
  category: (typeof CATEGORIES)[number];
  /** Field name to type hint, for example `date YYYY-MM-DD or null`. */
  output_schema: { [field: string]: string };
  validation_rules: { [field: string]: FieldRule };
  /** Keywords and phrases that identify the type, in the languages of its issuers. */
  classify_hints: string[];
  /** Step names in order, or `type:<context_id>` for each member of a composite type. */
  pipeline_steps: string[];
  /** Guidance for a model; the embedded engine also reads field labels from it (`field: label, label; …`). */
  prompt_hint: string;
  enabled: boolean;
  describes?: DocumentDescription;
}

/** The fields whose rules ask for masking. */
export const maskedFields = (rules: { [field: string]: FieldRule }): string[] =>
  Object.entries(rules).flatMap(([field, rule]) => (rule.mask ? [field] : []));
