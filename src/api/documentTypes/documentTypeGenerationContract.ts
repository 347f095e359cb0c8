import type { TenantId } from '../../domain/core/text.js';
import type {
  AnalysisType,
  Category,
  ContextId,
  InputType,
  ModelHint,
  OutputSchema,
  ValidationRules,
} from './documentTypeContract.js';

/** A document type in plain words. */
export interface GenerateDocumentTypeBody {
  /**
   * What the document is, and which fields it has where that is known; in English, German, French, Spanish, Portuguese or Italian.
   * @minLength 1
   * @maxLength 4000
   * @example "Delivery note with delivery number, delivery date (required), carrier and number of packages"
   */
  description: string;
  /** Whose types are known and whose names are taken; the key's own tenant when left out. */
  tenant_id?: TenantId;
}

/** A document type that a description suggests; none is saved. */
export interface GeneratedDocumentTypeView {
  /** One that the tenant has no type of its own of. */
  context_id: ContextId;
  /** @example "Delivery note" */
  display_name: string;
  category: Category;
  input_type: InputType;
  analysis_type: AnalysisType;
  model_hint: ModelHint;
  suggested_schema: OutputSchema;
  suggested_rules: ValidationRules;
  /** @example ["delivery note", "packing slip"] */
  classify_hints: string[];
  /**
   * The labels that announce each field, a line a field.
   * @example "delivery_number: Delivery No"
   */
  prompt_hint: string;
}
