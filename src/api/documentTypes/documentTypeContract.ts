import type { TenantId, Timestamp, Uuid } from '../../domain/core/text.js';
import type { ExamplesCheckedView } from '../typeExamples/exampleOutcomeContract.js';

/**
 * A snake_case name, unique in its tenant.
 * @example "passport"
 */
export type ContextId = string;

/** A validation rule of one field. */
export interface FieldRuleBody {
  /** The value must be there. */
  required?: boolean;
  /** RE2 syntax (linear time), matched against the whole value. At most 1,000 characters; with its repetitions written out at most 2,048 parts. */
  regex?: string;
  /** Hide all but the last four characters wherever the value leaves the service. */
  mask?: boolean;
  /** A named format: `date`, `datetime`, `email`, `phone`, `iban`, `bic`, `luhn`, `mrz`, `country`, `currency`, `amount`, `passport_number`, `vin`, `ssn`, `pan`, `aadhaar`. */
  format?: string;
}

/**
 * What is processed: pages of a document, or a picture.
 * @example "document"
 */
export type InputType = 'document' | 'image';
/**
 * What is wanted of it.
 * @example "extraction"
 */
export type AnalysisType = 'extraction' | 'scene_understanding' | 'classification';
/**
 * The kind of model that a step may use: one that sees (`vlm`) or one that reads text (`llm`).
 * @example "vlm"
 */
export type ModelHint = 'vlm' | 'llm';
/**
 * The group a type is listed in.
 * @example "identity"
 */
export type Category = 'identity' | 'financial' | 'travel' | 'business' | 'scene' | 'other';

/**
 * Field name to type hint: `string`, `number`, `integer`, `boolean`, `date YYYY-MM-DD`, `amount`, `currency`, `country`, `enum(a|b)`,
 * `list of …`, each optionally followed by `or null`; other text is a hint to the model.
 * @example { "full_name": "string", "expiry_date": "date YYYY-MM-DD or null" }
 */
export interface OutputSchema {
  [field: string]: string;
}

/**
 * Field name to rule.
 * @example { "document_number": { "required": true, "format": "passport_number", "mask": true } }
 */
export interface ValidationRules {
  [field: string]: FieldRuleBody;
}

/**
 * What its documents are. Nothing of it is guessed: what is not said counts neither for nor against the type.
 * @example { "kind": "identity_card", "countries": ["DEU"], "format": "card" }
 */
export interface DocumentDescriptionBody {
  /**
   * What kind of document, in snake_case. Machine readable zones and barcodes name `passport`, `visa`, `identity_card`,
   * `residence_permit` and `driving_licence`; types of one kind share what the engine has learnt of its words.
   * @pattern ^(?=.{1,64}$)[a-z0-9]+(_[a-z0-9]+)*$
   * @example "identity_card"
   */
  kind?: string;
  /**
   * The countries that issue it, ISO 3166-1 alpha-3; any country when left out or empty.
   * @example ["DEU"]
   */
  countries?: string[];
  /** What it looks like. */
  format?: 'page' | 'card' | 'strip' | 'booklet' | 'photo';
  /** The fields of `output_schema` that are printed at the head of the page as those of who issued it; `{}`: none is. */
  issuer?: IssuerFieldsBody;
}

/** Names of fields of `output_schema`. */
export interface IssuerFieldsBody {
  /** @example "supplier_name" */
  name?: string;
  /** @example "supplier_address" */
  address?: string;
}

/** How one class of document is processed. */
export interface DocumentTypeView {
  context_id: ContextId;
  /** Empty for a global type, shared by all tenants. */
  tenant_id: TenantId;
  /** @example "Passport" */
  display_name: string;
  input_type: InputType;
  analysis_type: AnalysisType;
  model_hint: ModelHint;
  category: Category;
  output_schema: OutputSchema;
  validation_rules: ValidationRules;
  /** @example ["passport", "passeport", "Reisepass"] */
  classify_hints: string[];
  /** @example ["classify", "extract", "validate"] */
  pipeline_steps: string[];
  /** @example "The number stands in the top right corner." */
  prompt_hint: string;
  /** @example true */
  enabled: boolean;
  describes?: DocumentDescriptionBody;
  created_at: Timestamp;
  updated_at: Timestamp;
  /**
   * What is probably a typing mistake in what was saved; in the answer of who saves it alone, where there is any.
   * @example ["output_schema.total has the type hint \"amout\", which is taken as free text; did you mean \"amount\"?"]
   */
  warnings?: string[];
  /** What a change made of the examples that are kept with the type; in the answer of who changes it alone, where there are any. */
  examples?: ExamplesCheckedView;
}

/** What can be changed of a document type; what is left out stays as it is. */
export interface DocumentTypeChanges {
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Passport"
   */
  display_name?: string;
  output_schema?: OutputSchema;
  validation_rules?: ValidationRules;
  /**
   * Keywords and phrases that identify the type.
   * @example ["passport", "passeport"]
   */
  classify_hints?: string[];
  /**
   * Step names in order, or members of a composite type; see the creation of a type.
   * @example ["classify", "extract", "validate"]
   */
  pipeline_steps?: string[];
  /**
   * Guidance for extraction; `field: label, label; …` names the labels that are printed beside a value.
   * @example "document_number: Passport No., Passeport n°"
   */
  prompt_hint?: string;
  category?: Category;
  input_type?: InputType;
  analysis_type?: AnalysisType;
  model_hint?: ModelHint;
  /** A disabled type is listed, but never offered to classification, and not run. */
  enabled?: boolean;
  describes?: DocumentDescriptionBody;
}

/** A document type to create. */
export interface CreateDocumentType {
  context_id: ContextId;
  /**
   * @minLength 1
   * @maxLength 200
   * @example "Passport"
   */
  display_name: string;
  output_schema: OutputSchema;
  /** The key's own tenant when left out; empty is global, for platform keys. */
  tenant_id?: TenantId;
  /** None when left out. */
  validation_rules?: ValidationRules;
  /**
   * Keywords and phrases that identify the type.
   * @default []
   * @example ["passport", "passeport"]
   */
  classify_hints?: string[];
  /**
   * Step names in order: `classify`, `extract`, `validate`, `quality`, `mrz`, `barcode`, `face`, `authenticity`. A composite type has members
   * instead, `type:<context_id>` each, which run in parallel on the same input.
   * @default ["classify", "extract", "validate"]
   * @example ["classify", "extract", "validate"]
   */
  pipeline_steps?: string[];
  /**
   * Guidance for extraction; `field: label, label; …` names the labels that are printed beside a value.
   * @default ""
   * @example "document_number: Passport No., Passeport n°"
   */
  prompt_hint?: string;
  /**
   * The group it is listed in.
   * @default "other"
   */
  category?: 'identity' | 'financial' | 'travel' | 'business' | 'scene' | 'other';
  /** @default "document" */
  input_type?: 'document' | 'image';
  /** @default "extraction" */
  analysis_type?: 'extraction' | 'scene_understanding' | 'classification';
  /** @default "vlm" */
  model_hint?: 'vlm' | 'llm';
  /**
   * A disabled type is listed, but never offered to classification, and not run.
   * @default true
   */
  enabled?: boolean;
  describes?: DocumentDescriptionBody;
}

/** Fields and rules to merge into a document type. */
export interface LockFieldsBody {
  fields: OutputSchema;
  rules?: ValidationRules;
  /**
   * Suggest rules by field name for fields that have none.
   * @default false
   */
  auto_suggest?: boolean;
}

/** What a version holds: the configuration at the time. */
export interface DocumentTypeConfigView {
  display_name: string;
  input_type: InputType;
  analysis_type: AnalysisType;
  model_hint: ModelHint;
  category: Category;
  output_schema: OutputSchema;
  validation_rules: ValidationRules;
  classify_hints: string[];
  pipeline_steps: string[];
  prompt_hint: string;
  enabled: boolean;
  describes?: DocumentDescriptionBody;
}

/** A document type as it was before a change. */
export interface DocumentTypeVersionView {
  id: Uuid;
  context_id: ContextId;
  tenant_id: TenantId;
  display_name: string;
  config: DocumentTypeConfigView;
  /**
   * Why the snapshot was taken.
   * @example "Before an update"
   */
  note: string;
  created_at: Timestamp;
}
