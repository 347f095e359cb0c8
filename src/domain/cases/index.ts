export { type Case, caseStream } from './case.js';
export { type AgentUsed, agentUsed, type CaseAgent, caseAgent, caseAgentOf, typeOfName } from './caseAgent.js';
export { type DocumentOutcome, type StoredDocument } from './caseCommand.js';
export {
  asFailed,
  asRead,
  type CaseDocument,
  type DocumentReading,
  mergeExtractions,
  readingOf,
  UNKNOWN_TYPE,
  unreadDocument,
} from './caseDocument.js';
export { type CaseEvent, caseEventDefinitions, ERASURE_REASONS, type ErasureReason } from './caseEvents.js';
export { hiderOf, maskCase, maskDocument, maskResult } from './caseMasking.js';
export { caseProgress, type CaseProgress } from './caseProgress.js';
export { CASE_REASONS } from './caseReasons.js';
export { CaseReferenceReserved } from './caseReference.js';
export { type CaseFindings, type CaseQuestions, judgeCase, questionsAbout } from './caseJudgement.js';
export { speaking } from './documentRequests.js';
export { REQUEST_CODES, type RequestCode } from './reviewEvents.js';
export { caseResult, type CaseResult, type GovernanceCheck } from './caseResult.js';
export { caseRules } from './caseRules.js';
export { CaseReplayPlanned, CaseReplaysClosed } from './replaysOfCase.js';
