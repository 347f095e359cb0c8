import { sourceOf } from '../../domain/audit/index.js';
import type { AuditChanges } from './auditChanges.js';
import { detailOf } from './auditDetails.js';

/** What was done, for people, by the type of its event. */
const WORDS: Readonly<Record<string, string>> = {
  CaseOpened: 'opened the case',
  CaseReplayRequested: 'began to do an earlier case again',
  CaseReplayCompared: 'set the outcome of the replay beside the earlier one',
  CaseReplayPlanned: 'began a replay of the case',
  CaseReplaysClosed: 'closed the case to replays, as it is erased',
  DocumentReceived: 'added a document',
  DocumentProcessed: 'read a document',
  DocumentFailed: 'could not read a document',
  DocumentShownToModel: 'had a language model asked about a document, or about what was written',
  CaseCompleted: 'completed the case, which was judged',
  CaseDecided: 'decided the case',
  CaseAssigned: 'assigned the case',
  CaseNoteAdded: 'wrote a note',
  DocumentsRequested: 'asked for documents again',
  DocumentCorrected: 'corrected what was read from a document',
  WatchlistHitFound: 'found a face of the case like one that joined a watchlist',
  CaseExpired: 'let the case expire: nothing had happened in it for too long',
  MessageReceived: 'wrote to the agent',
  MessageSent: 'answered as the agent',
  CaseErased: 'erased what the case held of a person',
  PipelineRunStarted: 'put a document through a document type',
  AgentRunStarted: 'put documents through an agent',
  StepFinished: 'finished a step of the run',
  RunShownToModel: 'had a language model asked about a document that was not read then',
  ExecutionCompleted: 'completed the run',
  ExecutionFailed: 'ended the run without a result',
  ExecutionErased: 'erased what the run held of a person',
  AgentCreated: 'created the agent',
  AgentUpdated: 'changed the agent',
  AgentRolledBack: 'put the agent back to an earlier version',
  AgentDeployed: 'deployed the agent',
  AgentUndeployed: 'took the agent out of use',
  AgentDeleted: 'deleted the agent',
  BuilderStarted: 'began to draft an agent in the wizard',
  BuilderDraftChanged: 'changed the draft of an agent in the wizard',
  BuilderStepped: 'went to another step of the wizard',
  BuilderBuildBegun: 'asked the wizard to build the agent',
  BuilderBuildRefused: 'was told by the wizard that the agent cannot be built',
  BuilderAgentBuilt: 'built the agent with the wizard',
  BuilderCancelled: 'gave up the draft in the wizard',
  AgentDiscoveryBegun: 'had an agent made from samples',
  AgentDiscoveryFinished: 'made the agent, and the document types that it lacked',
  AgentDiscoveryAbandoned: 'could not make the agent from samples',
  AgentDiscoveryUndone: 'took back what was made for the agent',
  DocumentTypeDefined: 'defined the document type',
  DocumentTypeUpdated: 'changed the document type',
  DocumentTypeFieldsLocked: 'locked fields of the document type',
  DocumentTypeSnapshotTaken: 'kept a version of the document type',
  DocumentTypeRemoved: 'removed the document type',
  SamplesShownToModel: 'had a language model asked about samples of documents',
  ApiKeyIssued: 'handed out the API key',
  ApiKeyRevoked: 'revoked the API key',
  ApiKeyRotated: 'put another API key in the place of this one',
  WebhookSecretIssued: 'made a secret that webhooks are signed with',
  BlocklistEntryAdded: 'put somebody or something on the blocklist',
  BlocklistEntryRemoved: 'took an entry off the blocklist',
  FaceRegistered: 'put a face into a register',
  FaceEmbeddedAnew: 'made numbers of a face with other networks',
  FaceKeptOut: 'could make no numbers of a face with other networks',
  FaceRemoved: 'took a face out of a register',
  TypeExampleKept: 'kept an example of the document type',
  TypeExampleDeleted: 'deleted an example of the document type',
  SearchSaved: 'saved the search',
  SavedSearchChanged: 'changed the saved search',
  SavedSearchErased: 'erased what the saved search said, as it named somebody who was erased',
  SavedSearchDeleted: 'deleted the saved search',
  GovernanceSetCreated: 'had documents of a type looked after',
  GovernanceSetChanged: 'changed the governance set',
  GovernanceSetDeleted: 'deleted the governance set',
  GovernanceRunBegun: 'began to hold documents to the rules of their type',
  GovernanceRunEnded: 'ended the governance run',
  GovernanceDrifted: 'found drift in the governance run',
  CaptureLinkMade: 'made a link for the customer of the case',
  CaptureOpened: 'opened the page of the link',
  CaptureConsented: 'agreed to the text of the agent',
  CaptureSubmitted: 'sent what was handed in',
  CaptureExtended: 'was given more time by the link',
  CaptureLinkEnded: 'ended the link',
  WatchlistMonitoringChanged: 'changed whether faces of cases are kept and compared with whoever joins a watchlist',
  ReadRecordingChanged: 'changed whether reads of what is kept of people are recorded',
  PersonalDataRead: 'read what is kept of people',
  SearchFoundNew: 'found something new for a saved search',
};

/** What is told: who did it, the type of the event, and what that changed as far as whoever asks may see it. */
interface Told {
  actor: string;
  action: string;
  changes: AuditChanges | null;
}

/**
 * Who did what, in a sentence, with what came of it where that is open in the log. What has no words of its own is told by its name. `name` is that
 * of the key, where it is known.
 */
export function wordsOf({ actor, action, changes }: Told, name?: string): string {
  const did = Object.hasOwn(WORDS, action) ? WORDS[action] : `did: ${plain(action)}`;
  const detail = detailOf(action, changes);
  return `${whoIs(actor, name)} ${did}${detail === undefined ? '' : `: ${detail}`}`;
}

function whoIs(actor: string, name: string | undefined): string {
  const { kind, id } = sourceOf(actor);
  if (kind === 'key') return name === undefined ? `The API key ${id}` : `The API key “${name}”`;
  if (kind === 'person') return name ?? `The person ${id}`;
  if (kind === 'link') return 'The customer';
  return kind === 'worker' ? `The service (${id})` : 'The service';
}

/** `EndpointDelivered` in small words. */
const plain = (action: string): string => action.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();
