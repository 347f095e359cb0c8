import { faceBulkMigrations } from '../../commands/faceBulk/faceBulkRows.js';
import { createFaceCommands } from '../../commands/faces/faceCommands.js';
import { createFaceRegistryCommands } from '../../commands/faces/faceRegistryCommands.js';
import { faceDatabases } from '../../domain/faces/index.js';
import { sealedVectorMigrations } from '../../platform/sealing/sealedVectors.js';
import { createFaceQueries } from '../../projections/faces/registeredFacesProjection.js';
import { sweepVectors } from '../../workers/faces/sweepVectors.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';
import { faceBulkOf } from './faceBulk.js';

/** Faces: compared, looked at, and kept in registers. */
export const faces = {
  queries: (readModels) => ({ faces: createFaceQueries(readModels) }),
  commands: (parts) => {
    const faceRegistry = createFaceRegistryCommands({
      ...{ ...parts, ...parts.registers, ...forgetElsewhere(parts.database.knex) },
      databases: faceDatabases(parts.config.faceDatabases),
      mostFaces: parts.config.faceDatabaseSize,
    });
    return { faces: createFaceCommands(parts), faceRegistry, faceBulk: faceBulkOf(parts, faceRegistry) };
  },
  bulkWork: ({ commands }) => [commands.faceBulk.work],
  schedules: (parts) => [
    {
      ...{ name: 'old-bulk-searches', cron: '55 * * * *', actor: 'worker:faces' },
      run: (context, stopping) => parts.commands.faceBulk.forgetOld(context, stopping),
    },
    {
      ...{ name: 'orphaned-faces', cron: '53 */6 * * *', actor: 'worker:faces' },
      run: (_context, stopping) => sweepVectors(parts, stopping),
    },
  ],
  migrations: [...sealedVectorMigrations, ...faceBulkMigrations],
} satisfies Feature;
