export {
  type Comparison,
  type CrossMatchOutcome,
  crossMatchOutcome,
  type FieldMatch,
  type MatchedDocument,
  type MatchedValue,
  type TypeDifference,
} from './crossMatchOutcome.js';
export { type FieldFormat, isKnownFormat, KNOWN_FORMATS } from './fieldFormats.js';
export { type FieldKind, fieldKind, fieldMeaning, isOfDocument, meaningsOf, valueOfMeaning } from './fieldMeaning.js';
export { maskFields, maskText, valueHider } from './masking.js';
export {
  type Coordinates,
  type FieldSource,
  type FieldValue,
  type PipelineResult,
  STEP_NAMES,
  type StepName,
  type StepResult,
  type Violation,
} from './pipeline.js';
