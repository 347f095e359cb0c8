import { caseWith, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { facesThen, rulesThen, seenThen, watchlistsThen } from '../../domain/cases/foundThen.js';
import { judgeDocuments } from '../../domain/cases/judgeDocuments.js';
import {
  differenceOfCase,
  differenceOfDocument,
  isJudged,
  type OutcomeDifference,
} from '../../domain/cases/outcomeDifference.js';
import { type AgentDefinition, faceMatchOf } from '../../domain/agents/index.js';
import type { Validity } from '../../domain/documents/index.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { validityOf } from './caseCorrections.js';
import { typesFor } from './caseEnding.js';
import { findOut } from './findOut.js';

/** By what a past case is judged again; what is left out is as it was. */
export interface JudgedUnder {
  agent?: AgentDefinition | undefined;
  /** A document type in the place of the one of its name. */
  type?: KnownDocumentType | undefined;
  /** How documents stand to that type, by their id, as far as it is known already. */
  held?: ReadonlyMap<string, Validity> | undefined;
}

/**
 * Which outcomes of a past case would be different under another definition of its agent, or another document type. It is judged as of the
 * moment at which it was: by the values that were read, the checks that were made, and what had been found out. Writes nothing; of a case
 * that was never judged, or is erased, nothing differs.
 */
export type JudgeAgain = (theCase: Case, under: JudgedUnder) => Promise<OutcomeDifference[]>;

/** What judging again stands on. */
export interface JudgeAgainDeps {
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  rules: Pick<RuleChecks, 'findOut'>;
}

/** Creates what judges past cases again. */
export function createJudgeAgain({ definitions, documentTypes, rules }: JudgeAgainDeps): JudgeAgain {
  return async (given, under) => {
    if (!isJudged(given)) return [];
    const agent = under.agent ?? (await definitions(given.agent));
    const { theCase, differences } = under.type
      ? await heldTo(rules, given, { agent, type: under.type, held: under.held })
      : { theCase: given as Case, differences: [] };
    const at = given.result.completed_at;
    const demanded = faceMatchOf({ face_match: agent['face_match'] });
    const found = await findOut(rules, theCase, {
      ...{ agent, today: at.slice(0, 10), seen: seenThen(given) },
      types: withDraft(await typesFor(documentTypes, theCase), under.type),
      faces: facesThen(given, demanded?.threshold),
      watchlists: watchlistsThen(given, demanded?.watchlists),
    });
    const judged = judgeDocuments(theCase, {
      ...{ agent, at },
      findOut: (questions) => {
        const findings = found(questions);
        const isAnew = ({ document_type }: { document_type: string }): boolean =>
          document_type === under.type?.context_id;
        return { ...findings, governance: rulesThen(given.result, findings.governance, isAnew) };
      },
    });
    const ofCase = differenceOfCase(given, judged);
    return ofCase ? [...differences, ofCase] : differences;
  };
}

const withDraft = (
  types: readonly KnownDocumentType[],
  draft: KnownDocumentType | undefined,
): readonly KnownDocumentType[] =>
  draft ? [draft, ...types.filter(({ context_id }) => context_id !== draft.context_id)] : types;

/** The case with its documents of a type held to that type, each as of when it was read or last corrected. */
async function heldTo(
  rules: JudgeAgainDeps['rules'],
  given: Case,
  { agent, type, held }: { agent: AgentDefinition; type: KnownDocumentType } & Pick<JudgedUnder, 'held'>,
): Promise<{ theCase: Case; differences: OutcomeDifference[] }> {
  const differences: OutcomeDifference[] = [];
  let theCase = given;
  for (const document of given.documents) {
    if (document.status !== 'done' || document.document_type !== type.context_id) continue;
    const validity =
      held?.get(document.doc_id) ?? (await validityOf(rules, given, document, { agent, type, today: dayOf(document) }));
    const difference = differenceOfDocument(given.session_id, document, validity);
    if (!difference) continue;
    differences.push(difference);
    theCase = caseWith(theCase, { ...document, ...validity });
  }
  return { theCase, differences };
}

/** The day as of which a document is held to rules, `2025-03-14`: when it was read, or last corrected. */
export const dayOf = ({ created_at, corrections }: Pick<CaseDocument, 'created_at' | 'corrections'>): string =>
  (corrections?.at(-1)?.at ?? created_at).slice(0, 10);
