import { DomainError } from '../../domain/core/decider.js';
import { memberTypes, noDocumentType } from '../../domain/documentTypes/index.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';

/** What a run works with. */
export interface Pipeline {
  /** The type asked for. */
  documentType: KnownDocumentType;
  /** The types of a composite, in their order; empty for any other type. */
  members: KnownDocumentType[];
  /** What classification chooses from: every enabled type that the tenant can see, composites apart. */
  candidates: KnownDocumentType[];
}

/**
 * The types that a run of a document type needs, as they are now.
 * @throws DomainError `not_found` for an unknown type, `rule_broken` where one that is needed cannot be used
 */
export async function findPipeline(
  catalog: DocumentTypeCatalog,
  { tenant_id, context_id }: { tenant_id: string; context_id: string },
): Promise<Pipeline> {
  const documentType = await catalog.resolve({ tenant_id, context_id });
  if (!documentType) throw noDocumentType(context_id);
  if (!documentType.enabled) throw new DomainError('rule_broken', `The document type ${context_id} is disabled`);
  const names = memberTypes(documentType);
  const found = await catalog.resolveAll(tenant_id, names);
  const members = names.map((member) => assertMember(documentType, member, found.get(member)));
  return { documentType, members, candidates: await candidatesFor(catalog, tenant_id) };
}

/** What classification chooses from for a tenant, as it is now. */
export async function candidatesFor(
  catalog: Pick<DocumentTypeCatalog, 'list'>,
  tenant_id: string,
): Promise<KnownDocumentType[]> {
  const visible = await catalog.list({ tenant_id, include_global: true });
  return visible.filter((type) => type.enabled && memberTypes(type).length === 0);
}

function assertMember(
  composite: KnownDocumentType,
  member: string,
  found: KnownDocumentType | undefined,
): KnownDocumentType {
  const unusable = (why: string): DomainError =>
    new DomainError('rule_broken', `The document type ${composite.context_id} uses ${member}, which ${why}`);
  if (!found) throw unusable('does not exist any more');
  if (!found.enabled) throw unusable('is disabled');
  if (memberTypes(found).length > 0) throw unusable('is itself made of other types');
  return found;
}
