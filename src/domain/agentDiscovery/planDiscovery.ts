import type { TypeProposal } from '../documents/index.js';
import { discoverType, type KnownType, withDefaults } from '../documentTypes/index.js';
import type { TypeToMake } from './agentDiscovery.js';

/** Samples that share so many of their fields are of one type, 0 to 1 (Jaccard). */
const ALIKE = 0.5;

/** The types that samples are of: those that there are, and those that are to be made. */
export interface TypesOfSamples {
  contexts_existing: string[];
  types: TypeToMake[];
  /** What all of them are called, in the order of the samples. */
  display_names: string[];
}

/**
 * Decides which types samples are of. Those of a type that there is stand for that type; the others are put together by how alike they
 * are, and each group becomes a type.
 * @param isTaken whether a type of that name is there already
 */
export function typesOfSamples(
  proposals: readonly TypeProposal[],
  known: readonly KnownType[],
  isTaken: (contextId: string) => boolean,
): TypesOfSamples {
  const existing = new Map<string, KnownType>();
  const groups: TypeProposal[][] = [];
  for (const proposal of proposals) {
    const type = known.find(({ context_id }) => context_id === proposal.known?.context_id);
    if (type) {
      existing.set(type.context_id, type);
      continue;
    }
    const group = groups.find(([first]) => first && areAlike(first, proposal));
    if (group) group.push(proposal);
    else groups.push([proposal]);
  }
  const types: TypeToMake[] = [];
  for (const group of groups) {
    const made = new Set(types.map(({ context_id }) => context_id));
    types.push(typeToMake(group, (id) => isTaken(id) || made.has(id)));
  }
  const display_names = [...existing.values(), ...types].map(({ display_name }) => display_name);
  return { contexts_existing: [...existing.keys()], types, display_names };
}

function typeToMake(group: readonly TypeProposal[], isTaken: (contextId: string) => boolean): TypeToMake {
  const { context_id, display_name, category, output_schema, validation_rules, classify_hints, prompt_hint } =
    discoverType(group, [], isTaken);
  const config = { display_name, category, output_schema, validation_rules, classify_hints, prompt_hint };
  return { ...withDefaults(config), context_id };
}

function areAlike(one: TypeProposal, other: TypeProposal): boolean {
  const [first, second] = [one, other].map(({ fields }) => new Set(fields.map(({ name }) => name)));
  const shared = [...first!].filter((name) => second!.has(name)).length;
  return shared / Math.max(1, first!.size + second!.size - shared) >= ALIKE;
}

/** Most types that a name lists. */
const MOST_NAMED = 3;

/** What an agent for types is called where nobody says it. */
export function nameOfTypes(displayNames: readonly string[]): string {
  const named = displayNames.slice(0, MOST_NAMED);
  const more = displayNames.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`.slice(0, 200);
}
