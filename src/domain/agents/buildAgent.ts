import type { AgentDefinition } from './agentDefinition.js';
import { numbered, snakeCase } from '../core/snakeCase.js';
import type { DocumentType } from '../documentTypes/index.js';
import { fieldMeaning, isOfDocument, meaningsOf } from '../documents/index.js';

/** What building reads of a document type. */
export type BuildingBlock = Pick<DocumentType, 'context_id' | 'display_name' | 'classify_hints' | 'output_schema'>;

/** What is built otherwise than it would be by itself; what is left out is not. */
export interface BuiltOtherwise {
  /** Whether the fields are compared at all. */
  enabled?: boolean | undefined;
  /** From how many documents on they are. */
  min_doc_types?: number | undefined;
  /** 0 to 3. */
  intelligence_level?: number | undefined;
}

/**
 * The definition of an agent that collects one document of each of the types: aliases from what the types are called and
 * recognised by, and the fields that must agree from what their schemas have in common.
 * @param fields fields to compare in the place of those that are found
 */
export function buildDefinition(
  types: readonly BuildingBlock[],
  {
    fields,
    pipeline,
    ...otherwise
  }: { fields?: readonly string[] | undefined; pipeline: readonly string[] } & BuiltOtherwise,
): AgentDefinition {
  const match_fields = fields ? [...new Set(fields)] : sharedFields(types);
  const severalTypes = types.length > 1;
  return {
    doc_type_map: Object.fromEntries(types.map(({ context_id }) => [context_id, context_id])),
    classify_aliases: aliasesOf(types),
    cross_match: {
      enabled: otherwise.enabled ?? (severalTypes && match_fields.length > 0),
      match_fields,
      min_doc_types: otherwise.min_doc_types ?? (severalTypes ? 2 : 1),
    },
    pipeline_per_type: [...pipeline],
    intelligence_level: otherwise.intelligence_level ?? 0,
    require_reason: false,
  };
}

/** Longest alias worth keeping: longer hints are sentences of a page, not names of a type. */
const LONGEST_ALIAS = 64;

/** What the types are called; a word that two of them share tells nothing and is left out. */
function aliasesOf(types: readonly BuildingBlock[]): { [alias: string]: string } {
  const claims = new Map<string, { alias: string; contexts: Set<string> }>();
  for (const { context_id, display_name, classify_hints } of types) {
    for (const alias of [display_name, ...classify_hints].map((text) => text.trim())) {
      if (alias === '' || alias.length > LONGEST_ALIAS || alias.startsWith('__')) continue;
      const claim = claims.get(alias.toLowerCase()) ?? { alias, contexts: new Set() };
      claims.set(alias.toLowerCase(), { ...claim, contexts: claim.contexts.add(context_id) });
    }
  }
  const unambiguous = [...claims.values()].filter(({ contexts }) => contexts.size === 1);
  return Object.fromEntries(unambiguous.flatMap(({ alias, contexts }) => [...contexts].map((id) => [alias, id])));
}

/** Values that stand for something else in each document: sums, lists, ticks. */
const NEVER_COMPARED = /^\s*(amount|boolean|list\b|object\b|number\b|currency\b)/i;

/**
 * The fields that two or more of the types state of whom they are for, by the name they share, else by their meaning. What
 * is of the one document alone (its number, its dates) has no reason to agree.
 */
function sharedFields(types: readonly BuildingBlock[]): string[] {
  const schemas = types.map(({ output_schema }) =>
    Object.keys(output_schema).filter((field) => !NEVER_COMPARED.test(output_schema[field] ?? '')),
  );
  const statedBy = new Map<string, number>();
  for (const meaning of schemas.flatMap((fields) => [...meaningsOf(fields)])) {
    statedBy.set(meaning, (statedBy.get(meaning) ?? 0) + 1);
  }
  const names = new Map<string, Set<string>>();
  for (const field of schemas.flat()) {
    const meaning = fieldMeaning(field);
    names.set(meaning, (names.get(meaning) ?? new Set<string>()).add(field));
  }
  return [...statedBy].flatMap(([meaning, types]) => {
    const [name, ...others] = names.get(meaning) ?? [];
    if (types < 2 || name === undefined || isOfDocument(meaning)) return [];
    return [others.length > 0 ? meaning : name];
  });
}

/** A goal made of a name: `Client onboarding` gives `client_onboarding`; `attempt` from 2 on is appended as a number. */
export const goalFromName = (name: string, attempt = 1): string => numbered(snakeCase(name) || 'agent', attempt);
