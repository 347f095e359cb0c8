import { DomainError } from '../../domain/core/decider.js';
import type { Mode } from '../../domain/core/mode.js';
import { type DocumentType, isOfScenes, memberTypes, noDocumentType } from '../../domain/documentTypes/index.js';
import { type DocumentEngine, understandsScenes } from '../../engines/documents/documentEngine.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';

/** What finding the types of a run stands on. */
export interface PipelineDeps {
  documentTypes: DocumentTypeCatalog;
  engine: Pick<DocumentEngine, 'understandsScenes'>;
}

/** What a run works with. */
export interface Pipeline {
  /** The type asked for. */
  documentType: KnownDocumentType;
  /** The types of a composite, in their order; empty for any other type. */
  members: KnownDocumentType[];
  /** What classification chooses from: the types that are asked for, and every other enabled one that the tenant can see, composites apart. */
  candidates: KnownDocumentType[];
}

/**
 * The types that a run of a document type needs, as they are now.
 * @throws DomainError `not_found` for an unknown type, `rule_broken` where one that is needed cannot be used
 */
export async function findPipeline(
  { documentTypes: catalog, engine }: PipelineDeps,
  { tenant_id, context_id, mode }: { tenant_id: string; context_id: string; mode?: Mode | null | undefined },
): Promise<Pipeline> {
  const documentType = await catalog.resolve({ tenant_id, context_id });
  if (!documentType) throw noDocumentType(context_id);
  if (!documentType.enabled) throw new DomainError('rule_broken', `The document type ${context_id} is disabled`);
  // No agent has allowed a cloud for it.
  const understands = understandsScenes(engine);
  if (isOfScenes(documentType) && !understands) {
    throw new DomainError('rule_broken', `The document type ${context_id} ${NO_SCENES}`);
  }
  const names = memberTypes(documentType);
  const found = await catalog.resolveAll(tenant_id, names);
  const members = names.map((member) =>
    assertMember({ composite: documentType, understands }, member, found.get(member)),
  );
  const known = members.length > 0 ? members : [documentType];
  return { documentType, members, candidates: await candidatesFor(catalog, { tenant_id, mode }, known) };
}

/**
 * What classification chooses from for a tenant: what is known already, composites apart, and all others that the tenant can see, as they are now.
 * @param mode of what is read: types that a test key made are chosen from for trials alone
 * @param known types as their streams have them; a list may not show yet what a run cannot do without, or show it as it was
 */
export async function candidatesFor<Known extends DocumentType = KnownDocumentType>(
  catalog: Pick<DocumentTypeCatalog, 'list'>,
  { tenant_id, mode }: { tenant_id: string; mode?: Mode | null | undefined },
  known: readonly Known[],
): Promise<(Known | KnownDocumentType)[]> {
  const visible = await catalog.list({ tenant_id, include_global: true });
  const others = visible.filter(
    (type) =>
      type.enabled &&
      (mode === 'test' || !type.trial) &&
      // Who did not ask for a scene is not to have one understood: that is for no print to say.
      !isOfScenes(type) &&
      !known.some(({ context_id }) => context_id === type.context_id),
  );
  return [...known, ...others].filter((type) => memberTypes(type).length === 0);
}

/** What is wrong with a type of scenes where nobody understands them. */
export const NO_SCENES = 'is of scenes, which need a model that sees; there is none that may be asked';

function assertMember(
  { composite, understands }: { composite: KnownDocumentType; understands: boolean },
  member: string,
  found: KnownDocumentType | undefined,
): KnownDocumentType {
  const unusable = (why: string): DomainError =>
    new DomainError('rule_broken', `The document type ${composite.context_id} uses ${member}, which ${why}`);
  if (!found) throw unusable('does not exist any more');
  if (!found.enabled) throw unusable('is disabled');
  if (isOfScenes(found) && !understands) throw unusable(NO_SCENES);
  if (memberTypes(found).length > 0) throw unusable('is itself made of other types');
  return found;
}
