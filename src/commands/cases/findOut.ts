import {
  type Case,
  type CaseDocument,
  type CaseFindings,
  type CaseQuestions,
  expectedComparison,
  type FaceFinding,
  type SeenBefore,
  questionsAbout,
  speaking,
  type WatchlistFinding,
} from '../../domain/cases/index.js';
import type { AgentDefinition } from '../../domain/agents/index.js';
import { validatedTypes } from '../documents/validatedTypes.js';
import { DomainError } from '../../domain/core/decider.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { RulesOfType } from '../../engines/rules/ruleMessages.js';

/** What judging a case takes besides the case. */
export interface JudgedBy {
  agent: AgentDefinition;
  /** The types of its documents as they are now. */
  types: readonly (RulesOfType & { pipeline_steps?: readonly string[] })[];
  /** What of the case was seen before in the tenant. */
  seen: readonly SeenBefore[];
  /** What came of comparing its faces; undefined where nobody did. */
  faces?: readonly FaceFinding[] | undefined;
  /** What came of looking for its faces in watchlists; undefined where nobody did. */
  watchlists?: readonly WatchlistFinding[] | undefined;
  /** ISO date. */
  today: string;
}

/**
 * Finds out what a case is judged by, before it is: comparing and checking take as long as callers make them, and deciding takes
 * none. What it gives answers for the documents that the case had then, and for what they said.
 */
export async function findOut(
  rules: Pick<RuleChecks, 'findOut'>,
  { tenant_id, documents, expected }: Pick<Case, 'tenant_id' | 'documents' | 'expected'>,
  { agent, types, seen, faces, watchlists, today }: JudgedBy,
): Promise<(questions: CaseQuestions) => CaseFindings> {
  const asked = questionsAbout(speaking(documents), agent);
  const found = await rules.findOut(tenant_id, { ...asked, types: validatedTypes(types, agent), today });
  const compare = expected && expectedComparison(expected, asked.compare.documents);
  const beside = compare && (await rules.findOut(tenant_id, { compare, check: [], types: [], today }));
  const looked = { ...(faces && { faces }), ...(watchlists && { watchlists }) };
  const findings = { ...found, seen, ...looked, ...(beside && { expected: beside.cross_match }) };
  return (questions) => {
    if (isSame(asked, questions)) return findings;
    throw new DomainError('conflict', 'The documents of the case changed while it was judged; send the request again');
  };
}

/** What was read of a document stays, but for what persons correct: the same documents, corrected as often, have the same answers. */
const isSame = (one: CaseQuestions, other: CaseQuestions): boolean => statesIn(one) === statesIn(other);

const statesIn = ({ compare, check, match_faces }: CaseQuestions): string =>
  [compare.documents, check, match_faces?.documents ?? [], match_faces?.selfies ?? []]
    .map((documents) => documents.map(stateOf).join())
    .join(';');

const stateOf = ({ doc_id, corrections }: CaseDocument): string => `${doc_id}:${corrections?.length ?? 0}`;
