import {
  type AgentDefinition,
  alternativesOf,
  type DemandsGiven,
  pipelineFor,
  policyOf,
  requiredTypes,
  twoSidedTypes,
} from '../agents/index.js';
import type { CaseDocument } from './caseDocument.js';
import { type CaseReason, type CaseReasonEffect, effectOf, underPolicy } from './caseReasons.js';
import type { CaseResult, GovernanceCheck } from './caseResult.js';
import { checkReasons } from './checkReasons.js';
import { crossMatchReasons, differenceReasons } from './crossMatchReasons.js';
import { collectionReasons, governanceReasons, remarks, validationReasons } from './documentReasons.js';
import { type ExpectedData, expectedReasons } from './expectedData.js';
import type { FaceFinding } from './faceChecks.js';
import { type FaceQuestion, faceQuestion } from './faceQuestion.js';
import { faceChecks, faceReasons } from './faceReasons.js';
import { holderReasons } from './holderReasons.js';
import { comparableDocuments, type JudgedDocument } from './judgedDocument.js';
import { withMachineAlone } from './machineAlone.js';
import { ruleReasons } from './ruleReasons.js';
import { isStrong, type SeenBefore, seenReasons } from './seenBefore.js';
import { asOneEach, asSides, holding, isRetaken, sideReasons, withOtherSides } from './sides.js';
import type { WatchlistFinding } from './watchlistChecks.js';
import { watchlistChecks, watchlistReasons } from './watchlistReasons.js';
import type { Json } from '../core/json.js';
import { type CrossMatchOutcome, UNKNOWN_TYPE } from '../documents/index.js';

export type { JudgedDocument } from './judgedDocument.js';
import { DEFAULT_LANGUAGE, type Wording, wordingOf } from './wording/index.js';

/** What has to be found out about the documents of a case before it can be judged. */
export interface CaseQuestions<Document = CaseDocument> {
  /** Whether these say the same in the fields that must agree; no fields where the agent compares none. */
  compare: { documents: readonly Document[]; match_fields: readonly string[]; min_doc_types: number };
  /**
   * Whether what was read from these still keeps the rules that their types have now. Of those that are put through their type's own
   * steps, only where these validate: whoever answers knows the types.
   */
  check: readonly Document[];
  /** Whether portraits and selfie are of one person; absent where the agent does not demand that they are compared. */
  match_faces?: FaceQuestion<Document>;
}

/** The answers. A document whose type is gone by now has no check. */
export interface CaseFindings {
  cross_match: CrossMatchOutcome;
  governance: readonly GovernanceCheck[];
  /** What came of comparing documents with what is expected of them; absent where nothing is. */
  expected?: CrossMatchOutcome;
  /** What came of comparing faces; absent where nobody did. */
  faces?: readonly FaceFinding[];
  /** What came of looking for faces in watchlists; absent where the agent names none. */
  watchlists?: readonly WatchlistFinding[];
  /** What was seen before in the tenant; absent where that was not looked for. */
  seen?: readonly SeenBefore[];
}

/** What a case is judged by. */
export interface Judging {
  agent: Pick<AgentDefinition, 'doc_type_map' | 'cross_match'> & { policy?: Json } & DemandsGiven;
  /** In the order in which they were received. */
  documents: readonly JudgedDocument[];
  /**
   * Those that were asked for again and that later ones took the place of: they say nothing for the case any more, and what is strong against
   * them still speaks against it. None where it is left out.
   */
  replaced?: readonly JudgedDocument[];
  findings: CaseFindings;
  /** What the documents are expected to say. */
  expected?: ExpectedData | null | undefined;
  /** Of the sentences of its reasons; English where it is left out. */
  wording?: Wording | undefined;
  /** ISO 8601 */
  at: string;
}

/** What has to be found out before documents are judged by an agent that was so configured. */
export function questionsAbout<Document extends JudgedDocument>(
  documents: readonly Document[],
  agent: Pick<AgentDefinition, 'cross_match' | 'pipeline_per_type'> & Pick<DemandsGiven, 'face_match'>,
): CaseQuestions<Document> {
  const comparable = comparableDocuments(documents);
  const { enabled, match_fields, min_doc_types } = agent.cross_match;
  const match_faces = faceQuestion(documents, agent);
  return {
    compare: { documents: comparable, match_fields: enabled ? match_fields : [], min_doc_types },
    // An agent whose pipeline does not validate has not asked for rules.
    check: comparable.filter(({ document_type }) => pipelineFor(agent, document_type)?.includes('validate') ?? true),
    ...(match_faces && { match_faces }),
  };
}

/**
 * Judges a case: `approved` where every required type was collected and is valid, the cross-match agrees, and no check says more than the
 * agent's policy lets pass; `failed` where no document is usable, `denied` where the policy denies what was found, else `review`. Of several
 * documents of one type, or of types of which one will do, the last one has to be valid; where both sides are wanted they are judged as one.
 * Checks are those of all, but for how a picture was taken that a later one took the place of; of one that was asked for again, or that
 * fits no type, they are the strong ones. Where the agent requires nothing, the types that are there are the ones that have to be valid.
 */
export function judgeCase({
  agent,
  documents: received,
  replaced = [],
  findings,
  expected,
  wording = ENGLISH,
  at,
}: Judging): CaseResult {
  const { reason: say } = wording;
  const { cross_match } = findings;
  const policy = policyOf(agent);
  const silent = comparableDocuments(replaced);
  const unknown = received.filter(({ status, document_type }) => status === 'done' && document_type === UNKNOWN_TYPE);
  const documents = asSides(agent, received, comparableDocuments(received));
  const required = requiredTypes(agent);
  const usable = comparableDocuments(documents);
  const weighed = withMachineAlone(usable);
  const twoSided = twoSidedTypes(agent);
  const counting = withOtherSides(agent, countingDocuments(required, usable), usable);
  const governance = findings.governance.map((check) => ofWholeDocument(agent, check, usable));
  const faces = findings.faces && faceChecks(findings.faces, say);
  const watchlists = findings.watchlists && watchlistChecks(findings.watchlists, say);
  const checks = counting.flatMap(({ doc_id }) => governance.filter((check) => check.doc_id === doc_id));
  const reasons = [
    ...collectionReasons(required, documents, usable, wording),
    ...counting.flatMap((document) => validationReasons(document, wording)),
    ...checks.flatMap((check) => governanceReasons(check, counting, wording)),
    ...weighed.flatMap((document) => checkReasons(document, policy, wording, isRetaken(document, weighed, twoSided))),
    ...[...silent, ...unknown].flatMap((one) => checkReasons(onlyStrong(one), policy, wording, true)),
    ...seenReasons(findings.seen ?? [], usable, policy, say),
    ...seenReasons((findings.seen ?? []).filter(isStrong), silent, policy, say),
    ...faceReasons(faces ?? [], policy),
    ...watchlistReasons(watchlists ?? [], policy),
    ...sideReasons(agent, usable, say),
    ...ruleReasons(agent, asOneEach(agent, counting), at.slice(0, 10), say),
    ...crossMatchReasons(agent, cross_match, usable, say),
    ...expectedReasons(expected, findings.expected, say),
    ...differenceReasons(cross_match, usable, say),
    ...holderReasons(required, usable, say),
    ...remarks(withoutSelfie(documents, findings), usable, counting, wording),
  ].map((one) => underPolicy(one, policy));
  return {
    decision: decisionOf(reasons),
    reasons: inOrder(reasons),
    cross_match,
    validation: {
      valid: counting.every(({ valid }) => valid),
      documents: counting.map(({ doc_id, document_type, valid, violations }) => {
        return { doc_id, document_type, valid, violations };
      }),
    },
    governance: { passed: checks.every(({ passed }) => passed), checks },
    ...(faces && { face_checks: faces }),
    ...(watchlists && { watchlist_checks: watchlists }),
    completed_at: at,
  };
}

const onlyStrong = (document: JudgedDocument): JudgedDocument => ({
  ...document,
  checks: document.checks.filter(({ weight }) => weight === 'strong'),
});

/** A selfie fits no type of document, and that is nothing to remark. */
const withoutSelfie = (documents: readonly JudgedDocument[], { faces = [] }: CaseFindings): JudgedDocument[] =>
  documents.filter(
    ({ doc_id, document_type }) =>
      document_type !== UNKNOWN_TYPE || !faces.some(({ selfie }) => selfie?.doc_id === doc_id && selfie.page !== null),
  );

const ENGLISH = wordingOf(DEFAULT_LANGUAGE);

/** The effects that decide, the heaviest first, and what they come to. */
const DECISIONS: readonly [CaseReasonEffect, CaseResult['decision']][] = [
  ['failed', 'failed'],
  ['denied', 'denied'],
  ['review', 'review'],
];

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

/** What reasons come to: the heaviest of their effects, `approved` where none decides. */
export function decisionOf(reasons: readonly CaseReason[]): CaseResult['decision'] {
  const effects = new Set(reasons.map(effectOf));
  return DECISIONS.find(([effect]) => effects.has(effect))?.[1] ?? 'approved';
}

const isNote = (one: CaseReason): boolean => effectOf(one) === 'note';

/** What speaks against approval first, then notes. */
export const inOrder = (reasons: readonly CaseReason[]): CaseReason[] => [
  ...reasons.filter((one) => !isNote(one)),
  ...reasons.filter(isNote),
];
