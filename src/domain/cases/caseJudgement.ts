import {
  type AgentDefinition,
  alternativesOf,
  type DemandsGiven,
  isMet,
  pipelineFor,
  requiredTypes,
} from '../agents/index.js';
import { UNKNOWN_TYPE, type CaseDocument } from './caseDocument.js';
import { CASE_REASONS, type CaseReason, reason } from './caseReasons.js';
import type { CaseResult, GovernanceCheck } from './caseResult.js';
import { type ExpectedData, expectedReasons } from './expectedData.js';
import { ruleReasons } from './ruleReasons.js';
import { asOneEach, asSides, holding, sideReasons, withOtherSides } from './sides.js';
import { type CrossMatchOutcome, fieldMeaning } from '../documents/index.js';

/** What judging takes of a document. */
export type JudgedDocument = Pick<
  CaseDocument,
  | 'doc_id'
  | 'document_type'
  | 'sha256'
  | 'extracted'
  | 'valid'
  | 'violations'
  | 'status'
  | 'field_confidences'
  | 'sources'
  | 'coordinates'
  | 'label'
>;

/** What has to be found out about the documents of a case before it can be judged. */
export interface CaseQuestions<Document = CaseDocument> {
  /** Whether these say the same in the fields that must agree; no fields where the agent compares none. */
  compare: { documents: readonly Document[]; match_fields: readonly string[]; min_doc_types: number };
  /** Whether what was read from these still keeps the rules that their types have now. */
  check: readonly Document[];
}

/** The answers. A document whose type is gone by now has no check. */
export interface CaseFindings {
  cross_match: CrossMatchOutcome;
  governance: readonly GovernanceCheck[];
  /** What came of comparing documents with what is expected of them; absent where nothing is. */
  expected?: CrossMatchOutcome;
}

/** What a case is judged by. */
export interface Judging {
  agent: Pick<AgentDefinition, 'doc_type_map' | 'cross_match'> & DemandsGiven;
  /** In the order in which they were received. */
  documents: readonly JudgedDocument[];
  findings: CaseFindings;
  /** What the documents are expected to say. */
  expected?: ExpectedData | null | undefined;
  /** ISO 8601 */
  at: string;
}

/** What has to be found out before documents are judged by an agent that was so configured. */
export function questionsAbout<Document extends JudgedDocument>(
  documents: readonly Document[],
  agent: Pick<AgentDefinition, 'cross_match' | 'pipeline_per_type'>,
): CaseQuestions<Document> {
  const comparable = comparableDocuments(documents);
  const { enabled, match_fields, min_doc_types } = agent.cross_match;
  return {
    compare: { documents: comparable, match_fields: enabled ? match_fields : [], min_doc_types },
    // An agent whose pipeline does not validate has not asked for rules.
    check: comparable.filter(({ document_type }) => pipelineFor(agent, document_type).includes('validate')),
  };
}

/**
 * The documents that cross-matching compares: those that were read as a known type. The same file read twice as the same
 * type would only agree with itself: it counts once.
 */
function comparableDocuments<Document extends JudgedDocument>(documents: readonly Document[]): Document[] {
  const usable = documents.filter(isUsable);
  return usable.filter(
    ({ sha256, document_type }, index) =>
      usable.findIndex((other) => other.sha256 === sha256 && other.document_type === document_type) === index,
  );
}

/**
 * Judges a case: `approved` where every required type was collected and is valid and the cross-match agrees, `failed`
 * where no document is usable, else `review`. Of several documents of one type, or of types of which one will do, the
 * last one has to be valid; where both sides are wanted they are judged as one. Where the agent requires nothing, the
 * types that are there are the ones that have to be valid.
 */
export function judgeCase({ agent, documents: received, findings, expected, at }: Judging): CaseResult {
  const { cross_match } = findings;
  const documents = asSides(agent, received, comparableDocuments(received));
  const required = requiredTypes(agent);
  const usable = comparableDocuments(documents);
  const counting = withOtherSides(agent, countingDocuments(required, usable), usable);
  const governance = findings.governance.map((check) => ofWholeDocument(agent, check, usable));
  const checks = counting.flatMap(({ doc_id }) => governance.filter((check) => check.doc_id === doc_id));
  const reasons = [
    ...collectionReasons(required, documents, usable),
    ...counting.flatMap(validationReasons),
    ...checks.flatMap((check) => governanceReasons(check, counting)),
    ...sideReasons(agent, usable),
    ...ruleReasons(agent, asOneEach(agent, counting), at.slice(0, 10)),
    ...crossMatchReasons(agent, cross_match, usable),
    ...expectedReasons(expected, findings.expected),
    ...differenceReasons(cross_match),
    ...remarks(documents, usable, counting),
  ];
  return {
    decision: decisionOf(reasons),
    reasons: [...reasons.filter((one) => !isNote(one)), ...reasons.filter(isNote)],
    cross_match,
    validation: {
      valid: counting.every(({ valid }) => valid),
      documents: counting.map(({ doc_id, document_type, valid, violations }) => {
        return { doc_id, document_type, valid, violations };
      }),
    },
    governance: { passed: checks.every(({ passed }) => passed), checks },
    completed_at: at,
  };
}

/**
 * The documents that have to be valid: of each entry of what is required the last one, whichever of its types it has; of each type that is
 * there, where nothing is required.
 */
function countingDocuments<Document extends Pick<JudgedDocument, 'document_type'>>(
  required: readonly string[],
  usable: readonly Document[],
): Document[] {
  const entries = required.length > 0 ? required : [...new Set(usable.map(({ document_type }) => document_type))];
  const last = entries.flatMap((entry) => {
    const types = alternativesOf(entry);
    return usable.findLast(({ document_type }) => types.includes(document_type)) ?? [];
  });
  return [...new Set(last)];
}

/** A check of a side, without the rules that the document as a whole keeps. */
function ofWholeDocument(
  agent: Judging['agent'],
  check: GovernanceCheck,
  usable: readonly JudgedDocument[],
): GovernanceCheck {
  const violations = holding(agent, check, usable);
  if (violations.length === check.violations.length) return check;
  return { ...check, violations: [...violations], passed: violations.length === 0 };
}

function decisionOf(reasons: readonly CaseReason[]): CaseResult['decision'] {
  const effects = reasons.map(({ code }) => CASE_REASONS[code].effect);
  if (effects.includes('failed')) return 'failed';
  return effects.includes('review') ? 'review' : 'approved';
}

const isNote = ({ code }: CaseReason): boolean => CASE_REASONS[code].effect === 'note';

const isUsable = ({ status, document_type }: JudgedDocument): boolean =>
  status === 'done' && document_type !== UNKNOWN_TYPE && document_type !== '';

function collectionReasons(
  required: readonly string[],
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
): CaseReason[] {
  const none = usable.length === 0 ? [reason('no_usable_document', 'No document could be read as a known type.')] : [];
  const types = new Set(usable.map(({ document_type }) => document_type));
  const missing = required.filter((entry) => !isMet(entry, types));
  const unfinished = documents.filter(({ status }) => status === 'pending' || status === 'processing');
  return [
    ...none,
    ...missing.map((entry) => {
      const named = alternativesOf(entry).join(' or ');
      return reason('document_missing', `No document of the type ${named} was collected.`, entry);
    }),
    ...unfinished.map(() =>
      reason('document_unfinished', 'A document was still being read when the case was completed.'),
    ),
  ];
}

const validationReasons = ({ document_type, violations, valid }: JudgedDocument): CaseReason[] =>
  valid ? [] : violations.map(({ field, message }) => reason('validation_failed', message, document_type, field));

/** Only what the document did not break when it was read: that has its own reason. */
function governanceReasons(check: GovernanceCheck, counting: readonly JudgedDocument[]): CaseReason[] {
  if (check.passed) return [];
  const known = counting.find(({ doc_id }) => doc_id === check.doc_id)?.violations ?? [];
  return check.violations
    .filter(({ field, rule }) => !known.some((one) => one.field === field && one.rule === rule))
    .map(({ field, message }) => reason('governance_failed', message, check.document_type, field));
}

function crossMatchReasons(
  agent: Judging['agent'],
  crossMatch: CrossMatchOutcome,
  usable: readonly JudgedDocument[],
): CaseReason[] {
  if (!agent.cross_match.enabled || !crossMatch.judged) return [];
  const fields = Object.entries(crossMatch.fields);
  if (fields.every(([, { comparisons }]) => comparisons.length === 0)) {
    const named = fields.map(([field]) => field).join(', ');
    return [reason('cross_match_not_possible', `No two documents state a field that must match (${named}).`)];
  }
  const mismatches = fields.filter(([, { agreed, comparisons }]) => comparisons.length > 0 && !agreed);
  return [
    ...mismatches.map(([field, { values }]) => {
      const types = [...new Set(values.map(({ document_type }) => document_type))].join(', ');
      return reason('cross_match_mismatch', `${field} is not the same on all documents (${types}).`, null, field);
    }),
    ...crossMatch.unmatched.map((docId) => {
      const type = usable.find(({ doc_id }) => doc_id === docId)?.document_type ?? null;
      const detail = `None of the fields that must match could be read from the document of the type ${type ?? UNKNOWN_TYPE}.`;
      return reason('cross_match_value_missing', detail, type);
    }),
  ];
}

/** Fields that say who someone is: two documents of one type that differ in one of them are hardly of one person. */
const IDENTITY = new Set(['full_name', 'surname', 'given_names', 'birth_date', 'personal_number', 'ssn', 'tax_number']);

const differenceReasons = ({ differences }: CrossMatchOutcome): CaseReason[] =>
  differences.map(({ document_type, field }) =>
    reason(
      IDENTITY.has(fieldMeaning(field)) ? 'identity_differs' : 'values_differ',
      `Documents of the type ${document_type} state ${field} differently; the later value counts.`,
      document_type,
      field,
    ),
  );

/** What is worth knowing of documents that do not count, or that count once. */
function remarks(
  documents: readonly JudgedDocument[],
  usable: readonly JudgedDocument[],
  counting: readonly JudgedDocument[],
): CaseReason[] {
  return documents.flatMap((document, index) => {
    const { document_type: type, sha256, status } = document;
    if (status === 'failed') return [reason('document_failed', 'A document could not be read.', type || null)];
    if (status === 'done' && type === UNKNOWN_TYPE) {
      return [reason('document_unknown', 'A document fits none of the known types.')];
    }
    if (!isUsable(document)) return [];
    if (!usable.includes(document)) {
      return [reason('document_duplicate', 'The same file was uploaded more than once; it counts once.', type)];
    }
    const reused = documents.slice(0, index).find((one) => isUsable(one) && one.sha256 === sha256);
    if (reused) {
      const detail = `The same file stands for a document of the type ${reused.document_type} and of the type ${type}.`;
      return [reason('document_reused', detail, type)];
    }
    return counting.includes(document) ? [] : uncountedInvalid(document, counting);
  });
}

function uncountedInvalid({ document_type: type, valid }: JudgedDocument, counting: readonly JudgedDocument[]) {
  if (valid) return [];
  if (!counting.some(({ document_type }) => document_type === type)) {
    const detail = `A document of the type ${type}, which is not required, breaks validation rules.`;
    return [reason('optional_document_invalid', detail, type)];
  }
  return [reason('document_superseded', `A document of the type ${type} broke rules; a later one counts.`, type)];
}
