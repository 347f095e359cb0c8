import type { AcceptedRunCommands } from '../commands/acceptedRuns.js';
import type { AgentRunCommands } from '../commands/agentRuns.js';
import type { AgentCommands } from '../commands/agents.js';
import type { ApiKeyCommands } from '../commands/apiKeys.js';
import type { CaseCommands } from '../commands/cases/caseCommands.js';
import type { Committed } from '../commands/context.js';
import type { DocumentTypeCommands } from '../commands/documentTypes.js';
import type { ExecutionCommands } from '../commands/executions.js';
import type { ParkedWorkCommands } from '../commands/parkedWork.js';
import type { WebhookCommands } from '../commands/webhooks.js';
import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Bus } from '../platform/bus/bus.js';
import type { Clock } from '../platform/clock.js';
import type { Config } from '../platform/config.js';
import type { Database } from '../platform/database/database.js';
import type { EventStore } from '../platform/eventStore/eventStore.js';
import type { Probes } from '../platform/health.js';
import type { Log } from '../platform/log.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import type { AgentQueries } from '../projections/agents.js';
import type { AgentVersionQueries } from '../projections/agentVersions.js';
import type { ApiKeyQueries } from '../projections/apiKeys.js';
import type { CaseQueries } from '../projections/cases.js';
import type { DocumentTypeQueries } from '../projections/documentTypes.js';
import type { DocumentTypeVersionQueries } from '../projections/documentTypeVersions.js';
import type { ExecutionQueries } from '../projections/executions.js';
import type { ParkedWorkQueries } from '../projections/parkedWork.js';
import type { WebhookDeliveryQueries } from '../projections/webhookDeliveries.js';
import type { CaseReports } from './reports/caseReports.js';

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
