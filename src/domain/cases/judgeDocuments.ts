import type { CaseDocument } from './caseDocument.js';
import type { Case } from './case.js';
import { isReplaced, speaking } from './documentRequests.js';
import {
  type CaseFindings,
  type CaseQuestions,
  decisionOf,
  inOrder,
  judgeCase,
  questionsAbout,
} from './caseJudgement.js';
import { type CaseReason, underPolicy } from './caseReasons.js';
import { forcedOutcome } from './forcedOutcome.js';
import type { CaseResult } from './caseResult.js';
import { DEFAULT_LANGUAGE, type ReasonWords, wordingFor } from './wording/index.js';
import { type AgentDefinition, policyOf } from '../agents/index.js';
import type { Json } from '../core/json.js';

/** By what the documents of a case are judged. */
export interface JudgingOfCase {
  agent: AgentDefinition & { policy?: Json };
  /** Pure: gives the answers that were found out before. @throws DomainError `conflict` where those are of other documents */
  findOut: (questions: CaseQuestions) => CaseFindings;
  /** ISO 8601 */
  at: string;
}

/**
 * Judges what a case has by now: documents that were asked for again speak for it no more once later ones are there, what was asked for and
 * has not come is looked at by a person, and what a person corrected is named. Of a trial it comes to what its metadata says.
 */
export function judgeDocuments(
  theCase: Pick<Case, 'agent' | 'documents' | 'requests' | 'expected' | 'mode' | 'metadata' | 'language'>,
  { agent, findOut, at }: JudgingOfCase,
): CaseResult {
  const { documents, requests, expected } = theCase;
  const wording = wordingFor(theCase.language ?? DEFAULT_LANGUAGE, theCase.agent.type_names);
  const say = wording.reason;
  const counting = speaking(documents);
  const replaced = documents.filter((one) => isReplaced(one, documents));
  const findings = findOut(questionsAbout(counting, agent));
  const result = judgeCase({ agent, documents: counting, replaced, findings, expected, wording, at });
  const awaited = (requests?.requested ?? []).map(({ document_type }): CaseReason => ({
    ...{ code: 'document_requested', document_type, field: null },
    detail: say.requested(document_type),
  }));
  const policy = policyOf(agent);
  const corrected = counting.flatMap((one) => correctedReasons(one, say)).map((one) => underPolicy(one, policy));
  const reasons = [...awaited, ...result.reasons, ...replaced.map((one) => replacedNote(one, say)), ...corrected];
  const judged: CaseResult = { ...result, decision: decisionOf(reasons), reasons: inOrder(reasons) };
  return forcedOutcome(theCase, judged, say);
}

const replacedNote = ({ document_type }: CaseDocument, say: ReasonWords): CaseReason => ({
  ...{ code: 'document_superseded', document_type, field: null },
  detail: say.replaced(document_type),
});

function correctedReasons({ corrections, document_type }: CaseDocument, say: ReasonWords): CaseReason[] {
  const fields = [...new Set((corrections ?? []).map(({ field }) => field))];
  return fields.map((field) => ({
    ...{ code: 'value_corrected', document_type, field },
    detail: say.corrected(field, document_type),
  }));
}
