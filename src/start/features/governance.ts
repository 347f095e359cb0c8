import { createJudgeAgain } from '../../commands/cases/judgeAgain.js';
import { createGovernanceCommands } from '../../commands/governance/governanceCommands.js';
import {
  createGovernanceResults,
  forgetOldResults,
  governanceMigrations,
} from '../../commands/governance/governanceResults.js';
import { createGovernedDocuments } from '../../commands/governance/governedDocuments.js';
import { createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import { readCheckpoint } from '../../projections/core/checkpoints.js';
import { createGovernanceRunQueries } from '../../projections/governance/governanceRunsProjection.js';
import { createGovernanceSetQueries } from '../../projections/governance/governanceSetsProjection.js';
import { searchedDocuments } from '../../projections/search/searchedDocuments.js';
import { beginDueRuns } from '../../workers/governance/beginDueRuns.js';
import type { CommandParts, Feature } from '../feature.js';

/** Decisions that stay right when the rules change: documents held to the rules of now, again and again. */
export const governance = {
  queries: (readModels) => ({
    governanceSets: createGovernanceSetQueries(readModels),
    governanceRuns: createGovernanceRunQueries(readModels),
  }),
  commands: (parts) => ({
    governance: createGovernanceCommands({
      ...parts,
      sets: parts.queries.governanceSets,
      runs: parts.queries.governanceRuns,
      results: createGovernanceResults(parts.database),
      documents: createGovernedDocuments(parts.queries.search),
      judgeAgain: createJudgeAgain(parts),
      jobs: createBulkJobs(parts.database),
      head: () => parts.eventStore.head(),
      isFound: isFound(parts),
    }),
  }),
  bulkWork: ({ commands }) => [commands.governance.work],
  schedules: ({ commands, queries, clock, log, database }) => [
    {
      ...{ name: 'governance', cron: '* * * * *', actor: 'worker:governance' },
      run: (context, stopping) =>
        beginDueRuns(
          {
            ...{ governance: commands.governance, clock, log },
            ...{ sets: queries.governanceSets, runs: queries.governanceRuns },
          },
          context,
          stopping,
        ),
    },
    {
      ...{ name: 'old-governance-results', cron: '50 * * * *', actor: 'system' },
      run: async () => void (await forgetOldResults(database)),
    },
  ],
  migrations: governanceMigrations,
} satisfies Feature;

/** Whether searches find all that stands in the log up to a position. */
function isFound({ database, readModels, searchCluster }: CommandParts) {
  const { name, version } = searchCluster ? searchedDocuments.index : searchedDocuments.projection;
  return async (wanted: bigint): Promise<boolean> => {
    const served = await readModels.served({ name, version });
    const { position } = await readCheckpoint(database.knex, { name, version: served });
    return position !== undefined && position >= wanted;
  };
}
