import { z } from 'zod';
import { type AgentDefinition, type AgentDefinitionGiven, readDefinition } from '../agents/index.js';

/** The agent of a case as it was when the case was opened; what becomes of the agent later does not concern the case. */
export interface CaseAgent {
  id: string;
  /** Revision of the agent's stream: which configuration it was. A decimal number. */
  revision: string;
  goal: string;
  name: string;
  version: string;
  definition: AgentDefinitionGiven;
  allow_cloud: boolean;
}

/** Shape of the agent in an event. */
export const caseAgent = z.object({
  id: z.string(),
  revision: z.string(),
  goal: z.string(),
  name: z.string(),
  version: z.string(),
  definition: z.record(z.string(), z.json()),
  allow_cloud: z.boolean(),
}) satisfies z.ZodType<CaseAgent>;

/** The definition of a case's agent with its defaults. */
export const definitionOf = (agent: Pick<CaseAgent, 'definition'>): AgentDefinition => readDefinition(agent.definition);

/** The document type that a caller's label names: as a type of the agent, as what a classifier says, or as an alias. */
export function typeOfName(
  { doc_type_map, classify_aliases }: Pick<AgentDefinition, 'doc_type_map' | 'classify_aliases'>,
  name: string,
): string | undefined {
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
