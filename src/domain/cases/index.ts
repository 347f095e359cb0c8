export { type Case, caseStream } from './case.js';
export { type CaseAgent, caseAgent, definitionOf, typeOfName } from './caseAgent.js';
export {
  type CaseDocument,
  type DocumentReading,
  mergeExtractions,
  NO_READING,
  readingOf,
  UNKNOWN_TYPE,
} from './caseDocument.js';
export { type CaseEvent, caseEventDefinitions } from './caseEvents.js';
export { maskCase, maskDocument, maskResult } from './caseMasking.js';
export { caseProgress, type CaseProgress } from './caseProgress.js';
export { CASE_REASONS } from './caseReasons.js';
export { CaseReferenceReserved } from './caseReference.js';
export { caseResult, type CaseResult } from './caseResult.js';
export { caseRules, type DocumentOutcome, type StoredDocument } from './caseRules.js';
