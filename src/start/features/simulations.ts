import { createAgentCommands } from '../../commands/agents/agentCommands.js';
import { createJudgeAgain } from '../../commands/cases/judgeAgain.js';
import { createDocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import { createPastThings } from '../../commands/search/pastThings.js';
import { createSimulationCommands } from '../../commands/simulations/simulationCommands.js';
import {
  createSimulationRows,
  forgetOldSimulations,
  simulationMigrations,
} from '../../commands/simulations/simulationRows.js';
import { createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import type { Feature } from '../feature.js';

/** What would change: past things judged by a draft. */
export const simulations = {
  queries: () => ({}),
  commands: (parts) => ({
    simulations: createSimulationCommands({
      ...parts,
      drafts: { agents: createAgentCommands(parts), documentTypes: createDocumentTypeCommands(parts) },
      judgeAgain: createJudgeAgain(parts),
      things: createPastThings(parts.queries.search),
      rows: createSimulationRows(parts.database),
      jobs: createBulkJobs(parts.database),
    }),
  }),
  bulkWork: ({ commands }) => [commands.simulations.work],
  schedules: ({ database }) => [
    {
      ...{ name: 'old-simulations', cron: '45 * * * *', actor: 'system' },
      run: () => forgetOldSimulations(database),
    },
  ],
  migrations: simulationMigrations,
} satisfies Feature;
