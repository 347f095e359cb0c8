import { type Case, effectOf } from '../domain/cases/index.js';
import type {
  CaseReport,
  ReportedAgent,
  ReportedCase,
  ReportedCrossMatch,
  ReportedDecision,
  ReportedReason,
  ReportedValidation,
} from './caseReport.js';
import { reportHash, type CaseHistory } from './integrity.js';
import { reportDocuments } from './reportDocuments.js';
import { reportFaces, reportWatchlists } from './reportedFaces.js';
import { reportParties } from './reportParties.js';
import { reportSentences, type ReportSentences } from './reportSentences.js';
import { isPartOfTrail, reportTimeline } from './reportTimeline.js';

/**
 * The facts of a case in the order in which a reader wants them, with sentences in its language; without proof and signature
 * (`sealReport`). Pure.
 * @param theCase the case, with its values masked: they go into the report as they are
 * @param history all events of the case
 * @param now when the report is made
 */
export function buildReport(theCase: Case, history: CaseHistory, now: Date): CaseReport {
  const sentences = reportSentences(theCase);
  const timeline = reportTimeline(theCase, history.events, sentences);
  const facts: Omit<CaseReport, 'integrity'> = {
    generated_at: now.toISOString(),
    case: reportCase(theCase, sentences),
    agent: reportAgent(theCase),
    decision: theCase.erased ? decisionLeft(theCase, history.events) : reportDecision(theCase),
    parties: reportParties(theCase),
    documents: reportDocuments(theCase, history.events, sentences),
    validation: reportValidation(theCase, sentences),
    cross_match: reportCrossMatch(theCase),
    faces: reportFaces(theCase.result?.face_checks ?? []),
    watchlists: reportWatchlists(theCase.result?.watchlist_checks ?? []),
    replay: theCase.replay_of === null ? null : { replay_of: theCase.replay_of, comparison: theCase.comparison },
    type_names: sentences.typeNames(typesIn(theCase)),
    decision_trail: timeline.filter(isPartOfTrail),
    timeline,
  };
  const { stream, events, sha256 } = history;
  const integrity = { history: { stream, events: events.length, sha256 }, proof: null, signature: null };
  return { ...facts, integrity: { ...integrity, report_sha256: reportHash({ ...facts, integrity }) } };
}

/** All document types that stand in a report. */
const typesIn = ({ agent, documents, result }: Case): string[] => [
  ...agent.required_types,
  ...documents.map(({ document_type }) => document_type),
  ...(result?.reasons ?? []).flatMap(({ document_type }) => document_type ?? []),
];

const reportCase = (theCase: Case, { language }: ReportSentences): ReportedCase => ({
  session_id: theCase.session_id,
  tenant_id: theCase.tenant_id,
  goal: theCase.goal,
  client_reference_id: theCase.client_reference_id,
  status: theCase.status,
  erased: theCase.erased,
  language,
  created_at: theCase.created_at,
  updated_at: theCase.updated_at,
});

const reportAgent = ({ agent, progress }: Case): ReportedAgent => ({
  id: agent.id,
  name: agent.name,
  version: agent.version,
  revision: agent.revision,
  required: agent.required_types,
  collected: progress.collected,
  missing: progress.missing,
});

function reportDecision({ status, result }: Case): ReportedDecision {
  const ended = status === 'collecting' || status === 'expired' ? 'none' : OUTCOMES[status];
  return {
    outcome: result?.decision ?? ended,
    reasons: (result?.reasons ?? []).map((reason): ReportedReason => ({
      code: reason.code,
      effect: effectOf(reason),
      detail: reason.detail,
      document_type: reason.document_type,
      field: reason.field,
      doc_id: reason.doc_id ?? null,
      check: reason.check ?? null,
    })),
    completed_at: result?.completed_at ?? null,
    decided_by: result?.decided_by ?? null,
    decided_at: result?.decided_at ?? null,
    decision_reason: result?.decision_reason ?? null,
    decision_actor: result?.decision_actor ?? null,
  };
}

/** What events still say of how an erased case ended: codes, times, and by which key; no sentences, and whom a caller named is gone. */
function decisionLeft(theCase: Case, events: CaseHistory['events']): ReportedDecision {
  const left = reportDecision(theCase);
  for (const { type, data } of events) {
    if (type === 'CaseCompleted') {
      left.completed_at = data.completed_at;
      left.reasons = (data.reason_codes ?? []).map(reasonLeft);
    }
    if (type === 'CaseDecided') Object.assign(left, { decided_by: data.decided_by, decided_at: data.decided_at });
  }
  return left;
}

const reasonLeft = (code: string): ReportedReason => ({
  ...{ code, effect: effectOf({ code }), detail: '', document_type: null, field: null, doc_id: null, check: null },
});

/** What an erased case is still known to have come to. */
const OUTCOMES = { completed: 'approved', review: 'review', denied: 'denied', failed: 'failed' } as const;

function reportValidation({ result }: Case, { violation }: ReportSentences): ReportedValidation[] {
  return (result?.validation.documents ?? []).map(({ doc_id, document_type, valid, violations }) => {
    const check = result?.governance.checks.find((one) => one.doc_id === doc_id);
    const isNew = ({ field, rule }: { field: string; rule: string }) =>
      !violations.some((known) => known.field === field && known.rule === rule);
    return {
      ...{ doc_id, document_type, valid, violations: violations.map(violation) },
      still_valid: check?.passed ?? null,
      new_violations: (check?.violations ?? []).filter(isNew).map(violation),
    };
  });
}

function reportCrossMatch({ result }: Case): ReportedCrossMatch {
  if (!result) return { judged: false, agreed: false, fields: [], unmatched: [], differences: [] };
  const { judged, agreed, fields, unmatched, differences } = result.cross_match;
  return {
    judged,
    agreed,
    fields: Object.entries(fields).map(([field, match]) => ({ field, ...match })),
    unmatched,
    differences: differences.map(({ document_type, field, score, values }) => ({
      document_type,
      field,
      score,
      values,
    })),
  };
}
