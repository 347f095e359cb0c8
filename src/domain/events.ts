import {
  AgentCreated,
  AgentDeleted,
  AgentDeployed,
  AgentRolledBack,
  AgentUndeployed,
  AgentUpdated,
  type AgentEvent,
} from './agent.js';
import { AgentRunStarted } from './agentRun.js';
import { AgentGoalReleased, AgentGoalReserved, type AgentGoalEvent } from './agentGoal.js';
import { ApiKeyIssued, ApiKeyRevoked, type ApiKeyEvent } from './apiKey.js';
import { caseEventDefinitions, type CaseEvent } from './caseEvents.js';
import { CaseReferenceReserved, type CaseReferenceEvent } from './caseReference.js';
import {
  DocumentTypeDefined,
  DocumentTypeFieldsLocked,
  DocumentTypeRemoved,
  DocumentTypeSnapshotTaken,
  DocumentTypeUpdated,
  type DocumentTypeEvent,
} from './documentType.js';
import {
  ExecutionCompleted,
  ExecutionErased,
  ExecutionFailed,
  PipelineRunStarted,
  StepFinished,
  type ExecutionEvent,
} from './execution.js';
import { WorkDropped, WorkParked, WorkRetried, type ParkedWorkEvent } from './parkedWork.js';
import {
  WebhookAttemptFailed,
  WebhookDelivered,
  WebhookErased,
  WebhookQueued,
  WebhookRequeued,
  type WebhookDeliveryEvent,
} from './webhookDelivery.js';
import { WebhookSecretIssued, type WebhookSecretEvent } from './webhookSecret.js';

/** Every event type of the service. A new one also needs a stored example in `test/fixtures/events/`. */
export const eventDefinitions = [
  ApiKeyIssued,
  ApiKeyRevoked,
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
  | DocumentTypeEvent
  | ExecutionEvent
  | WebhookDeliveryEvent
  | WebhookSecretEvent
  | ParkedWorkEvent
  | CaseEvent
  | CaseReferenceEvent;
