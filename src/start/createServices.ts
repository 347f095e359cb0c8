import { createSearchTexts } from '../commands/savedSearches/searchTexts.js';
import { forgetElsewhere } from './forgetElsewhere.js';
import type { ApiServices } from '../api/http/services.js';
import { createDocumentTypeCatalog } from '../commands/documentTypes/documentTypeCatalog.js';
import { createAgentDirectory } from '../commands/agents/agentDirectory.js';
import { createAgentDefinitions } from '../commands/agents/agentDefinitions.js';
import type { Commands } from '../commands/core/commands.js';
import { createCommandHandler } from '../commands/core/commandHandler.js';
import { createFaceSets } from '../commands/faces/faceSets.js';
import { createIndexedGallery } from '../commands/faces/indexedGallery.js';
import { createMemoryGallery } from '../commands/faces/memoryGallery.js';
import { createServedSets } from '../commands/faces/servedSet.js';
import type { FaceRegisters } from '../commands/faces/searchFaces.js';
import type { Engine } from '../engines/documents/createDocumentEngine.js';
import type { Listener } from '../engines/language/listener.js';
import type { RuleChecks } from '../engines/rules/ruleChecks.js';
import type { Config } from '../platform/config.js';
import type { Probes } from '../platform/health.js';
import type { Log } from '../platform/log.js';
import { createSealedVectors } from '../platform/sealing/sealedVectors.js';
import type { Behind } from '../projections/core/behind.js';
import type { Queries } from '../projections/core/queries.js';
import type { ReadYourWrites } from '../projections/core/readYourWrites.js';
import { createCaseReports } from '../reports/caseReports.js';
import { createOffLoopRenderer } from '../reports/pdf/renderOffLoop.js';
import { giveUpByTopic } from '../workers/core/work.js';
import { commandsOf, queriesOf } from './feature.js';
import { allWork, features } from './features.js';
import type { Stores } from './stores.js';

/** What the services are made of. */
export interface ServicesDeps extends Stores {
  config: Config;
  log: Log;
  engine: Engine;
  rules: RuleChecks;
  listener?: Listener | undefined;
  probes: Probes;
  behind: Behind;
  readYourWrites: ReadYourWrites;
}

/** Everything that controllers and workers stand on. */
export type Services = ApiServices & Stores & { config: Config };

/** Puts the commands and queries of all features together. */
export function createServices({
  config,
  log,
  engine,
  rules,
  listener,
  probes,
  behind,
  readYourWrites,
  ...stores
}: ServicesDeps): Services {
  const parts = { ...stores, config, log, engine, rules, handler: createCommandHandler(stores) };
  const queries: Queries = queriesOf(features, stores);
  const sealedVectors = createSealedVectors(stores.database, stores.subjectKeys, log);
  const registers: FaceRegisters = {
    gallery:
      config.facesInElasticsearch && stores.searchCluster
        ? createIndexedGallery({ sealed: sealedVectors, index: stores.searchCluster.vectors, log })
        : createMemoryGallery(sealedVectors, { mostBytes: config.faceMemory * 1024 ** 2 }),
    byVectors: (ids) => queries.faces.byVectors(ids),
    setOf: createServedSets({
      ...{ engine, sealedVectors, sets: createFaceSets(stores.database) },
      without: queries.faces.without,
    }),
  };
  const searchTexts = createSearchTexts({
    ...{ ...parts, ...forgetElsewhere(stores.database.knex), saved: queries.savedSearches },
  });
  const commands: Commands = commandsOf(features, {
    searchTexts,
    ...{ ...parts, queries, listener, sealedVectors, registers, definitions: createAgentDefinitions(parts.handler) },
    ...{ agents: createAgentDirectory(parts), documentTypes: createDocumentTypeCatalog(parts, queries.documentTypes) },
    giveUp: giveUpByTopic(allWork, () => commands),
  });
  const reports = createCaseReports({ ...parts, ...commands, render: createOffLoopRenderer() });
  return { ...parts, probes, commands, queries, reports, readYourWrites, behind };
}
