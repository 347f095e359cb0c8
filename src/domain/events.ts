import {
  AgentCreated,
  AgentDeleted,
  AgentDeployed,
  type AgentEvent,
  type AgentGoalEvent,
  AgentGoalReleased,
  AgentGoalReserved,
  AgentRolledBack,
  AgentUndeployed,
  AgentUpdated,
} from './agents/index.js';
import {
  AgentRunStarted,
  ExecutionCompleted,
  ExecutionErased,
  type ExecutionEvent,
  ExecutionFailed,
  PipelineRunStarted,
  StepFinished,
} from './executions/index.js';
import {
  type ApiKeyEvent,
  type ApiKeyHandleEvent,
  ApiKeyHandleReserved,
  ApiKeyIssued,
  ApiKeyRevoked,
} from './apiKeys/index.js';
import { type CaseEvent, caseEventDefinitions, type CaseReferenceEvent, CaseReferenceReserved } from './cases/index.js';
import {
  DocumentTypeDefined,
  type DocumentTypeEvent,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
} from './documentTypes/index.js';
import { type ParkedWorkEvent, WorkDropped, WorkParked, WorkRetried } from './operations/index.js';
import {
  WebhookAttemptFailed,
  WebhookDelivered,
  type WebhookDeliveryEvent,
  WebhookErased,
  WebhookQueued,
  WebhookRequeued,
  type WebhookSecretEvent,
  WebhookSecretIssued,
} from './webhooks/index.js';

/** Every event type of the service. A new one also needs a stored example in `test/fixtures/events/`. */
export const eventDefinitions = [
  ApiKeyIssued,
  ApiKeyRevoked,
  ApiKeyHandleReserved,
  DocumentTypeDefined,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
  PipelineRunStarted,
  AgentRunStarted,
  StepFinished,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionErased,
  WebhookQueued,
  WebhookDelivered,
  WebhookAttemptFailed,
  WebhookRequeued,
  WebhookErased,
  WebhookSecretIssued,
  WorkParked,
  WorkRetried,
  WorkDropped,
  ...caseEventDefinitions,
  CaseReferenceReserved,
  AgentCreated,
  AgentUpdated,
  AgentRolledBack,
  AgentDeployed,
  AgentUndeployed,
  AgentDeleted,
  AgentGoalReserved,
  AgentGoalReleased,
];

/** Any event of the service. */
export type AttestEvent =
  | AgentEvent
  | AgentGoalEvent
  | ApiKeyEvent
  | ApiKeyHandleEvent
  | DocumentTypeEvent
  | ExecutionEvent
  | WebhookDeliveryEvent
  | WebhookSecretEvent
  | ParkedWorkEvent
  | CaseEvent
  | CaseReferenceEvent;
