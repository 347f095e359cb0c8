export { type Case, caseStream } from './case.js';
export type { Askable, Heard, Topic } from './heard.js';
export { type AgentUsed, agentUsed, type CaseAgent, caseAgent, caseAgentOf, typeOfName } from './caseAgent.js';
export { type DocumentOutcome, type StoredDocument } from './caseCommand.js';
export {
  asFailed,
  asKnownNow,
  asRead,
  type CaseDocument,
  fromRecorded,
  type DocumentReading,
  mergeExtractions,
  readingOf,
  unreadDocument,
} from './caseDocument.js';
export { applyToSummary, type CaseSummary } from './caseSummary.js';
export { CASE_STATUSES, type CaseEvent, caseEventDefinitions, type CaseStatus } from './caseEvents.js';
export { PERCENT_STEP } from './caseFigures.js';
export {
  type DocumentValues,
  hiddenTexts,
  hiderOf,
  maskCase,
  maskDocument,
  maskedExtractions,
  maskResult,
} from './caseMasking.js';
export { caseProgress, type CaseProgress, shownProgress, type ShownProgress } from './caseProgress.js';
export { type CaseReasonEffect, effectOf, REASON_CODES } from './caseReasons.js';
export { CaseReferenceReserved } from './caseReference.js';
export { nextCase, NextCaseReserved, nextCaseStream } from './nextCase.js';
export { type CaseFindings, type CaseQuestions, judgeCase, questionsAbout } from './caseJudgement.js';
export { assertExpected, expectedComparison, type ExpectedData } from './expectedData.js';
export { type FaceCheck, type FaceFinding, type FaceObstacle, type FaceOnFile } from './faceChecks.js';
export {
  type FaceSought,
  type WatchlistCheck,
  type WatchlistFinding,
  type WatchlistObstacle,
  withoutRegistrations,
} from './watchlistChecks.js';
export { type FoundWatchlistHit, type WatchlistHit } from './watchlistHit.js';
export { type SeenBefore } from './seenBefore.js';
export { type DocumentRequests, speaking } from './documentRequests.js';
export { isCalledSelfie, selfiesAmong } from './faceQuestion.js';
export { comparableDocuments, type JudgedDocument } from './judgedDocument.js';
export { requestWords } from './requestWords.js';
export { isRetaken, sideShown, sideWanted } from './sides.js';
export { type Side } from './sideWords.js';
export { REQUEST_CODES, type RequestCode } from './reviewEvents.js';
export { caseResult, type CaseResult, type GovernanceCheck } from './caseResult.js';
export { caseRules } from './caseRules.js';
export {
  checkWords,
  DEFAULT_LANGUAGE,
  fieldIn,
  type Language,
  LANGUAGES,
  localeOf,
  typeNameOf,
  wordingOf,
} from './wording/index.js';
export { languageOf } from './wording/messageLanguage.js';
export { dated } from './wording/forms.js';
export type { DifferenceReason, OutcomeDifference } from './outcomeDifference.js';
export type { ReplayComparison } from './caseReplay.js';
export { CaseReplayPlanned, CaseReplaysClosed } from './replaysOfCase.js';
