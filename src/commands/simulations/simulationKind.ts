import type { AgentDefinitionGiven } from '../../domain/agents/index.js';
import { readDefinition } from '../../domain/agents/index.js';
import type { Case } from '../../domain/cases/index.js';
import type { BulkKind, ItemFailure } from '../../platform/bulkWork/bulkWork.js';
import { orTryAgain } from '../../platform/bulkWork/orTryAgain.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import { unerasedCase } from '../cases/caseHandler.js';
import type { JudgeAgain, JudgedUnder } from '../cases/judgeAgain.js';
import type { CommandHandler } from '../core/commandHandler.js';
import type { DocumentTypeCatalog, KnownDocumentType } from '../documentTypes/documentTypeCatalog.js';
import { type PastThings, readThing } from '../search/pastThings.js';
import { openAsked, type SimulationAsked } from './simulationAsked.js';
import type { SimulationRows } from './simulationRows.js';

/** What is kept of a simulation with its job. */
export interface SimulationParameters {
  simulation_id: string;
}

/** The name of the work. */
export const SIMULATION = 'simulation';

/** What simulating stands on. */
export interface SimulationKindDeps {
  handler: Pick<CommandHandler, 'loadToErase'>;
  documentTypes: Pick<DocumentTypeCatalog, 'resolve'>;
  judgeAgain: JudgeAgain;
  things: PastThings;
  rows: SimulationRows;
  subjectKeys: Pick<SubjectKeys, 'obtain'>;
}

/** One chunk is done within seconds: each case is read from its stream and judged by the one thread of rules. */
const CHUNK = 20;

/** Simulations as work over many: each thing that the search finds is judged by the draft. */
export function simulationKind(deps: SimulationKindDeps): BulkKind<SimulationParameters> {
  const { rows, things, subjectKeys } = deps;
  const asked = async ({ simulation_id }: SimulationParameters) => {
    const row = await rows.find(simulation_id);
    return row && { ...(await openAsked(subjectKeys, row)), tenant_id: row.tenant_id };
  };
  return {
    name: SIMULATION,
    chunkItems: CHUNK,

    async next(parameters, after, limit) {
      const known = await asked(parameters);
      if (!known) return [];
      return things.next(known.tenant_id, known, after, limit).catch((cause: unknown) => {
        // What is asked stays out of what is told to the caller: it can be about a person.
        throw new Error('the search did not answer', { cause });
      });
    },

    async work(parameters, items, _signal, chunk) {
      const known = await asked(parameters);
      if (!known) return [];
      const failures: ItemFailure[] = [];
      const done = new Set<string>();
      for (const item of items) {
        const thing = readThing(item);
        const only = known.search.kind === 'documents' && known.draft.kind === 'document_type' ? thing.id : undefined;
        const name = `${thing.session_id} ${only ?? ''}`;
        if (done.has(name)) continue;
        done.add(name);
        try {
          await simulate(deps, parameters.simulation_id, { ...known, ...thing });
        } catch (cause) {
          orTryAgain(chunk, cause);
          // Why is not said: it could name what was read.
          failures.push({ item, error: 'It could not be judged' });
        }
      }
      return failures;
    },
  };
}

type Simulated = SimulationAsked & { tenant_id: string; session_id: string };

async function simulate(deps: SimulationKindDeps, id: string, asked: Simulated): Promise<void> {
  const { handler, judgeAgain, rows } = deps;
  const theCase = await unerasedCase(handler, asked.session_id);
  if (!theCase) return;
  // A search of documents cannot name the mode of their cases.
  if (asked.search.kind === 'documents' && theCase.mode === 'test') return;
  const under = await underDraft(deps, theCase, asked);
  if (!under) return;
  const differences = await judgeAgain(theCase, under);
  await rows.keep(id, differences);
  if (differences.length === 0) return;
  // It may have been erased meanwhile, and what is kept of it with it: then nothing of it comes back.
  if (!(await unerasedCase(handler, asked.session_id))) await rows.forget(asked.session_id);
}

/** By what the case is judged; undefined where the draft has nothing to do with it. */
async function underDraft(
  { documentTypes }: Pick<SimulationKindDeps, 'documentTypes'>,
  theCase: Case,
  { draft, tenant_id }: Simulated,
): Promise<JudgedUnder | undefined> {
  if (tenant_id !== '' && theCase.tenant_id !== tenant_id) return undefined;
  if (draft.kind === 'agent') {
    if (theCase.agent.id !== draft.agent_id) return undefined;
    return { agent: readDefinition(draft.definition as AgentDefinitionGiven) };
  }
  const type = draft.type as KnownDocumentType;
  const { context_id } = type;
  if (!theCase.documents.some(({ document_type }) => document_type === context_id)) return undefined;
  // Where a tenant has a type of its own by that name, the platform's is not the one it is held to.
  const own = await documentTypes.resolve({ tenant_id: theCase.tenant_id, context_id });
  return own && own.tenant_id !== type.tenant_id ? undefined : { type };
}
