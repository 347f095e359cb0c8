import type { AcceptedRunCommands } from '../../commands/executions/acceptedRuns.js';
import type { AgentRunCommands } from '../../commands/executions/agentRuns.js';
import type { AgentCommands } from '../../commands/agents/agentCommands.js';
import type { ApiKeyCommands } from '../../commands/apiKeys/apiKeyCommands.js';
import type { CaseCommands } from '../../commands/cases/caseCommands.js';
import type { Committed } from '../../commands/core/context.js';
import type { DocumentTypeCommands } from '../../commands/documentTypes/documentTypeCommands.js';
import type { ExecutionCommands } from '../../commands/executions/executionCommands.js';
import type { ParkedWorkCommands } from '../../commands/operations/parkedWorkCommands.js';
import type { WebhookCommands } from '../../commands/webhooks/webhookCommands.js';
import type { DocumentEngine } from '../../engines/documents/documentEngine.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import type { Bus } from '../../platform/bus/bus.js';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database } from '../../platform/database/database.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import type { Probes } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { AgentQueries } from '../../projections/agents/agentsProjection.js';
import type { AgentVersionQueries } from '../../projections/agents/agentVersionsProjection.js';
import type { ApiKeyQueries } from '../../projections/apiKeys/apiKeysProjection.js';
import type { CaseQueries } from '../../projections/cases/casesProjection.js';
import type { DocumentTypeQueries } from '../../projections/documentTypes/documentTypesProjection.js';
import type { DocumentTypeVersionQueries } from '../../projections/documentTypes/documentTypeVersionsProjection.js';
import type { ExecutionQueries } from '../../projections/executions/executionsProjection.js';
import type { ParkedWorkQueries } from '../../projections/operations/parkedWorkProjection.js';
import type { WebhookDeliveryQueries } from '../../projections/webhooks/webhookDeliveriesProjection.js';
import type { CaseReports } from '../../reports/caseReports.js';

/** The settings that the API reads. */
export type ApiConfig = Pick<
  Config,
  'authEnabled' | 'rateLimit' | 'rateLimitTenants' | 'webhookAllowPrivate' | 'corsOrigins'
>;

/** Everything the API stands on, made by the composition root. */
export interface ApiServices {
  config: ApiConfig;
  log: Log;
  clock: Clock;
  database: Database;
  /** Seals the kept answers of idempotent requests. */
  subjectKeys: SubjectKeys;
  eventStore: EventStore;
  blobs: BlobStore;
  bus: Bus;
  engine: DocumentEngine;
  probes: Probes;
  commands: {
    agents: AgentCommands;
    agentRuns: AgentRunCommands;
    apiKeys: ApiKeyCommands;
    cases: CaseCommands;
    documentTypes: DocumentTypeCommands;
    executions: ExecutionCommands;
    acceptedRuns: AcceptedRunCommands;
    webhooks: WebhookCommands;
    parkedWork: ParkedWorkCommands;
  };
  queries: {
    agents: AgentQueries;
    agentVersions: AgentVersionQueries;
    apiKeys: ApiKeyQueries;
    cases: CaseQueries;
    documentTypes: DocumentTypeQueries;
    documentTypeVersions: DocumentTypeVersionQueries;
    executions: ExecutionQueries;
    webhookDeliveries: WebhookDeliveryQueries;
    parkedWork: ParkedWorkQueries;
  };
  reports: CaseReports;
  /** Holds an answer back until the read models show what the command did. */
  readYourWrites: { wait(committed: Committed<unknown>): Promise<void> };
}
