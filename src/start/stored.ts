import { builderEventDefinitions } from '../domain/agentBuilder/index.js';
import { agentDiscoveryEventDefinitions } from '../domain/agentDiscovery/index.js';
import { agentEventDefinitions } from '../domain/agents/index.js';
import { apiKeyEventDefinitions } from '../domain/apiKeys/index.js';
import { auditEventDefinitions } from '../domain/audit/index.js';
import { blocklistEventDefinitions } from '../domain/blocklist/index.js';
import { captureEventDefinitions } from '../domain/capture/index.js';
import {
  caseEventDefinitions,
  CaseReferenceReserved,
  CaseReplayPlanned,
  CaseReplaysClosed,
  NextCaseReserved,
} from '../domain/cases/index.js';
import { documentTypeEventDefinitions, SamplesShownToModel } from '../domain/documentTypes/index.js';
import { executionEventDefinitions } from '../domain/executions/index.js';
import { faceEventDefinitions, WatchlistMonitoringChanged } from '../domain/faces/index.js';
import { governanceEventDefinitions } from '../domain/governance/index.js';
import { operationEventDefinitions } from '../domain/operations/index.js';
import { savedSearchEventDefinitions } from '../domain/savedSearches/index.js';
import { typeExampleEventDefinitions } from '../domain/typeExamples/index.js';
import { webhookEndpointEventDefinitions } from '../domain/webhookEndpoints/index.js';
import { webhookEventDefinitions } from '../domain/webhooks/index.js';
import type { StoredEventType } from '../platform/eventStore/eventCodec.js';
import { agentsProjection } from '../projections/agents/agentsProjection.js';
import { agentVersionsProjection } from '../projections/agents/agentVersionsProjection.js';
import { caseFiguresProjection } from '../projections/analytics/caseFigures.js';
import { executionFiguresProjection } from '../projections/analytics/executionFigures.js';
import { webhookFiguresProjection } from '../projections/analytics/webhookFigures.js';
import { apiKeysProjection } from '../projections/apiKeys/apiKeysProjection.js';
import { declareAuditProjection } from '../projections/audit/auditProjection.js';
import { blocklistProjection } from '../projections/blocklist/blocklistProjection.js';
import { captureLinksProjection } from '../projections/capture/captureLinksProjection.js';
import { casesProjection } from '../projections/cases/casesProjection.js';
import { correctionsProjection } from '../projections/cases/correctionsProjection.js';
import type { Projection } from '../projections/core/projection.js';
import { documentTypesProjection } from '../projections/documentTypes/documentTypesProjection.js';
import { documentTypeVersionsProjection } from '../projections/documentTypes/documentTypeVersionsProjection.js';
import { executionsProjection } from '../projections/executions/executionsProjection.js';
import { registeredFacesProjection } from '../projections/faces/registeredFacesProjection.js';
import { governanceRunsProjection } from '../projections/governance/governanceRunsProjection.js';
import { governanceSetsProjection } from '../projections/governance/governanceSetsProjection.js';
import { parkedWorkProjection } from '../projections/operations/parkedWorkProjection.js';
import { savedSearchesProjection } from '../projections/savedSearches/savedSearchesProjection.js';
import { searchedCases } from '../projections/search/searchedCases.js';
import { searchedDocuments } from '../projections/search/searchedDocuments.js';
import { declareSearchedEvents } from '../projections/search/searchedEvents.js';
import type { SearchedKinds } from '../projections/search/searchedKind.js';
import { typeExamplesProjection } from '../projections/typeExamples/typeExamplesProjection.js';
import { endpointDeliveriesProjection } from '../projections/webhookEndpoints/endpointDeliveriesProjection.js';
import { webhookEndpointsProjection } from '../projections/webhookEndpoints/webhookEndpointsProjection.js';
import { webhookDeliveriesProjection } from '../projections/webhooks/webhookDeliveriesProjection.js';

/**
 * What all features store, and what is read of it. Apart from all else that they bring (`features.ts`): a thread that takes a
 * share of a rebuild needs this alone, and is there the sooner the less it loads.
 */

/** Every event type of the service. A new one also needs a stored example in `test/fixtures/events/`. */
export const eventDefinitions: readonly StoredEventType[] = [
  ...apiKeyEventDefinitions,
  ...[...documentTypeEventDefinitions, SamplesShownToModel, ...typeExampleEventDefinitions],
  ...executionEventDefinitions,
  ...[...caseEventDefinitions, CaseReferenceReserved, CaseReplayPlanned, CaseReplaysClosed, NextCaseReserved],
  ...webhookEventDefinitions,
  ...webhookEndpointEventDefinitions,
  ...blocklistEventDefinitions,
  ...captureEventDefinitions,
  ...[...faceEventDefinitions, WatchlistMonitoringChanged],
  ...savedSearchEventDefinitions,
  ...governanceEventDefinitions,
  ...operationEventDefinitions,
  ...agentEventDefinitions,
  ...builderEventDefinitions,
  ...agentDiscoveryEventDefinitions,
  ...auditEventDefinitions,
];

/** The audit trail, over every event type. */
export const auditProjection: Projection = declareAuditProjection(eventDefinitions.map(({ type }) => type));

/** What is searched. */
export const searchedKinds: SearchedKinds = {
  documents: searchedDocuments,
  cases: searchedCases,
  events: declareSearchedEvents(eventDefinitions),
};

/** Every projection of the service. */
export const allProjections: readonly Projection[] = [
  apiKeysProjection,
  ...[documentTypesProjection, documentTypeVersionsProjection, typeExamplesProjection],
  executionsProjection,
  ...[casesProjection, correctionsProjection],
  ...Object.values(searchedKinds).map(({ projection }) => projection),
  webhookDeliveriesProjection,
  ...[webhookEndpointsProjection, endpointDeliveriesProjection],
  blocklistProjection,
  captureLinksProjection,
  registeredFacesProjection,
  savedSearchesProjection,
  ...[governanceSetsProjection, governanceRunsProjection],
  parkedWorkProjection,
  ...[agentsProjection, agentVersionsProjection],
  ...[caseFiguresProjection, executionFiguresProjection, webhookFiguresProjection],
  auditProjection,
];
