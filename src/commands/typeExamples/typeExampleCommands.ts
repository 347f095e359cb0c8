import { v7 as newId } from 'uuid';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import { quote } from '../../domain/core/quote.js';
import {
  type DocumentType,
  type DocumentTypeConfig,
  maskedFields,
  memberTypes,
  noDocumentType,
  onlyConfig,
} from '../../domain/documentTypes/index.js';
import {
  type ExampleOutcome,
  typeExample,
  type TypeExample,
  typeExampleStream,
} from '../../domain/typeExamples/index.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { SubjectErased } from '../../platform/sealing/subjectKeys.js';
import type { TypeExampleQueries } from '../../projections/typeExamples/typeExamplesProjection.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';
import { type ForgetDeps, type ForgetElsewhere, forgetWhole } from '../core/forget.js';
import type { DocumentTypeCatalog } from '../documentTypes/documentTypeCatalog.js';
import type { DocumentTypeCommands } from '../documentTypes/documentTypeCommands.js';
import { notingShown } from '../documents/noteShown.js';
import { readByType, toTry } from '../documents/readByType.js';
import { checkExamples, type CheckExamplesDeps } from './checkExamples.js';

/** A document that is to be kept with a type. */
export interface KeepExampleInput {
  context_id: string;
  name: string | null;
  bytes: Uint8Array;
  /** What the type has to read; what it reads now where it is left out. */
  expected?: { [field: string]: unknown } | undefined;
}

/** Which examples are held to what. */
export interface CheckExamplesInput {
  tenant_id: string;
  context_id: string;
  /** What is to be otherwise than it is saved. */
  changes: Partial<DocumentTypeConfig>;
}

/** What can be asked of examples. Whether who asks may see one is seen to before. */
export interface TypeExampleCommands {
  /**
   * Keeps a document with the tenant's own type, else the global one.
   * @param example_id For a retried request the id that it was given before
   * @throws DomainError `not_found`, `invalid` for a field that the type does not have, `rule_broken` where there are too many, the type is made of
   *   others, or nothing can be read that could be expected
   * @throws EngineUnavailable when what the type reads now is to be expected, and no engine can be had
   */
  keep(context: CommandContext, input: KeepExampleInput, example_id?: string): Promise<Committed<TypeExample>>;
  /** Deletes one with its document. Can be repeated, and finishes what a crash broke off. @throws DomainError `not_found` */
  remove(context: CommandContext, example_id: string): Promise<Committed<void>>;
  /**
   * Holds a tenant's examples to a type as it would be with some changes, and says which of them these break.
   * @throws DomainError `not_found`, `invalid` for a draft that could not be saved
   */
  check(context: CommandContext, input: CheckExamplesInput): Promise<ExampleOutcome[]>;
  /** Holds the examples of a type's own tenant to it, after it was changed. None where they cannot be had: the change is saved all the same. */
  checkChange(context: CommandContext, now: DocumentType, before: DocumentType): Promise<ExampleOutcome[]>;
}

/** What the commands of examples stand on. */
export interface TypeExampleCommandsDeps extends ForgetDeps, ForgetElsewhere, CheckExamplesDeps {
  handler: CommandHandler;
  blobs: Pick<BlobStore, 'read' | 'put' | 'delete'>;
  types: Pick<DocumentTypeCommands, 'draft'>;
  documentTypes: Pick<DocumentTypeCatalog, 'list' | 'resolve'>;
  /** By the read model: who keeps some at the same moment may pass the bound by as many as they are. */
  examples: Pick<TypeExampleQueries, 'ofType'>;
}

declare module '../core/commands.js' {
  interface Commands {
    typeExamples: TypeExampleCommands;
  }
}

/** Most examples of one type and tenant: each change of the type reads all of them. */
export const MOST_EXAMPLES = 20;

/** Longest that is expected of one, in characters of JSON: every list and every check reads all of them. */
const LONGEST_EXPECTED = 100_000;

/** Creates the commands of examples. */
export function createTypeExampleCommands(deps: TypeExampleCommandsDeps): TypeExampleCommands {
  const { handler, types, documentTypes, examples } = deps;

  const typeFor = async (id: { tenant_id: string; context_id: string }): Promise<DocumentType> => {
    const type = await documentTypes.resolve(id);
    if (!type) throw noDocumentType(id.context_id);
    return type;
  };

  return {
    async keep(context, input, example_id = newId()) {
      const type = await typeFor({ tenant_id: context.tenant_id, context_id: input.context_id });
      return keepExample(deps, context, { ...input, type, example_id });
    },

    async remove(context, example_id) {
      const stream = typeExampleStream(example_id);
      const { state, mode } = await handler.loadToErase(stream, typeExample);
      if (state.status === 'not_there') throw noneWithThisId('example');
      assertOwnWorld(context, mode); // before the key is gone: what is refused loses nothing
      const { file_key } = state.example;
      const command = { type: 'delete', at: deps.clock().toISOString() } as const;
      const record = () => handler.handle({ stream, decider: typeExample, context, command });
      const forgetting = { stream, id: example_id, context, record, blobKeys: () => [file_key] };
      return committed(undefined, await forgetWhole(deps, forgetting));
    },

    async check(context, { tenant_id, context_id, changes }) {
      const before = await typeFor({ tenant_id, context_id });
      const isDraft = Object.keys(onlyConfig(changes)).length > 0;
      const type = isDraft ? await types.draft({ tenant_id: before.tenant_id, context_id }, changes) : before;
      const kept = await examples.ofType({ tenant_id, context_id }, MOST_EXAMPLES);
      return checkExamples(deps, context, { tenant_id, examples: kept, type, ...(isDraft && { before }) });
    },

    async checkChange(context, now, before) {
      const { tenant_id, context_id } = now;
      try {
        const kept = await examples.ofType({ tenant_id, context_id }, MOST_EXAMPLES);
        return kept.length === 0
          ? []
          : await checkExamples(deps, context, { tenant_id, examples: kept, type: now, before });
      } catch (error) {
        deps.log.error({ err: error, context_id }, 'the examples of a document type could not be checked');
        return [];
      }
    },
  };
}

type Keeping = KeepExampleInput & { type: DocumentType; example_id: string };

async function keepExample(
  deps: TypeExampleCommandsDeps,
  context: CommandContext,
  keeping: Keeping,
): Promise<Committed<TypeExample>> {
  const { handler, blobs, clock } = deps;
  const { example_id, name, bytes, type } = keeping;
  const { context_id } = type;
  const stream = typeExampleStream(example_id);
  const known = await handler.load(stream, typeExample);
  if (known.state.status === 'not_there') await assertRoom(deps, context.tenant_id, context_id);
  const expected = await expectedOf(deps, context, keeping);
  const stored = await blobs.put(`examples/${example_id}`, bytes, { subject: stream }).catch((error: unknown) => {
    throw error instanceof SubjectErased ? deletedMeanwhile() : error;
  });
  const kept = await handler.handle({
    ...{ stream, decider: typeExample, context, known },
    command: {
      ...{ type: 'keep', at: clock().toISOString() },
      example: {
        ...{ example_id, tenant_id: context.tenant_id, context_id, name, expected },
        masked_fields: maskedFields(type.validation_rules),
        ...{ file_key: stored.key, size: stored.size, kept_by: context.actor },
      },
    },
  });
  if (kept.state.status !== 'kept') throw deletedMeanwhile();
  return committed(kept.state.example, kept);
}

const deletedMeanwhile = (): DomainError => new DomainError('conflict', 'The example was deleted meanwhile');

/** What is expected of an example: what was said of it, else all that its type reads now. */
async function expectedOf(
  deps: TypeExampleCommandsDeps,
  context: CommandContext,
  { expected, type, bytes }: Keeping,
): Promise<{ [field: string]: unknown }> {
  const { context_id, output_schema } = type;
  if (memberTypes(type).length > 0) {
    throw new DomainError(
      'rule_broken',
      `The document type ${context_id} is made of other types; keep examples with these`,
    );
  }
  for (const field of Object.keys(expected ?? {})) {
    if (Object.hasOwn(output_schema, field)) continue;
    throw new DomainError('invalid', `expected names ${quote(field)}, which output_schema does not have`);
  }
  if (JSON.stringify(expected ?? {}).length > LONGEST_EXPECTED) {
    throw new DomainError('invalid', `expected must be at most ${LONGEST_EXPECTED} characters of JSON`);
  }
  if (expected) return expected;
  const asTried = await toTry(deps.documentTypes, context.tenant_id, type);
  const file = () => Promise.resolve(bytes);
  const read = await notingShown(deps, context, (note) => readByType(deps, asTried, { file, note }));
  if ('error' in read) throw new DomainError('rule_broken', `The document cannot be read, so say what is expected of it: ${read.error}`); // prettier-ignore
  return Object.fromEntries(Object.entries(read.result.extracted).filter(([, value]) => value !== null));
}

async function assertRoom(
  { examples }: Pick<TypeExampleCommandsDeps, 'examples'>,
  tenant_id: string,
  context_id: string,
): Promise<void> {
  const kept = await examples.ofType({ tenant_id, context_id }, MOST_EXAMPLES);
  if (kept.length < MOST_EXAMPLES) return;
  throw new DomainError('rule_broken', `The document type has ${MOST_EXAMPLES} examples, and takes no more; delete some first`); // prettier-ignore
}
