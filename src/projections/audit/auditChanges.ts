import { isDeepStrictEqual } from 'node:util';
import type { EventStore, RecordedEvent, StoredJson } from '../../platform/eventStore/eventStore.js';

/** What an event changed, by field: what was known of it before, null where that was nothing, and since. */
export interface AuditChanges {
  [field: string]: { from: StoredJson; to: StoredJson };
}

/** In the place of what is sealed, whether it can still be opened or was erased. */
export const SEALED = 'sealed';

/** In the place of what is kept of secrets, and of what is not for whoever asks. */
export const WITHHELD = 'withheld';

/** Fields that are kept of secrets, which nobody is told. */
export const SECRETS: ReadonlySet<string> = new Set(['hash']);

/** What belongs to a part of the aggregate, by the field that says to which. */
const PARTS: Readonly<Record<string, string>> = {
  doc_id: 'documents',
  message_id: 'messages',
  note_id: 'notes',
  endpoint_id: 'endpoints',
  order: 'steps',
  attempt: 'attempts',
};

/** What events say by their type alone. */
const SAID: Readonly<Record<string, { [field: string]: StoredJson }>> = {
  CaseOpened: { status: 'collecting' },
  DocumentsRequested: { status: 'collecting' },
  CaseExpired: { status: 'expired' },
  CaseErased: { erased: true },
  DocumentProcessed: { status: 'done' },
  DocumentFailed: { status: 'failed' },
  PipelineRunStarted: { status: 'running' },
  AgentRunStarted: { status: 'running' },
  ExecutionCompleted: { status: 'completed' },
  ExecutionFailed: { status: 'failed' },
  ExecutionErased: { erased: true },
  SavedSearchErased: { erased: true },
  ApiKeyRevoked: { revoked: true },
  AgentDeployed: { deployed: true },
  AgentUndeployed: { deployed: false },
  AgentDeleted: { deleted: true },
};

/**
 * Says of the events of one stream what each changed beside what those before it said; from the first event of the stream on. Nothing is opened: what is
 * sealed stands as `SEALED`, changed wherever it is said again, as nobody can compare it.
 */
export function createChanges(): (event: Pick<RecordedEvent, 'type' | 'data'>) => AuditChanges {
  const known = new Map<string, StoredJson>();
  return ({ type, data }) => {
    const changes = new Map<string, { from: StoredJson; to: StoredJson }>();
    const { part, prefix } = partOf(data);
    for (const [field, value] of Object.entries({ ...data, ...SAID[type] })) {
      const to = SECRETS.has(field) ? WITHHELD : isSealed(value) ? SEALED : value;
      // What every event of a part repeats of the whole is no news of the part.
      const isRepeated = to !== SEALED && isSaidAgain(field, known.get(field) ?? null, to);
      if (prefix !== '' && (field === part || isRepeated)) continue;
      const name = `${prefix}${field}`;
      const from = known.get(name) ?? null;
      if (to !== SEALED && isSaidAgain(field, from, to)) continue;
      changes.set(name, { from, to });
      known.set(name, to);
    }
    return Object.fromEntries(changes);
  };
}

/** Changes as somebody is shown them who may know that there were some, and nothing of what they were. */
export const withheld = (changes: AuditChanges): AuditChanges =>
  Object.fromEntries(
    Object.entries(changes).map(([field, { from, to }]) => [
      field,
      { from: from === null ? null : WITHHELD, to: to === null ? null : WITHHELD },
    ]),
  );

/** Which part of the aggregate an event is about, by the field that names it, and what its fields are called by. */
function partOf(data: RecordedEvent['data']): { part?: string; prefix: string } {
  for (const [part, parts] of Object.entries(PARTS)) {
    const id = data[part];
    if (typeof id === 'string' || typeof id === 'number') return { part, prefix: `${parts}.${id}.` };
  }
  return { prefix: '' };
}

/** What the first event says whole, and the others by the id and the revision of it. */
const REFERENCES = new Set(['agent']);

/** Whether what is known says it already. */
function isSaidAgain(field: string, known: StoredJson, said: StoredJson): boolean {
  if (!REFERENCES.has(field) || !isObject(known) || !isObject(said)) return isDeepStrictEqual(known, said);
  return Object.entries(said).every(([name, value]) => isDeepStrictEqual(known[name], value));
}

/** Whether it has fields of its own. */
export const isObject = (value: StoredJson): value is { [key: string]: StoredJson } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As the codec stores it: sealed text, or where that lies. */
const isSealed = (value: StoredJson): boolean => isObject(value) && ('$sealed' in value || '$sealed_blob' in value);

/** Most events of a stream that are read for what was changed: what lies behind is listed without. */
export const MOST_EVENTS = 20_000;

/**
 * Adds to entries what each changed, which is null behind the first `most` events of a stream. Each of their streams is read once, and of
 * what is read only that is kept which is asked for.
 */
export async function withChanges<Entry extends { aggregate: string; revision: number }>(
  eventStore: Pick<EventStore, 'readStream'>,
  entries: readonly Entry[],
  most = MOST_EVENTS,
): Promise<(Entry & { changes: AuditChanges | null })[]> {
  const wanted = new Map<string, Set<number>>();
  for (const { aggregate, revision } of entries) {
    if (revision < most) wanted.set(aggregate, (wanted.get(aggregate) ?? new Set()).add(revision));
  }
  const changes = new Map<string, AuditChanges>();
  for (const [stream, revisions] of wanted) {
    const changed = createChanges();
    let revision = 0;
    for await (const event of eventStore.readStream(stream, { limit: Math.max(...revisions) + 1 })) {
      const made = changed(event);
      if (revisions.has(revision)) changes.set(`${stream}/${revision}`, made);
      revision += 1;
    }
  }
  return entries.map((entry) => ({ ...entry, changes: changes.get(`${entry.aggregate}/${entry.revision}`) ?? null }));
}
