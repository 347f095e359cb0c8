import pLimit from 'p-limit';
import { DomainError } from '../../domain/core/decider.js';
import { maskFields, type ModelAsked, type TypeProposal, UNKNOWN_TYPE } from '../../domain/documents/index.js';
import {
  discoverType,
  type DiscoveredType,
  freeName,
  maskedFields,
  withDefaults,
  withSuggestedRules,
} from '../../domain/documentTypes/index.js';
import type {
  DocumentEngine,
  DocumentJob,
  EngineDocumentType,
  EngineOutcome,
} from '../../engines/documents/documentEngine.js';
import { generateType, type GeneratedType } from '../../engines/documents/propose/generateType.js';
import type { Clock } from '../../platform/clock.js';
import type { CommandContext, Committed } from '../core/context.js';
import { noteOfSamples, noteShown, type NoteShownDeps, shownIn } from '../documents/noteShown.js';
import { candidatesFor } from '../documents/pipelineTypes.js';
import type { DocumentTypeCatalog, KnownDocumentType } from './documentTypeCatalog.js';
import { isBlank } from '../../domain/core/text.js';

/** What samples were found to be, with the types that this was judged by. */
export interface ProposedTypes {
  /** In the order of the samples. */
  proposals: TypeProposal[];
  /** The types that the tenant can see and that a document can be of. */
  types: KnownDocumentType[];
}

/** Samples of documents of which types are to be proposed. */
export interface SamplesToPropose {
  tenant_id: string;
  samples: readonly Uint8Array[];
  /** Whether a language model of a cloud may be shown them; it may not where it is left out. */
  allows_cloud?: boolean | undefined;
  /** Whether no language model is asked about them at all. */
  alone?: boolean | undefined;
  /** Of the request that they came in, for the sentence; `documents` where it is left out. */
  field?: string | undefined;
}

/**
 * Finds document types in samples and descriptions. Nothing is kept, neither of a sample nor of what was found in it, but for an event that says which language model was asked about them,
 * where one was.
 */
export interface DocumentTypeDiscovery {
  /**
   * Proposes for each sample a type of its own.
   * @throws DomainError `invalid` naming the sample that cannot be read, or that shows nothing that could be a field
   * @throws EngineUnavailable when no engine can be had
   */
  propose(context: CommandContext, samples: SamplesToPropose): Promise<Committed<ProposedTypes>>;
  /**
   * Proposes one type for samples that are of one type; values of fields that its rules mask are masked.
   * @throws DomainError, EngineUnavailable as `propose` does
   */
  discover(context: CommandContext, samples: SamplesToPropose): Promise<Committed<DiscoveredType>>;
  /** Writes down in a stream of samples which language models were shown them, where whoever asked did not. */
  noteShown(context: CommandContext, stream: string, asked: ModelAsked[]): Promise<void>;
  /**
   * Proposes a type for a description in plain words.
   * @throws DomainError `invalid` for a description that is all blank
   */
  generate(tenant_id: string, description: string): Promise<GeneratedType>;
}

declare module '../core/commands.js' {
  interface Commands {
    documentTypeDiscovery: DocumentTypeDiscovery;
  }
}

/** What discovery stands on. */
export interface DocumentTypeDiscoveryDeps extends NoteShownDeps {
  engine: Pick<DocumentEngine, 'process'>;
  documentTypes: Pick<DocumentTypeCatalog, 'list'>;
  clock: Clock;
}

/** Nothing that is proposed is meant yet: what a test key made is known to it as well. */
const ALL = 'test';

/** Samples of one request that are read at the same time: the other tenants' documents want their turn. */
const READ_AT_ONCE = 2;

/** Creates discovery. */
export function createDocumentTypeDiscovery(deps: DocumentTypeDiscoveryDeps): DocumentTypeDiscovery {
  const { documentTypes, clock } = deps;

  const propose: DocumentTypeDiscovery['propose'] = async (context, { tenant_id, samples, ...how }) => {
    const { allows_cloud = false, alone = false, field = 'documents' } = how;
    const types = await candidatesFor(documentTypes, { tenant_id, mode: ALL }, []);
    const today = clock().toISOString().slice(0, 10);
    const limit = pLimit(READ_AT_ONCE);
    const note = noteOfSamples(context);
    const told_in = alone ? undefined : note.told_in;
    const read = await Promise.allSettled(
      samples.map((bytes) => limit(() => readSample(deps, { tenant_id, bytes, types, today, allows_cloud, told_in }))),
    );
    // What was sent to a model was sent, whatever becomes of the request.
    note.asked.push(...read.flatMap((one) => (one.status === 'fulfilled' ? shownIn(one.value.steps) : [])));
    const noted = await noteShown(deps, context, note);
    const proposals = read.map((one, index) => {
      if (one.status === 'rejected') throw one.reason;
      return proposalOf(one.value, `${field}.${index}.data`);
    });
    return { ...noted, value: { proposals, types } };
  };

  return {
    propose,
    async noteShown(context, stream, asked) {
      await noteShown(deps, context, { told_in: { stream }, asked });
    },
    async discover(context, samples) {
      const { value, ...noted } = await propose(context, samples);
      const found = discoverType(value.proposals, value.types, await takenBy(documentTypes, samples.tenant_id));
      return { ...noted, value: { ...found, sample: maskFields(found.sample, maskedFields(found.validation_rules)) } };
    },
    async generate(tenant_id, description) {
      if (isBlank(description)) throw new DomainError('invalid', 'The field `description` must not be blank');
      const types = await candidatesFor(documentTypes, { tenant_id, mode: ALL }, []);
      const made = generateType(description, types);
      const context_id = freeName(made.context_id, await takenBy(documentTypes, tenant_id));
      return { ...made, context_id, validation_rules: withSuggestedRules(made.output_schema, made.validation_rules) };
    },
  };
}

/** Whether a tenant has a type of a name, by what the lists show: who saves the type is told where that was late. */
export async function takenBy(
  documentTypes: Pick<DocumentTypeCatalog, 'list'>,
  tenant_id: string,
): Promise<(contextId: string) => boolean> {
  const own = await documentTypes.list({ tenant_id, include_global: false });
  const names = new Set(own.map(({ context_id }) => context_id));
  return (contextId) => names.has(contextId);
}

async function readSample(
  { engine }: DocumentTypeDiscoveryDeps,
  {
    types,
    ...sample
  }: Pick<DocumentJob, 'tenant_id' | 'bytes' | 'today' | 'allows_cloud' | 'told_in'> & { types: KnownDocumentType[] },
): Promise<EngineOutcome> {
  const job = { documentType: NO_TYPE, candidates: types, filename: '', extra: {}, proposes: true } as const;
  return engine.process({ ...job, ...sample });
}

/** @throws DomainError `invalid` naming the field of a sample of which nothing can be proposed */
function proposalOf({ proposal, error }: EngineOutcome, field: string): TypeProposal {
  const refused = (why: string): DomainError =>
    new DomainError('invalid', `The field \`${field}\` holds a sample that ${why}`);
  if (!proposal) throw refused(`cannot be read: ${error ?? 'its content is none that the engine knows'}`);
  if (proposal.fields.length === 0) throw refused('shows no label and no value that could be a field of a type');
  return proposal;
}

/** What a sample is put through while nobody knows its type. */
const NO_TYPE: EngineDocumentType = {
  ...withDefaults({ display_name: 'Unknown', output_schema: {}, pipeline_steps: ['classify'] }),
  context_id: UNKNOWN_TYPE,
};
