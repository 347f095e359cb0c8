export { type Clue, type ClueKind, CLUES_OF_CASES, CLUES_OF_PERSONS } from './clues.js';
export {
  type CheckPolicy,
  actionFor,
  actionNamed,
  isOfPicture,
  isOfRules,
  POLICY_ACTIONS,
  POLICY_KEYS,
  type PolicyAction,
  REASONS_BY_POLICY,
} from './checkPolicy.js';
export { CHECKS, type CheckCode, checkOf, checkOfRule, isCheckCode } from './checkRegistry.js';
export {
  type Comparison,
  type CrossMatchOutcome,
  crossMatchOutcome,
  type FieldMatch,
  type MatchedDocument,
  type MatchedValue,
  type TypeDifference,
} from './crossMatchOutcome.js';
export {
  CHECK_STATUSES,
  CHECK_WEIGHTS,
  type CheckStatus,
  type CheckWeight,
  type DocumentCheck,
  documentCheck,
} from './documentCheck.js';
export { FACE_CODES, FACE_MISMATCH_WEIGHT, WATCHLIST_HIT_WEIGHT } from './faceCodes.js';
export { type FieldFormat, isKnownFormat, KNOWN_FORMATS } from './fieldFormats.js';
export { type FieldKind, fieldKind, fieldMeaning, isOfDocument, meaningsOf, valueOfMeaning } from './fieldMeaning.js';
export { type MaskedReading, maskedTexts, maskFields, maskText, maskValue, textHider, valueHider } from './masking.js';
export {
  type Coordinates,
  fieldConfidences,
  fieldCoordinates,
  fieldReadings,
  isOfMachine,
  isOfPrint,
  type FieldReadings,
  type FieldSource,
  fieldValue,
  type FieldValue,
  fieldValues,
  type FoundFields,
  NO_FIELD_READINGS,
  pagesRead,
  type PagesRead,
  validity,
  type Validity,
  type Violation,
} from './fieldReadings.js';
export { modelAsked, modelAskedBy, modelAskedIn, isToNote, wasShown, type ModelAsked } from './modelAsked.js';
export { rounded, toDigits } from './rounding.js';
export {
  pipelineResult,
  type PipelineResult,
  STEP_NAMES,
  type StepName,
  type StepResult,
  UNKNOWN_TYPE,
} from './pipeline.js';
export {
  type FoundBy,
  MOST_FIELDS,
  MOST_TITLES,
  type ProposedField,
  type SoughtField,
  typeProposal,
  type TypeProposal,
} from './typeProposal.js';
export type * from './shownFaces.js';
export type * from './shownFields.js';
export type * from './shownModelOutput.js';
export type * from './shownStepOutputs.js';
export { SEEN_CODES, SEEN_WEIGHTS, type SeenCode } from './seenCodes.js';
