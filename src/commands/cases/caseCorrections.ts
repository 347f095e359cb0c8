import { isDeepStrictEqual } from 'node:util';
import { caseWith, type Case } from '../../domain/cases/case.js';
import type { CaseDocument } from '../../domain/cases/caseDocument.js';
import { correctable } from '../../domain/cases/corrections.js';
import { asCorrected, changesBy, type FieldPlaces } from '../../domain/cases/documentCorrection.js';
import { type AgentDefinition, pipelineFor } from '../../domain/agents/index.js';
import { DomainError } from '../../domain/core/decider.js';
import { quote } from '../../domain/core/quote.js';
import type { FieldValue, Validity } from '../../domain/documents/index.js';
import { faultOfValue } from '../../engines/documents/validate/valueForm.js';
import { validityByRules } from '../../engines/rules/validityByRules.js';
import type { RuleChecks } from '../../engines/rules/ruleChecks.js';
import type { Clock } from '../../platform/clock.js';
import type { EventMode } from '../../platform/eventStore/eventStore.js';
import type { AgentDefinitions } from '../agents/agentDefinitions.js';
import { assertRevision, committed } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { typesFor } from './caseEnding.js';
import { caseIn, type CaseHandler } from './caseHandler.js';
import type { FaceMatching } from '../documents/faceMatching.js';
import { findOut, type JudgedBy } from './findOut.js';
import type { SeenBeforeIndex } from './seenBefore.js';

/** What a person puts right. */
export interface CorrectDocument {
  /** By field of the document's type; null where it has none. */
  values: { [field: string]: FieldValue };
  /** Where on the document they stand, as far as the person says so. */
  places?: FieldPlaces | undefined;
  reason?: string | null | undefined;
  /** Who does, as the caller says. */
  actor?: string | null | undefined;
  /** Revisions of the case at one of which it was looked at; left out where that is not said. */
  ifRevision?: readonly bigint[] | undefined;
}

/** Puts right what was read. */
export interface CaseCorrections {
  /**
   * Corrects values of a document, and judges what follows anew: the rules of its type, and the case where it is in review. It stays
   * in review, also where nothing speaks against it any more.
   * @throws DomainError `not_found`, `changed`, `conflict` once the case is decided, or where nothing was read, `rule_broken` where its
   *   type is gone, `invalid` for a field that the type does not have, or a value that is not of its form
   */
  correct(
    context: CommandContext,
    session_id: string,
    doc_id: string,
    input: CorrectDocument,
  ): Promise<Committed<Case>>;
}

/** What correcting stands on. */
export interface CaseCorrectionsDeps {
  cases: CaseHandler;
  definitions: AgentDefinitions;
  documentTypes: DocumentTypeCatalog;
  rules: Pick<RuleChecks, 'findOut'>;
  seenBefore: Pick<SeenBeforeIndex, 'find'>;
  faceMatching: FaceMatching;
  clock: Clock;
}

/** Creates what puts right what was read. */
export function createCaseCorrections(deps: CaseCorrectionsDeps): CaseCorrections {
  const { cases, definitions, documentTypes, rules, seenBefore, faceMatching, clock } = deps;

  const answersFor = async (
    corrected: Case,
    { agent, today, mode }: Pick<JudgedBy, 'agent' | 'today'> & { mode: EventMode | undefined },
  ) => {
    const types = await typesFor(documentTypes, corrected);
    const seen = await seenBefore.find(corrected, mode);
    // Whoever corrects values changes no faces: what came of them when the case was completed stays.
    const { face_checks: faces, watchlist_checks: watchlists } = corrected.result ?? {};
    const looked = faces ? { faces, watchlists } : await faceMatching.find(corrected, agent, types);
    return findOut(rules, corrected, { agent, types, seen, ...looked, today });
  };

  return {
    async correct(context, session_id, doc_id, { values, places, reason = null, actor = null, ifRevision }) {
      const before = await cases.handledBefore(context, session_id);
      if (before) return committed(caseIn(before.state), before);
      const known = await cases.load(session_id);
      assertRevision(known.revision, ifRevision);
      const { theCase, document } = correctable(known.state, doc_id);
      const type = await typeOf(documentTypes, theCase, document);
      assertForms(type, values);
      const agent = await definitions(theCase.agent);
      const at = clock().toISOString();
      const today = at.slice(0, 10);
      const changes = changesBy(document, values);
      const made = { changes, actor, reason, at, by: context.actor };
      const validity = await validityOf(
        rules,
        theCase,
        { ...asCorrected(document, { ...made, validity: VALID }) },
        { agent, type, today },
      );
      const corrected = caseWith(theCase, asCorrected(document, { ...made, validity }));
      // Only a case in review comes to something now.
      const answers =
        theCase.status === 'review'
          ? await answersFor(corrected, { agent, today, mode: known.mode })
          : changedMeanwhile;
      const handled = await cases.handle(
        context,
        session_id,
        {
          ...{ type: 'correct', doc_id, values, places, reason, actor, by: context.actor, agent, at, findOut: answers },
          validate: (before) =>
            isDeepStrictEqual(before.extracted, document.extracted) ? validity : changedMeanwhile(),
        },
        known,
        ifRevision,
      );
      return committed(caseIn(handled.state), handled);
    },
  };
}

const VALID: Validity = { valid: true, violations: [] };

function changedMeanwhile(): never {
  throw new DomainError('conflict', 'The case changed while the values were judged; correct them again');
}

async function typeOf(
  documentTypes: DocumentTypeCatalog,
  { tenant_id }: Case,
  { document_type: context_id }: CaseDocument,
): Promise<KnownDocumentType> {
  const type = await documentTypes.resolve({ tenant_id, context_id });
  if (type) return type;
  throw new DomainError('rule_broken', `The document type ${context_id} is gone, so nothing can be held to it`);
}

function assertForms({ context_id, output_schema }: KnownDocumentType, values: CorrectDocument['values']): void {
  for (const [field, value] of Object.entries(values)) {
    const hint = Object.hasOwn(output_schema, field) ? output_schema[field] : undefined;
    if (hint === undefined) {
      throw new DomainError(
        'invalid',
        `The field \`values\` names ${quote(field)}, which the document type ${context_id} does not have`,
      );
    }
    const fault = value === null ? undefined : faultOfValue(value, hint);
    if (fault !== undefined) throw new DomainError('invalid', `The field \`values.${field}\` ${fault}`);
  }
}

/** How the document stands to the rules of its type, as that is now. What was printed does not speak for a value that a person gave. */
export async function validityOf(
  rules: CaseCorrectionsDeps['rules'],
  { tenant_id }: Case,
  { document_type, extracted, raw, sources }: CaseDocument,
  { agent, type, today }: { agent: AgentDefinition; type: KnownDocumentType; today: string },
): Promise<Validity> {
  const steps = pipelineFor(agent, document_type) ?? type.pipeline_steps;
  if (!steps.includes('validate')) return VALID;
  const printed = Object.fromEntries(Object.entries(raw).filter(([field]) => sources[field] !== 'person'));
  return validityByRules(rules, { document_type, extracted, raw: printed }, { tenant_id, type, today });
}
