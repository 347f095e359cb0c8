import { createParkedWorkCommands } from '../../commands/operations/parkedWorkCommands.js';
import { createModelQuestions, modelQuestionMigrations } from '../../platform/modelQuestions.js';
import { createParkedWorkQueries } from '../../projections/operations/parkedWorkProjection.js';
import { createReadModelStates } from '../../projections/operations/readModelStates.js';
import { notInTable } from '../../workers/core/dueWork.js';
import { finishErasures } from '../../workers/operations/finishErasures.js';
import { reconcile, UNFINISHED_MS } from '../../workers/operations/reconcile.js';
import { retriedWork } from '../../workers/operations/retriedWork.js';
import { blobSweepMigrations, sweepBlobs } from '../../workers/operations/sweepBlobs.js';
import { tellQuestions } from '../../workers/operations/tellQuestions.js';
import type { Feature } from '../feature.js';
import { allProjections, searchedKinds } from '../stored.js';

/** A store of many files is looked at for hours. */
const LONGEST_FILE_SWEEP_MS = 24 * 3_600_000;

/** Work that was set aside, for whoever runs the service. */
export const operations = {
  queries: (readModels, { eventStore, searchCluster }) => ({
    parkedWork: createParkedWorkQueries(readModels),
    readModelStates: createReadModelStates({
      ...{ readModels, eventStore },
      own: [
        ...allProjections.map(({ name, version }) => ({ name, version, kept_in: 'database' as const })),
        ...(searchCluster ? Object.values(searchedKinds) : []).map(({ index: { name, version } }) => ({
          ...{ name, version, kept_in: 'search_index' as const },
        })),
      ],
    }),
  }),
  commands: (parts) => ({ parkedWork: createParkedWorkCommands(parts) }),
  handsOutAgain: { WorkRetried: retriedWork },
  schedules: ({ commands, queries, subjectKeys, bus, clock, log, exclusive, ...stores }) => [
    {
      ...{ name: 'unfinished-work', cron: '17 * * * *', actor: 'worker:reconciler' },
      run: async (context) => {
        const before = new Date(clock().getTime() - UNFINISHED_MS);
        await reconcile(
          { ...queries, bus, log, notInTable: (works) => notInTable(stores.database, works) },
          context,
          before,
        );
      },
    },
    {
      ...{ name: 'unfinished-erasures', cron: '* * * * *', actor: 'worker:erasures' },
      run: (_context, stopping) => finishErasures({ commands, subjectKeys, log, stopping }),
    },
    {
      ...{ name: 'untold-questions', cron: '*/10 * * * *', actor: 'worker:models' },
      run: (context, stopping) =>
        tellQuestions(
          { ...stores, commands, questions: createModelQuestions(stores.database), log, stopping },
          context,
        ),
    },
    {
      ...{ name: 'orphaned-files', cron: '41 */6 * * *', actor: 'worker:files', longestRunMs: LONGEST_FILE_SWEEP_MS },
      run: async (_context, stopping) => {
        // One that has much to look at can still be at work when the next is due.
        await exclusive.hold('orphaned-files', ({ signal }) =>
          sweepBlobs({ ...stores, subjectKeys, log }, AbortSignal.any([stopping, signal])),
        );
      },
    },
  ],
  migrations: [...blobSweepMigrations, ...modelQuestionMigrations],
} satisfies Feature;
