import { isDeepStrictEqual } from 'node:util';
import type { StoredJson } from '../../platform/eventStore/eventStore.js';
import { type AuditChanges, isObject, SEALED, WITHHELD } from './auditChanges.js';

/** What an event says of a field, also where it is a part’s; undefined where it says nothing new of it, or what it says is not to be told. */
type Says = (field: string) => StoredJson | undefined;

/** Characters that are said of an event at most: configurations can have many fields, and lists many entries. */
const LONGEST = 200;

/**
 * What an event did, closer than its type says it: the outcome of a decision, which fields were changed. Of what is open in the log alone;
 * undefined where there is nothing to add.
 * @param changes Null where they are not known
 */
export function detailOf(action: string, changes: AuditChanges | null): string | undefined {
  if (!changes || !Object.hasOwn(DETAILS, action)) return undefined;
  const fields = Object.keys(changes).map((path) => ({ path, field: path.slice(path.lastIndexOf('.') + 1) }));
  const says: Says = (wanted) => {
    const found = fields.find(({ field }) => field === wanted);
    const to = found && changes[found.path]?.to;
    return to === SEALED || to === WITHHELD || to === null ? undefined : to;
  };
  const detail = DETAILS[action]?.(says, changes);
  return detail !== undefined && detail.length > LONGEST ? `${detail.slice(0, LONGEST)}…` : detail;
}

const text = (value: StoredJson | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const listed = (value: StoredJson | undefined): string | undefined =>
  Array.isArray(value) && value.length > 0 ? value.flatMap((one) => text(one) ?? []).join(', ') : undefined;

const one =
  (field: string) =>
  (says: Says): string | undefined =>
    text(says(field));

/** Fields that every change of a configuration says, and that are no news of it. */
const NO_NEWS = /(_at|_by|_id)$|^(version|snapshot|origin|ends_pause)$/;

/** The fields that are another one now; of a configuration those within it. */
function whatChanged(_says: Says, changes: AuditChanges): string | undefined {
  const names = Object.entries(changes).flatMap(([path, { from, to }]) => {
    if (isObject(from) && isObject(to)) return differing(from, to);
    return [path.slice(path.lastIndexOf('.') + 1)];
  });
  return listed([...new Set(names)].filter((name) => !NO_NEWS.test(name)));
}

type Fields = { [field: string]: StoredJson };

const differing = (from: Fields, to: Fields): string[] =>
  Object.keys({ ...from, ...to }).filter((field) => !isDeepStrictEqual(from[field], to[field]));

function requested(says: Says): string | undefined {
  const items = says('items');
  if (!Array.isArray(items)) return undefined;
  return listed(
    items.flatMap((item) => {
      const { document_type, code } = item as { document_type?: string; code?: string };
      return document_type === undefined ? [] : [`${document_type} (${code ?? 'other'})`];
    }),
  );
}

function counted(says: Says): string | undefined {
  const [total, failed] = [text(says('total_docs')), text(says('failed'))];
  return total === undefined ? text(says('error')) : `${total} documents, ${failed ?? 'none'} of which break a rule`;
}

function read(says: Says): string | undefined {
  const [operation, of] = [text(says('operation')), says('of')];
  if (operation === undefined) return undefined;
  return Array.isArray(of) && of.length > 1 ? `${operation}, ${of.length} things` : operation;
}

const answered = (says: Says): string | undefined => {
  const status = text(says('response_status'));
  return status === undefined ? text(says('error')) : `answered ${status}`;
};

const wished =
  (field: string) =>
  (says: Says): string | undefined =>
    says(field) === true ? 'from now on' : says(field) === false ? 'no more' : undefined;

/** Which model it was, and where. */
function askedModel(says: Says): string | undefined {
  const asked = says('model_asked');
  return asked !== undefined && isObject(asked)
    ? listed([text(asked['model']) ?? '', text(asked['where']) ?? ''])
    : undefined;
}

/** By the type of the event. */
const DETAILS: Readonly<Record<string, (says: Says, changes: AuditChanges) => string | undefined>> = {
  CaseOpened: one('goal'),
  CaseReplayRequested: one('replay_of'),
  DocumentReceived: one('mime_type'),
  DocumentProcessed: one('document_type'),
  DocumentFailed: one('reason'),
  DocumentShownToModel: askedModel,
  MessageSent: askedModel,
  CaseCompleted: one('status'),
  CaseDecided: one('decision'),
  DocumentsRequested: requested,
  DocumentCorrected: (says) => listed(says('fields')),
  CaseErased: one('reason'),
  PipelineRunStarted: one('context_id'),
  AgentRunStarted: one('context_display_name'),
  StepFinished: (says) => listed([text(says('tool')) ?? '', text(says('status')) ?? '']),
  RunShownToModel: askedModel,
  ExecutionFailed: one('reason'),
  AgentUpdated: whatChanged,
  AgentRolledBack: whatChanged,
  DocumentTypeUpdated: whatChanged,
  ApiKeyIssued: (says) => listed(says('scopes')),
  WebhookEndpointAdded: (says) => listed(says('events')),
  WebhookEndpointChanged: whatChanged,
  WebhookEndpointDisabled: one('because'),
  WebhookDelivered: answered,
  WebhookAttemptFailed: answered,
  EndpointDelivered: answered,
  EndpointAttemptFailed: answered,
  BlocklistEntryAdded: one('kind'),
  FaceRegistered: one('database'),
  FaceEmbeddedAnew: one('database'),
  FaceKeptOut: (says) => listed([text(says('database')) ?? '', text(says('reason')) ?? '']),
  FaceRemoved: one('database'),
  TypeExampleKept: one('context_id'),
  SearchFoundNew: (says) => listed([text(says('count')) ?? '', text(says('kind')) ?? '']),
  GovernanceSetCreated: one('name'),
  GovernanceSetChanged: whatChanged,
  GovernanceRunEnded: counted,
  GovernanceDrifted: (says) => (text(says('alarms')) === undefined ? undefined : `${text(says('alarms'))} alarms`),
  CaptureConsented: one('consent_version'),
  BuilderStepped: one('to'),
  BuilderBuildRefused: one('detail'),
  AgentDiscoveryAbandoned: one('detail'),
  ReadRecordingChanged: wished('reads'),
  WatchlistMonitoringChanged: wished('monitors'),
  PersonalDataRead: read,
};
