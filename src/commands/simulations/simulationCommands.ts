import { v7 as newId } from 'uuid';
import type { AgentChanges } from '../../domain/agents/index.js';
import type { OutcomeDifference } from '../../domain/cases/index.js';
import { DomainError, noneWithThisId } from '../../domain/core/decider.js';
import type { DocumentTypeConfig } from '../../domain/documentTypes/index.js';
import type { BulkJob, BulkJobs, BulkKind } from '../../platform/bulkWork/bulkWork.js';
import type { Clock } from '../../platform/clock.js';
import type { AgentCommands } from '../agents/agentCommands.js';
import type { DocumentTypeCommands } from '../documentTypes/documentTypeCommands.js';
import { sealAsked, type SimulationAsked } from './simulationAsked.js';
import { SIMULATION, simulationKind, type SimulationKindDeps, type SimulationParameters } from './simulationKind.js';
import type { DifferenceEnd, SimulationRow } from './simulationRows.js';

/** A simulation, and how far it is. */
export interface Simulation {
  id: string;
  tenant_id: string;
  status: 'running' | 'completed' | 'failed';
  /** Things that were looked at, those that could not be judged with them. */
  processed: number;
  /** Those that could not be judged. */
  not_judged: number;
  /** What the search found when it began. */
  total: number;
  /** Why it failed. */
  error: string | null;
  difference_count: number;
}

/** What is asked of what. */
export type SimulationDraft =
  | { kind: 'agent'; id: string; changes: AgentChanges }
  | { kind: 'document_type'; id: { tenant_id: string; context_id: string }; changes: Partial<DocumentTypeConfig> };

/** What can be asked of simulations. */
export interface SimulationCommands {
  /**
   * Begins to judge past things by a draft. With an id that there is already nothing is begun anew.
   * @throws DomainError as saving the draft does, `invalid` for a search that is wrong or finds too much, `conflict` where too many run
   */
  start(
    asked: { tenant_id: string; draft: SimulationDraft; search: SimulationAsked['search'] },
    id?: string,
  ): Promise<Simulation>;
  find(id: string): Promise<Simulation | undefined>;
  /** What differs, in an order that does not change. */
  differences(id: string, limit: number, after?: DifferenceEnd): Promise<OutcomeDifference[]>;
  /** Ends it. @throws DomainError `not_found`, `conflict` once it has ended */
  cancel(id: string): Promise<Simulation>;
  /** How workers do it. */
  work: BulkKind<SimulationParameters>;
}

/** What the commands of simulations stand on. */
export interface SimulationCommandsDeps extends SimulationKindDeps {
  /** What a draft is held to: that of an agent, and that of a document type. */
  drafts: { agents: Pick<AgentCommands, 'draft'>; documentTypes: Pick<DocumentTypeCommands, 'draft'> };
  jobs: BulkJobs;
  clock: Clock;
}

declare module '../core/commands.js' {
  interface Commands {
    simulations: SimulationCommands;
  }
}

/** Most simulations of one tenant that run at a time. */
const MOST_RUNNING = 3;

/** Most things that one simulation looks at. */
const MOST_THINGS = 100_000;

/** Creates the commands of simulations. */
export function createSimulationCommands(deps: SimulationCommandsDeps): SimulationCommands {
  const { things, rows, jobs, subjectKeys, clock } = deps;

  const find = async (id: string): Promise<Simulation | undefined> => {
    const row = await rows.find(id);
    if (!row) return undefined;
    return simulationOf(row, await jobs.find(id), await rows.count(id));
  };

  const existing = async (id: string): Promise<Simulation> => {
    const simulation = await find(id);
    if (!simulation) throw noneWithThisId('simulation');
    return simulation;
  };

  return {
    work: simulationKind(deps),
    find,
    differences: (id, limit, after) => rows.differences(id, limit, after),

    async start({ tenant_id, draft, search }, id = newId()) {
      const asked = { draft: await heldDraft(deps.drafts, draft), search, at: clock().toISOString() };
      const total = await things.count(tenant_id, asked);
      if (total > MOST_THINGS) {
        const detail = `The search finds ${total} things, and a simulation looks at ${MOST_THINGS} at most; narrow it, for example by \`time\``;
        throw new DomainError('invalid', detail);
      }
      await rows.add({ id, tenant_id, total, sealed: await sealAsked(subjectKeys, id, asked) }, MOST_RUNNING);
      await jobs.start({ name: SIMULATION }, { simulation_id: id } satisfies SimulationParameters, id);
      return existing(id);
    },

    async cancel(id) {
      if (!(await rows.find(id))) throw noneWithThisId('simulation');
      if (!(await jobs.cancel(id)))
        throw new DomainError('conflict', 'The simulation has ended, so it cannot be cancelled');
      return existing(id);
    },
  };
}

/** The draft as saving it would make it. */
async function heldDraft(
  { agents, documentTypes }: SimulationCommandsDeps['drafts'],
  draft: SimulationDraft,
): Promise<SimulationAsked['draft']> {
  if (draft.kind === 'agent') {
    const { definition } = await agents.draft(draft.id, draft.changes);
    return { kind: 'agent', agent_id: draft.id, definition };
  }
  const type = await documentTypes.draft(draft.id, draft.changes);
  return { kind: 'document_type', type: { ...type, revision: 0 } };
}

/** A simulation whose job is not there any more, or never was, is one that nobody goes on with. */
const simulationOf = (row: SimulationRow, job: BulkJob | undefined, difference_count: number): Simulation => ({
  ...{ id: row.id, tenant_id: row.tenant_id, total: row.total, difference_count },
  status: job?.state ?? 'failed',
  processed: job ? job.items_done + job.items_failed : 0,
  not_judged: job?.items_failed ?? 0,
  error: job ? job.reason : 'It was never begun; ask for it again',
});
