import { createCaseReports } from '../reports/caseReports.js';
import { createOffLoopRenderer } from '../reports/pdf/renderOffLoop.js';
import type { ApiServices } from '../api/http/services.js';
import { createAcceptedRunCommands } from '../commands/executions/acceptedRuns.js';
import { createAgentRunCommands } from '../commands/executions/agentRuns.js';
import { createAgentCommands } from '../commands/agents/agentCommands.js';
import { createApiKeyCommands } from '../commands/apiKeys/apiKeyCommands.js';
import { createCaseCommands } from '../commands/cases/caseCommands.js';
import { createCommandHandler } from '../commands/core/commandHandler.js';
import { createDocumentTypeCommands } from '../commands/documentTypes/documentTypeCommands.js';
import { createEraseDelivery } from '../commands/webhooks/eraseDelivery.js';
import { createExecutionCommands } from '../commands/executions/executionCommands.js';
import { createParkedWorkCommands } from '../commands/operations/parkedWorkCommands.js';
import { createWebhookCommands } from '../commands/webhooks/webhookCommands.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { ThumbnailEngine } from '../engines/documents/thumbnails/thumbnail.js';
import { systemClock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Probes } from '../platform/health.js';
import { createLeases } from '../platform/database/leases.js';
import type { Log } from '../platform/log.js';
import { allProjections } from '../projections/all.js';
import { createAgentQueries } from '../projections/agents/agentsProjection.js';
import { createAgentVersionQueries } from '../projections/agents/agentVersionsProjection.js';
import { createApiKeyQueries } from '../projections/apiKeys/apiKeysProjection.js';
import { createRevokedKeys } from '../projections/apiKeys/revokedKeys.js';
import type { CheckpointSignal } from '../projections/core/checkpointSignal.js';
import { createCaseQueries } from '../projections/cases/casesProjection.js';
import { createDocumentTypeQueries } from '../projections/documentTypes/documentTypesProjection.js';
import { createDocumentTypeVersionQueries } from '../projections/documentTypes/documentTypeVersionsProjection.js';
import { createExecutionQueries } from '../projections/executions/executionsProjection.js';
import { createParkedWorkQueries } from '../projections/operations/parkedWorkProjection.js';
import { createReadYourWrites } from '../projections/core/readYourWrites.js';
import { createWebhookDeliveryQueries } from '../projections/webhooks/webhookDeliveriesProjection.js';
import { giveUpByTopic } from '../workers/core/jobs.js';
import type { Stores } from './openStores.js';

/** Longest that a document may take: the engine's own limit, and a margin for storing its outcome. */
const LONGEST_RUN_MS = 10 * 60_000;

/** What the services are made of. */
export interface ServicesDeps extends Stores {
  config: Config;
  log: Log;
  engine: DocumentEngine & ThumbnailEngine;
  signal: CheckpointSignal;
  probes: Probes;
}

/** Puts commands and queries together. */
export function createServices({ config, log, engine, signal, probes, codec, ...stores }: ServicesDeps): ApiServices {
  const { database, eventStore, blobs, subjectKeys } = stores;
  const clock = systemClock;
  const handler = createCommandHandler({ eventStore, codec, clock });
  const queries = {
    agents: createAgentQueries(database.knex),
    agentVersions: createAgentVersionQueries(database.knex),
    apiKeys: createApiKeyQueries(database.knex),
    cases: createCaseQueries(database.knex),
    documentTypes: createDocumentTypeQueries(database.knex),
    documentTypeVersions: createDocumentTypeVersionQueries(database.knex),
    executions: createExecutionQueries(database.knex),
    webhookDeliveries: createWebhookDeliveryQueries(database.knex),
    parkedWork: createParkedWorkQueries(database.knex),
  };
  const leases = createLeases(database);
  const acceptedRuns = createAcceptedRunCommands({
    ...{ handler, blobs, engine, clock, log },
    documentTypes: queries.documentTypes,
  });
  const cases = createCaseCommands({
    ...{ handler, engine, blobs, clock, log, agents: queries.agents, queries: queries.cases },
    documentTypes: queries.documentTypes,
    leases,
    ttlMs: config.caseTtlHours * 3_600_000,
  });
  const commands = {
    agentRuns: createAgentRunCommands({
      ...{ handler, blobs, engine, leases, clock, log },
      agents: queries.agents,
      documentTypes: queries.documentTypes,
    }),
    agents: createAgentCommands({ handler, clock, documentTypes: queries.documentTypes }),
    apiKeys: createApiKeyCommands({ handler, clock, revokedKeys: createRevokedKeys(database.knex) }),
    cases,
    documentTypes: createDocumentTypeCommands({ handler, clock }),
    executions: createExecutionCommands({
      ...{ handler, eventStore, blobs, subjectKeys, engine, leases, clock, log },
      documentTypes: queries.documentTypes,
      executions: queries.executions,
      longestRunMs: LONGEST_RUN_MS,
    }),
    acceptedRuns,
    webhooks: createWebhookCommands({
      handler,
      blobs,
      clock,
      eraseDelivery: createEraseDelivery({ ...stores, handler, clock }),
    }),
    parkedWork: createParkedWorkCommands({ handler, clock, giveUp: giveUpByTopic({ acceptedRuns, cases }) }),
  };
  const reports = createCaseReports({ ...stores, codec, engine, clock, render: createOffLoopRenderer() });
  const readYourWrites = createReadYourWrites({ database, projections: allProjections, signal, log });
  return { config, log, clock, ...stores, engine, probes, commands, queries, reports, readYourWrites };
}
