import type { Schemas } from '../api/schemas.js';
import { readable } from '../words/words.js';
import { membersIn } from './composite.js';
import { useTypes } from './useTypes.js';

/** The document types that somebody may name. */
export interface TypeNames {
  /** What a type is called. */
  nameOf: (context_id: string) => string;
  typeOf: (context_id: string) => Schemas['DocumentTypeView'] | undefined;
  /** The types that one is made of; none where it is no composite. */
  membersOf: (context_id: string) => string[];
  /** The types that are made of no others, and are enabled: a document can be of these alone. */
  single: readonly string[];
  /** Types as they are chosen from: by name. */
  choicesOf: (types: readonly string[]) => (readonly [context_id: string, name: string])[];
}

/** Reads the document types that a tenant may name. */
export function useTypeNames(tenant_id: string): TypeNames {
  const types = useTypes(tenant_id).data ?? [];
  const byId = new Map(types.map((type) => [type.context_id, type]));
  const nameOf = (context_id: string): string => byId.get(context_id)?.display_name ?? readable(context_id);
  return {
    nameOf,
    typeOf: (context_id) => byId.get(context_id),
    membersOf: (context_id) => membersIn(byId.get(context_id)?.pipeline_steps ?? []),
    single: types
      .filter((type) => type.enabled && membersIn(type.pipeline_steps).length === 0)
      .map(({ context_id }) => context_id),
    choicesOf: (ids) =>
      ids
        .map((context_id) => [context_id, nameOf(context_id)] as const)
        .toSorted(([, one], [, other]) => one.localeCompare(other)),
  };
}
