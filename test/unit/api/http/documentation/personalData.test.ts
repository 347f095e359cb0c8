import { expect, test } from 'vitest';
import { readGeneratedDocument } from '../../../../../src/api/http/documentation/openApiDocument.js';

/** Operations that read and show nothing of a customer, by what they show instead. */
const SHOW_NOBODY: Readonly<Record<string, readonly string[]>> = {
  'what a tenant has set up': [
    ...[
      'listDocumentTypes',
      'getDocumentType',
      'listDocumentTypeVersions',
      'listAgents',
      'getAgent',
      'listAgentVersions',
    ],
    ...[
      'getBuilder',
      'listGovernanceSets',
      'getGovernanceSet',
      'listWebhookEndpoints',
      'getWebhookEndpoint',
      'getSecret',
    ],
    ...['listSavedSearches', 'getSavedSearch', 'listSavedSearchVersions', 'listApiKeys', 'getReadRecording'],
    'getWatchlistMonitoring',
  ],
  'samples that the tenant chose, masked for good': ['listTypeExamples', 'checkTypeExamples'],
  'keyed hashes, and why': ['listBlocklistEntries', 'getBlocklistEntry'],
  'that something was done, and when': [
    ...[
      'listAuditEntries',
      'getAuditHistory',
      'listChanges',
      'streamChanges',
      'getTreeHead',
      'getInclusionProof',
      'getConsistencyProof',
    ],
    ...['listDeliveries', 'listEndpointDeliveries', 'listParkedWork', 'getCaseStatus', 'listCaptureLinks'],
  ],
  'how many there were': [
    ...[
      'getDecisionStatistics',
      'getUsage',
      'getWebhookStatistics',
      'getExecutionStatistics',
      'getCorrectionStatistics',
    ],
    ...['listGovernanceRuns', 'getGovernanceRun', 'listFaceIndexes'],
  ],
  'the customers to themselves': ['getCapture'],
  'the service': [
    ...[
      'getSigningKeys',
      'getHealth',
      'listReadModels',
      'getReadiness',
      'getLiveness',
      'getMetrics',
      'getOpenApiDocument',
      'getSwaggerUi',
    ],
    ...['getRedoc', 'getSignInWays', 'getConsoleSession'],
  ],
};

const operations = Object.values(readGeneratedDocument().paths).flatMap((methods) => Object.entries(methods));
const reads = operations.filter(([method, operation]) => method === 'get' || operation['x-only-reads'] === true);

test('every operation that reads is recorded where a tenant asks for it, but for those that show nothing of a customer', () => {
  const unrecorded = reads.filter(([, operation]) => operation['x-personal-data'] !== true);
  expect(unrecorded.map(([, { operationId }]) => operationId).toSorted()).toEqual(
    Object.values(SHOW_NOBODY).flat().toSorted(),
  );
});
