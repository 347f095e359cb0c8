import { faceBulkMigrations } from '../../commands/faceBulk/faceBulkRows.js';
import { createFaceCommands } from '../../commands/faces/faceCommands.js';
import { createFaceReembedding } from '../../commands/faces/faceReembedding.js';
import { createFaceRegistryCommands } from '../../commands/faces/faceRegistryCommands.js';
import { createFaceSets, faceSetMigrations } from '../../commands/faces/faceSets.js';
import { createIndexedFaces } from '../../commands/faces/indexedFaces.js';
import { faceDatabases } from '../../domain/faces/index.js';
import { createBulkJobs } from '../../platform/bulkWork/bulkWork.js';
import { sealedVectorMigrations } from '../../platform/sealing/sealedVectors.js';
import { createFaceQueries } from '../../projections/faces/registeredFacesProjection.js';
import { beginReembedding } from '../../workers/faces/beginReembedding.js';
import { compareIndex } from '../../workers/faces/compareIndex.js';
import { sweepVectors } from '../../workers/faces/sweepVectors.js';
import type { Feature } from '../feature.js';
import { forgetElsewhere } from '../forgetElsewhere.js';
import { faceBulkOf } from './faceBulk.js';

/** How long what is done each hour may take: a register of millions is compared with its index in minutes, and written to it in an hour. */
const HOURLY_MS = 55 * 60_000;

/** Faces: compared, looked at, and kept in registers. */
export const faces = {
  queries: (readModels) => ({ faces: createFaceQueries(readModels) }),
  commands: (parts) => {
    const { queries, config, database, engine } = parts;
    const reembedding = createFaceReembedding({
      ...{ ...parts, sets: createFaceSets(database), jobs: createBulkJobs(database) },
      ...{ notEmbedded: queries.faces.notEmbedded, toEmbed: queries.faces.toEmbed },
      overlapSeconds: config.faceModelsOverlap,
    });
    const faceRegistry = createFaceRegistryCommands({
      ...{ ...parts, ...parts.registers, ...forgetElsewhere(database.knex) },
      ...{ databases: faceDatabases(config.faceDatabases), reembedding, mostFaces: config.faceDatabaseSize },
    });
    return {
      ...{ faces: createFaceCommands(parts), faceRegistry, faceBulk: faceBulkOf(parts, faceRegistry) },
      indexedFaces: createIndexedFaces({
        ...{ ...parts, vectorIndex: parts.searchCluster?.vectors, isSearched: config.facesInElasticsearch },
        networks: [engine.faceModels, engine.earlierFaceModels].filter((networks) => networks !== undefined),
      }),
    };
  },
  bulkWork: ({ commands }) => [commands.faceBulk.work, commands.faceRegistry.reembedding.work],
  background(parts) {
    const begun = beginReembedding(parts);
    const stopFollowing = parts.commands.indexedFaces.followErased();
    return async () => void (await Promise.all([begun(), stopFollowing()]));
  },
  schedules: (parts) => [
    {
      ...{ name: 'old-bulk-searches', cron: '55 * * * *', actor: 'worker:faces' },
      run: (context, stopping) => parts.commands.faceBulk.forgetOld(context, stopping),
    },
    {
      ...{ name: 'orphaned-faces', cron: '53 */6 * * *', actor: 'worker:faces' },
      run: (_context, stopping) => sweepVectors(parts, stopping),
    },
    {
      ...{ name: 'faces-in-the-index', cron: '23 * * * *', actor: 'worker:faces', longestRunMs: HOURLY_MS },
      run: (_context, stopping) => compareIndex(parts, stopping),
    },
    {
      ...{ name: 'purge-of-the-index-of-faces', cron: '41 2 * * *', actor: 'worker:faces' },
      run: () => parts.commands.indexedFaces.purge(),
    },
    {
      ...{ name: 'faces-of-earlier-networks', cron: '*/5 * * * *', actor: 'worker:faces' },
      run: () => parts.commands.faceRegistry.reembedding.goOn(),
    },
  ],
  migrations: [...sealedVectorMigrations, ...faceSetMigrations, ...faceBulkMigrations],
} satisfies Feature;
