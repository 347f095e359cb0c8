import pLimit from 'p-limit';
import { type DocumentType, documentType, documentTypeStream } from '../../domain/documentTypes/index.js';
import { PLATFORM } from '../../domain/core/tenant.js';
import { createLookUp, type KnownAt, type LookUpDeps } from '../core/lookUp.js';

/** A document type as it is known, with the revision of its stream. */
export type KnownDocumentType = KnownAt<DocumentType>;

/** Where commands find document types. */
export interface DocumentTypeCatalog {
  /** The tenant's own type, else the global one: each as the last event of its stream left it. */
  resolve(id: { tenant_id: string; context_id: string }): Promise<KnownDocumentType | undefined>;
  /**
   * Several of them, those that are there, by their `context_id` and in the order asked for; a few at a time: what one asks for is asked for
   * with others' look-ups between.
   */
  resolveAll(tenant_id: string, context_ids: readonly string[]): Promise<ReadonlyMap<string, KnownDocumentType>>;
  /** All streams that say what several of them are for a tenant. */
  streamsOf(tenant_id: string, context_ids: readonly string[]): string[];
  /** What a tenant can see, as the read model has it, which can be late. */
  list(filter: { tenant_id: string; include_global: boolean }): Promise<KnownDocumentType[]>;
}

/** A definition may name hundreds: so many types, of two streams each, are looked up for it at the same time. */
const RESOLVED_AT_ONCE = 8;

/** Creates the catalog. `lists` are the queries of document types. */
export function createDocumentTypeCatalog(
  deps: LookUpDeps,
  lists: Pick<DocumentTypeCatalog, 'list'>,
): DocumentTypeCatalog {
  const lookUp = createLookUp(deps, documentType, (state) =>
    state.status === 'defined' ? state.documentType : undefined,
  );
  const resolve: DocumentTypeCatalog['resolve'] = async ({ tenant_id, context_id }) => {
    const [own, global] = await Promise.all(streamsOf(tenant_id, context_id).map(lookUp));
    return own ?? global;
  };
  return {
    list: (filter) => lists.list(filter),
    resolve,
    streamsOf: (tenant_id, context_ids) => context_ids.flatMap((context_id) => streamsOf(tenant_id, context_id)),
    async resolveAll(tenant_id, context_ids) {
      const names = [...new Set(context_ids)];
      const types = await pLimit(RESOLVED_AT_ONCE).map(names, (context_id) => resolve({ tenant_id, context_id }));
      return new Map(types.flatMap((type, index) => (type ? [[names[index]!, type]] : [])));
    },
  };
}

/** A tenant's own type comes before the global one, which is the platform's own. */
const streamsOf = (tenant_id: string, context_id: string): string[] =>
  [...new Set([tenant_id, PLATFORM])].map((tenant) => documentTypeStream({ tenant_id: tenant, context_id }));
