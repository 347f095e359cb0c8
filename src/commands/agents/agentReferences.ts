import {
  type AgentDefinition,
  type AgentDefinitionGiven,
  assertUsableDefinition,
  KNOWN_KEYS,
  readDefinition,
  requiredTypes,
  alternativesOf,
  rulesOf,
  twoSidedTypes,
  usedTypes,
} from '../../domain/agents/index.js';
import { typeOfName } from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import { quote, shorten } from '../../domain/core/quote.js';
import { didYouMean, misspelt } from '../../domain/core/spelling.js';
import { fieldMeaning, meaningsOf } from '../../domain/documents/index.js';
import { memberTypes } from '../../domain/documentTypes/index.js';
import type { KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { type KnownTypes, namesNoType } from '../documentTypes/typeReferences.js';

/** Most document types that a definition names in all: each is looked up when it is saved. */
const MOST_NAMED = 200;

/**
 * Holds a definition that is saved to what it can mean: its form, keys that are no known one misspelt, document types that there are and
 * that cases can have, and fields to compare that one of them has. A type that is removed later is said when the agent is used.
 * @throws DomainError `invalid`, naming the first thing that means nothing
 */
export async function assertMeaningful(
  types: KnownTypes,
  tenant_id: string,
  given: AgentDefinitionGiven,
): Promise<void> {
  assertUsableDefinition(given);
  assertSpelling('definition', given, KNOWN_KEYS.definition);
  assertSpelling('definition.cross_match', given['cross_match'], KNOWN_KEYS.cross_match);
  const definition = readDefinition(given);
  const named = typesNamedBy(definition);
  if (named.size > MOST_NAMED) throw invalid(`definition names more than ${MOST_NAMED} document types`);
  const found = await types.resolveAll(tenant_id, [...named.keys()]);
  for (const [context_id, where] of named) {
    const type = found.get(context_id);
    if (!type) throw invalid(`definition.${where} ${await namesNoType(types, tenant_id, context_id)}`);
    const members = memberTypes(type);
    // What is handed in for a case is of one type: it would be refused there, document by document.
    if (members.length > 0) throw invalid(`definition.${where} ${namesComposite(context_id, members)}`);
  }
  const used = usedTypes(definition).flatMap((context_id) => found.get(context_id) ?? []);
  const { match_fields } = definition.cross_match;
  assertFieldsOf(used, { where: 'definition.cross_match.match_fields', fields: match_fields });
  const confident = Object.keys(rulesOf(definition).min_confidence ?? {}).filter((field) => field !== '*');
  assertFieldsOf(used, { where: 'definition.rules.min_confidence', fields: confident });
}

/**
 * Holds fields to compare to those that one of the types has, by name or meaning; where there are no types, any will do.
 * @throws DomainError `invalid`
 */
export function assertFieldsOf(
  types: readonly Pick<KnownDocumentType, 'context_id' | 'output_schema'>[],
  { where, fields }: { where: string; fields: readonly string[] },
): void {
  if (types.length === 0) return;
  const stated = new Set(types.flatMap(({ output_schema }) => [...meaningsOf(Object.keys(output_schema))]));
  const unknown = fields.find((field) => !stated.has(fieldMeaning(field)));
  if (unknown === undefined) return;
  const names = types.map(({ context_id }) => context_id).slice(0, 10);
  throw invalid(
    `${where} names the field ${quote(unknown)}, which none of its document types has: ${names.join(', ')}`,
  );
}

/** Each document type that a definition names, with one place where it does so. */
function typesNamedBy(definition: AgentDefinition): Map<string, string> {
  const { doc_type_map, classify_aliases, pipeline_per_type } = definition;
  const byType = Array.isArray(pipeline_per_type) ? [] : Object.keys(pipeline_per_type);
  const demanded = {
    required: requiredTypes({ ...definition, doc_type_map: {} }).flatMap(alternativesOf),
    sides: twoSidedTypes(definition),
    'rules.max_age_days': Object.keys(rulesOf(definition).max_age_days ?? {}),
  };
  return new Map([
    ...Object.entries(demanded).flatMap(([where, types]) => types.map((context_id) => [context_id, where] as const)),
    ...byType.map((context_id) => [context_id, 'pipeline_per_type'] as const),
    ...Object.entries(classify_aliases)
      // What classification says is named by an alias too, and is no type of its own.
      .filter(([, named]) => typeOfName({ doc_type_map, classify_aliases: {} }, named) === undefined)
      .map(([alias, named]) => [named, `classify_aliases.${shorten(alias)}`] as const),
    ...Object.entries(doc_type_map).map(([classified, used]) => [used, `doc_type_map.${shorten(classified)}`] as const),
  ]);
}

const namesComposite = (context_id: string, members: readonly string[]): string =>
  `names the document type ${quote(context_id)}, which is made of other types; name these: ${members.join(', ')}`;

/** Other keys are the caller's own; one that is nearly a known one is that, misspelt. */
function assertSpelling(where: string, given: unknown, known: readonly string[]): void {
  for (const key of Object.keys(given ?? {})) {
    const meant = misspelt(key, known);
    if (meant === undefined) continue;
    throw invalid(`${where} has the key ${quote(key)}, which means nothing${didYouMean(meant)}`);
  }
}

const invalid = (sentence: string): DomainError => new DomainError('invalid', sentence);
