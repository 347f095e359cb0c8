import { createKeptFaces, keptFacesMigrations } from '../../commands/faceMonitoring/keptFaces.js';
import { createWatchlistMonitoring } from '../../commands/faceMonitoring/monitoringCommands.js';
import { createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import { reverseSearchWork } from '../../workers/faces/reverseSearchWork.js';
import type { Feature } from '../feature.js';

/** Faces of cases, kept for the tenants that ask for it, and compared with whoever joins a watchlist. */
export const faceMonitoring = {
  queries: () => ({}),
  commands: (parts) => ({
    watchlistMonitoring: createWatchlistMonitoring({
      ...{ ...parts, kept: createKeptFaces(parts), jobs: createBulkJobs(parts.database) },
      findFace: (registration_id) => parts.queries.faces.find(registration_id),
    }),
  }),
  work: [reverseSearchWork],
  bulkWork: ({ commands }) => [
    commands.watchlistMonitoring.work((context, session_id, hit) =>
      commands.cases.noteWatchlistHit(context, session_id, hit),
    ),
  ],
  schedules: ({ commands }) => [
    {
      ...{ name: 'unwanted-faces', cron: '47 * * * *', actor: 'worker:faces' },
      run: () => commands.watchlistMonitoring.sweep(),
    },
  ],
  migrations: keptFacesMigrations,
} satisfies Feature;
