import { DomainError } from '../../domain/core/decider.js';
import { quote } from '../../domain/core/quote.js';
import { didYouMean, misspelt } from '../../domain/core/spelling.js';
import { memberTypes } from '../../domain/documentTypes/index.js';
import type { DocumentTypeCatalog } from './documentTypeCatalog.js';

/** Where document types are found, and those that a misspelt one may mean. */
export type KnownTypes = Pick<DocumentTypeCatalog, 'resolveAll' | 'list'>;

/**
 * Holds the steps of a type that is saved to types that there are, as an agent is held to them: a composite is made after its members. A member
 * that is removed later is said when the composite is run.
 * @throws DomainError `invalid`
 */
export async function assertMembersThere(
  types: KnownTypes,
  { tenant_id, context_id }: { tenant_id: string; context_id: string },
  pipeline_steps: readonly string[] = [],
): Promise<void> {
  // Of itself it is said that it may not be, which is more.
  const members = memberTypes({ pipeline_steps: [...pipeline_steps] }).filter((member) => member !== context_id);
  if (members.length === 0) return;
  const found = await types.resolveAll(tenant_id, members);
  const unknown = members.find((member) => !found.has(member));
  if (unknown === undefined) return;
  throw new DomainError('invalid', `pipeline_steps ${await namesNoType(types, tenant_id, unknown)}`);
}

/** Says of what names a document type that there is none of that name, and which one is probably meant; for behind where it stands. */
export async function namesNoType(
  types: Pick<KnownTypes, 'list'>,
  tenant_id: string,
  context_id: string,
): Promise<string> {
  const known = (await types.list({ tenant_id, include_global: true })).map((type) => type.context_id);
  const meant = didYouMean(misspelt(context_id, known));
  return `names the document type ${quote(context_id)}, which does not exist${meant}`;
}
