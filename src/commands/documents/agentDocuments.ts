import { type AgentDefinition, pipelineFor, usedTypes } from '../../domain/agents/index.js';
import { type DocumentOutcome, type DocumentReading, readingOf } from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import type { Mode } from '../../domain/core/mode.js';
import { MAY_BE_CHANGED_BY_TESTS } from '../../domain/core/ownWorld.js';
import { isOfScenes, maskedFields, memberTypes, usedOf, withDefaults } from '../../domain/documentTypes/index.js';
import {
  checkOf,
  modelAskedIn,
  type PipelineResult,
  type StepResult,
  UNKNOWN_TYPE,
} from '../../domain/documents/index.js';
import type { EngineDocumentType, EngineUnavailable, TypeChoice } from '../../engines/documents/documentEngine.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { candidatesFor, NO_SCENES } from './pipelineTypes.js';
import { readWithEngine, type DocumentToRead, type ReadWithEngineDeps } from './readWithEngine.js';

/** The document types that an agent's documents are read with, as they are now. */
export interface AgentTypes {
  /** What classification chooses from, with the agent's aliases among their hints. */
  candidates: KnownDocumentType[];
  choice: Pick<TypeChoice, 'used_for' | 'steps'>;
  /** The types that the agent has a use for; none where it takes what comes. */
  required: string[];
}

/**
 * The document types that an agent works with: all that the tenant can see, so that a document that the agent does not
 * ask for is told from one that it does.
 * @throws DomainError `rule_broken` where one that the agent asks for is not there, disabled or a composite
 */
export async function findAgentTypes(
  catalog: DocumentTypeCatalog,
  theCase: UsedBy,
  definition: AgentDefinition,
): Promise<AgentTypes> {
  const asked = usedTypes(definition);
  const candidates = await candidatesFor(catalog, theCase, await usableTypes(catalog, theCase, asked));
  const used_for = { ...definition.doc_type_map };
  return {
    candidates: candidates.map((type) => withAliases(type, definition)),
    required: asked,
    choice: {
      used_for,
      steps: Object.fromEntries(
        asked.flatMap((context_id) => {
          const steps = pipelineFor(definition, context_id);
          return steps ? [[context_id, [...steps]]] : [];
        }),
      ),
    },
  };
}

/** The agent that types are used by, and what for. */
export interface UsedBy {
  tenant_id: string;
  goal: string;
  /** Of what is read: what a test key made is used for trials alone. */
  mode?: Mode | null | undefined;
  /** Whether scenes can be understood for it. */
  scenes: boolean;
}

/**
 * Document types that an agent asks for, as their streams have them now, held to what it takes to read with them.
 * @throws DomainError `rule_broken` where one of them is not there, disabled, a composite, of scenes that nobody understands, or of a trial
 */
export async function usableTypes(
  catalog: Pick<DocumentTypeCatalog, 'resolveAll'>,
  { tenant_id, goal, mode, scenes }: UsedBy,
  contextIds: readonly string[],
): Promise<KnownDocumentType[]> {
  const found = await catalog.resolveAll(tenant_id, contextIds);
  return contextIds.map((context_id) => {
    const type = found.get(context_id);
    const unusable = (why: string): DomainError =>
      new DomainError('rule_broken', `The agent ${goal} uses the document type ${context_id}, which ${why}`);
    if (!type) throw unusable('does not exist any more');
    if (memberTypes(type).length > 0) throw unusable('is made of other types');
    if (!type.enabled) throw unusable('is disabled');
    if (isOfScenes(type) && !scenes) throw unusable(NO_SCENES);
    if (type.trial && mode !== 'test') throw unusable(MAY_BE_CHANGED_BY_TESTS);
    return type;
  });
}

/** An alias is one more phrase that a type goes by. */
function withAliases(type: KnownDocumentType, { doc_type_map, classify_aliases }: AgentDefinition): KnownDocumentType {
  const used = Object.hasOwn(doc_type_map, type.context_id) ? doc_type_map[type.context_id] : type.context_id;
  const aliases = Object.keys(classify_aliases).filter((alias) => {
    const named = classify_aliases[alias];
    return named === type.context_id || named === used;
  });
  return { ...type, classify_hints: [...new Set([...type.classify_hints, ...aliases])] };
}

/** A document that an agent is to read. */
export interface AgentDocument extends Pick<
  DocumentToRead,
  'tenant_id' | 'file' | 'filename' | 'about' | 'told_in' | 'today' | 'allows_cloud' | 'waited_ms'
> {
  /** The type that its sender takes it for. */
  expected_type?: string | null;
}

/** What came of it, as it is to be recorded; `unavailable` is set when no engine could be had. */
export interface AgentReading {
  outcome: DocumentOutcome;
  unavailable?: EngineUnavailable;
}

/** Reads one document for an agent: classifies it, and puts it through the steps of the type that is used for it. */
export async function readAgentDocument(
  deps: ReadWithEngineDeps,
  { candidates, choice, required }: AgentTypes,
  { expected_type, ...document }: AgentDocument,
): Promise<AgentReading> {
  const read = await readWithEngine(deps, {
    ...{ ...document, candidates, documentType: NO_TYPE, extra: {} },
    choice: { ...choice, ...(expected_type && { expected: expected_type }) },
  });
  if ('result' in read) return { outcome: readAs(read.result, read.steps, { candidates, required }) };
  const { unread, unavailable } = read;
  // What left the service is told, whatever came of it.
  const model_asked = modelAskedIn(outputsIn(read.steps));
  return { outcome: { ...unread, ...(model_asked && { model_asked }) }, ...(unavailable && { unavailable }) };
}

/** What a document of no known type is put through: it is only classified. */
const NO_TYPE: EngineDocumentType = {
  context_id: UNKNOWN_TYPE,
  ...withDefaults({ display_name: 'Unknown', output_schema: {}, pipeline_steps: ['classify'] }),
};

function readAs(
  result: PipelineResult,
  steps: readonly StepResult[],
  { candidates, required }: Pick<AgentTypes, 'candidates' | 'required'>,
): DocumentOutcome {
  const type = candidates.find(({ context_id }) => context_id === result.document_type);
  return {
    status: 'done',
    document_type: result.document_type,
    type_used: type ? usedOf(type) : null,
    confidence: result.confidence,
    reading: readingOf(withUse(result, required), {
      classification: classificationIn(steps),
      step_outputs: outputsIn(steps),
    }),
    masked_fields: type ? maskedFields(type.validation_rules) : [],
  };
}

/** The result with whether the agent has a use for it. */
function withUse(result: PipelineResult, required: readonly string[]): PipelineResult {
  const { document_type, checks = [] } = result;
  if (required.length === 0 || document_type === UNKNOWN_TYPE) return result;
  const use = required.includes(document_type)
    ? checkOf('not_required', 'passed', `The agent asks for documents of the type ${document_type}.`)
    : checkOf('not_required', 'failed', `The agent has no use for a document of the type ${document_type}.`);
  return { ...result, checks: [...checks.filter(({ code }) => code !== use.code), use] };
}

function classificationIn(steps: readonly StepResult[]): DocumentReading['classification'] {
  const output = steps.find(({ tool }) => tool === 'classify')?.output as
    (Omit<NonNullable<DocumentReading['classification']>, 'classified_as'> & { document_type: string }) | undefined;
  if (output?.document_type === undefined) return null;
  const { document_type, evidence, alternatives } = output;
  return { classified_as: document_type, evidence, alternatives };
}

const IN_THE_RESULT: readonly string[] = ['classify', 'extract', 'validate'];

const outputsIn = (steps: readonly StepResult[]): DocumentReading['step_outputs'] =>
  Object.fromEntries(
    steps
      .filter(({ tool }) => !IN_THE_RESULT.includes(tool))
      .map(({ tool, output, error }) => [tool, error === undefined ? output : { ...output, error }]),
  );
