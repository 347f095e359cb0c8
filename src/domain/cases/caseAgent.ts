import { z } from 'zod';
import {
  type AgentDefinition,
  type DemandsGiven,
  faceMatchOf,
  requiredTypes,
  retentionDaysOf,
  twoSidedTypes,
} from '../agents/index.js';
import { ownNamesOf } from './wording/types/index.js';
import { withoutSide } from './sideWords.js';

/** Which configuration of which agent: the agent's stream holds it at that revision for good, whatever becomes of the agent. */
export interface AgentUsed {
  id: string;
  /** Revision of the agent's stream, a decimal number. */
  revision: string;
}

/**
 * The agent of a case as it was when the case was opened: a reference to its configuration, and the little of it that has to
 * be known of the case without it.
 */
export interface CaseAgent extends AgentUsed {
  goal: string;
  name: string;
  version: string;
  allow_cloud: boolean;
  /** Document types that it requires, in their order; `a|b` where one of several will do. */
  required_types: string[];
  /** 0 to 3: how much it talks. */
  intelligence_level: number;
  /** Days for which what was done with it is kept after its end; absent where that is for good. */
  retention_days?: number | undefined;
  /** Display names of those types of it that do not go by the name that they are shipped with, by their `context_id`. */
  type_names?: { [context_id: string]: string } | undefined;
  /** True where it compares portraits with a selfie, and asks for one; absent where it does not. */
  asks_selfie?: boolean | undefined;
  /** Types of which it wants both sides; absent where of none, and in what was stored before it was kept. */
  two_sided?: string[] | undefined;
}

/** Shape of a reference to an agent in an event. */
export const agentUsed = z.object({ id: z.string(), revision: z.string() }) satisfies z.ZodType<AgentUsed>;

/** Shape of the agent in an event. */
export const caseAgent = agentUsed.extend({
  goal: z.string(),
  name: z.string(),
  version: z.string(),
  allow_cloud: z.boolean(),
  required_types: z.array(z.string()),
  intelligence_level: z.number(),
  retention_days: z.number().optional(),
  type_names: z.record(z.string(), z.string()).optional(),
  asks_selfie: z.boolean().optional(),
  two_sided: z.array(z.string()).optional(),
}) satisfies z.ZodType<CaseAgent>;

/** What a case keeps of its agent. `definition` is that of the revision, with its defaults; `types` are the ones it uses. */
export const caseAgentOf = (
  {
    id,
    revision,
    goal,
    name,
    version,
    allow_cloud,
  }: Pick<CaseAgent, 'id' | 'revision' | 'goal' | 'name' | 'version' | 'allow_cloud'>,
  definition: AgentDefinition & Pick<DemandsGiven, 'face_match' | 'sides'>,
  types: readonly { context_id: string; display_name: string }[] = [],
): CaseAgent => {
  const retention_days = retentionDaysOf(definition);
  const type_names = ownNamesOf(types);
  const two_sided = twoSidedTypes(definition);
  return {
    ...{ id, revision, goal, name, version, allow_cloud },
    required_types: requiredTypes(definition),
    intelligence_level: definition.intelligence_level,
    ...(retention_days !== undefined && { retention_days }),
    ...(Object.keys(type_names).length > 0 && { type_names }),
    ...(faceMatchOf(definition) && { asks_selfie: true }),
    ...(two_sided.length > 0 && { two_sided }),
  };
};

type Names = Pick<AgentDefinition, 'doc_type_map' | 'classify_aliases'>;

/** The document type that a caller's label names, with or without a side: as a type of the agent, as what a classifier says, or as an alias. */
export function typeOfName(agent: Names, name: string): string | undefined {
  return exactTypeOfName(agent, name) ?? exactTypeOfName(agent, withoutSide(name));
}

function exactTypeOfName({ doc_type_map, classify_aliases }: Names, name: string): string | undefined {
  const wanted = plain(name);
  const mapped = (text: string): string | undefined =>
    Object.entries(doc_type_map).find(([classified]) => plain(classified) === plain(text))?.[1];
  const alias = Object.entries(classify_aliases).find(([text]) => plain(text) === wanted)?.[1];
  return (
    mapped(name) ??
    Object.values(doc_type_map).find((type) => plain(type) === wanted) ??
    (alias === undefined ? undefined : (mapped(alias) ?? alias))
  );
}

/** Spelling that says nothing is left out: `Bank statement`, `bank-statement` and `bank_statement` are one. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
