import type { FieldValuesView } from '../../domain/documents/index.js';
import type { Category, ContextId, OutputSchema, ValidationRules } from './documentTypeContract.js';

/** A document to learn from. Nothing of it is kept. */
export interface SampleDocument {
  /**
   * The file in base64 (RFC 4648, padded, no line breaks), at most 20 MiB decoded. What it is is told by its content: JPEG, PNG, WebP, TIFF, BMP, GIF or PDF.
   * @format base64
   * @example "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
   */
  data: string;
  /**
   * What it is said to be; what counts is its content.
   * @maxLength 255
   * @example "image/png"
   */
  mime_type: string;
}

/** Samples of one kind of document. */
export interface DiscoverDocumentTypeBody {
  /**
   * @minItems 1
   * @maxItems 3
   */
  documents: SampleDocument[];
  /**
   * Whether the samples may be shown to a language model of a cloud, where one is set. One that runs locally is shown them in any case.
   * @default false
   */
  allow_cloud?: boolean;
}

/** A document type that the samples suggest; none is saved. */
export interface DiscoveredDocumentTypeView {
  /** One that the tenant has no type of its own of. */
  context_id: ContextId;
  /** @example "Delivery note" */
  display_name: string;
  category: Category;
  suggested_schema: OutputSchema;
  suggested_rules: ValidationRules;
  /** @example ["delivery note", "packing slip"] */
  classify_hints: string[];
  /**
   * The labels that announce each field, a line a field.
   * @example "delivery_number: Delivery No"
   */
  prompt_hint: string;
  /**
   * The type that the samples are of, where there is one already that the tenant can see; null where there is none.
   * @example "delivery_note"
   */
  known_as: ContextId | null;
  /** What the samples say of each field. What the suggested rules mask is masked. */
  sample_extraction: FieldValuesView;
  /**
   * Who found each field, where a language model answered: the embedded `engine`, the `model`, `both`, or `differing`, where both found it and read its value differently; `sample_extraction`
   * has the engine's then. Left out where none was asked, or none answered.
   */
  found_by?: FoundByView;
}

/** Who found each field. */
export interface FoundByView {
  [field: string]: 'engine' | 'model' | 'both' | 'differing';
}
