import { z } from 'zod';
import type { Json } from '../../domain/core/json.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { PastThingsWanted } from '../search/pastThings.js';
import { openValue, sealValue } from '../../platform/sealing/sealValue.js';

/** What a simulation is asked, all of which may hold something personal: it is kept sealed. */
export interface SimulationAsked extends PastThingsWanted {
  /** Of an agent its definition; of a document type all of it, as the draft would make them. */
  draft: { kind: 'agent'; agent_id: string; definition: object } | { kind: 'document_type'; type: object };
}

const asked = z.object({
  draft: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('agent'), agent_id: z.string(), definition: z.looseObject({}) }),
    z.object({ kind: z.literal('document_type'), type: z.looseObject({}) }),
  ]),
  search: z.object({
    kind: z.enum(['documents', 'cases']),
    query: z.string(),
    filters: z.array(z.string()),
    time: z.object({ field: z.string(), from: z.string().optional(), to: z.string().optional() }).nullable(),
  }),
  at: z.string(),
}) satisfies z.ZodType<SimulationAsked>;

/** Data key that seals what simulations are asked: a draft and a query can be about a person. */
const SUBJECT = 'simulations';

const placeOf = (id: string): string => `simulation ${id}`;

/** Seals what a simulation is asked. */
export const sealAsked = async (
  keys: Pick<SubjectKeys, 'obtain'>,
  id: string,
  value: SimulationAsked,
): Promise<string> =>
  sealValue(await keys.obtain(SUBJECT), placeOf(id), JSON.parse(JSON.stringify(value)) as { [key: string]: Json });

/** Opens it again. */
export const openAsked = async (
  keys: Pick<SubjectKeys, 'obtain'>,
  { id, sealed }: { id: string; sealed: string },
): Promise<SimulationAsked> => asked.parse(openValue(await keys.obtain(SUBJECT), placeOf(id), sealed));
