import type { CaseDocument } from './caseDocument.js';
import type { Case } from './case.js';
import { isReplaced, speaking } from './documentRequests.js';
import { judgeCase, questionsAbout, type CaseFindings, type CaseQuestions } from './caseJudgement.js';
import type { CaseReason } from './caseReasons.js';
import { forcedOutcome } from './forcedOutcome.js';
import type { CaseResult } from './caseResult.js';
import { DEFAULT_LANGUAGE, type ReasonWords, wordingFor } from './wording/index.js';
import type { AgentDefinition } from '../agents/index.js';

/** By what the documents of a case are judged. */
export interface JudgingOfCase {
  agent: AgentDefinition;
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
  const notes = [
    ...replaced.map((one) => replacedNote(one, say)),
    ...counting.flatMap((one) => correctedNotes(one, say)),
  ];
  const judged: CaseResult = {
    ...result,
    decision: awaited.length > 0 && result.decision === 'approved' ? 'review' : result.decision,
    reasons: [...awaited, ...result.reasons, ...notes],
  };
  return forcedOutcome(theCase, judged, say);
}

const replacedNote = ({ document_type }: CaseDocument, say: ReasonWords): CaseReason => ({
  ...{ code: 'document_superseded', document_type, field: null },
  detail: say.replaced(document_type),
});

function correctedNotes({ corrections, document_type }: CaseDocument, say: ReasonWords): CaseReason[] {
  const fields = [...new Set((corrections ?? []).map(({ field }) => field))];
  return fields.map((field) => ({
    ...{ code: 'value_corrected', document_type, field },
    detail: say.corrected(field, document_type),
  }));
}
