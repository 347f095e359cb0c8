export {
  type DocumentType,
  documentType,
  documentTypeStream,
  noDocumentType,
  onlyConfig,
  withDefaults,
} from './documentType.js';
export { configSchema, documentTypeEventDefinitions } from './documentTypeEvents.js';
export { type DocumentTypeConfig, type FieldRule, maskedFields } from './documentTypeConfig.js';
export {
  discoverType,
  type DiscoveredType,
  freeName,
  guidanceFor,
  type KnownType,
  withSuggestedRules,
} from './discoveredType.js';
export { readDescription } from './documentDescription.js';
export { type DocumentTypeUsed, documentTypeUsed, usedOf } from './documentTypeUsed.js';
export { type SamplesShown, samplesShown, samplesShownStream, SamplesShownToModel } from './samplesShown.js';
export { isOfScenes, memberTypes, readRules } from './documentTypeRules.js';
export { assertPatternLimits } from './patternLimits.js';
