import { BlobDamaged, BlobKeyMissing, BlobNotFound, type BlobRef, type BlobStore } from '../blobs/blobStore.js';
import { MasterKeyMissing } from '../sealing/masterKeys.js';
import { openValue, SealingKeyMissing, type SealingKey } from '../sealing/sealValue.js';
import { SubjectKeyUnusable, type SubjectKeys } from '../sealing/subjectKeys.js';
import { EventUnreadable, SealedValueLost } from './eventUnreadable.js';
import type { JsonObject, RecordedEvent, StoredJson } from './eventStore.js';

/** How a sealed field stands in stored data: the sealed text, or where in the blob store it is. */
export type SealedField = { $sealed: string } | { $sealed_blob: { key: string; sha256: string; size: number } };

/** Binds a sealed value to its place, so that it cannot be moved to another. */
export const sealedPlaceOf = (stream: string, type: string, id: string, field: string): string =>
  `${stream}/${type}/${id}/${field}`;

/** Whether a field of stored data is sealed. */
export function isSealedField(value: StoredJson | undefined): value is SealedField {
  return value !== null && typeof value === 'object' && ('$sealed' in value || '$sealed_blob' in value);
}

/** Whether an event has a sealed value. */
export const hasSealed = ({ data }: RecordedEvent): boolean => Object.values(data).some(isSealedField);

/** An event as it reads once its sealed values are erased: for who needs none of them. */
export function withoutSealed(event: RecordedEvent): RecordedEvent {
  // Of each event of a long stream: a copy is made quicker than a new list of its fields.
  const data = { ...event.data };
  for (const field of Object.keys(data)) if (isSealedField(data[field])) data[field] = null;
  return { ...event, data };
}

/** The keys of subjects that were asked for; null where one was erased, an error where it cannot be used. */
export type KnownKeys = Map<string, SealingKey | null | SubjectKeyUnusable>;

/** The same, of the subjects of some events. */
export type FoundKeys = ReadonlyMap<string, SealingKey | null | SubjectKeyUnusable>;

/** What unsealing stands on. */
export interface UnsealDeps {
  subjectKeys: Pick<SubjectKeys, 'find'>;
  blobs: Pick<BlobStore, 'read'>;
}

/** What was fetched of the sealed texts of an event, by field; undefined where it was erased since the keys were looked up. */
export type Fetched = ReadonlyMap<string, string | SealedValueLost | undefined>;

/** An event of which some fields are sealed. */
interface Unsealing {
  event: RecordedEvent;
  /** Its sealed fields. */
  fields: readonly string[];
  keys: FoundKeys;
}

/** Whether one of these fields has its sealed text in the blob store. */
export const liesElsewhere = ({ data }: RecordedEvent, fields: readonly string[]): boolean =>
  fields.some((field) => '$sealed_blob' in (data[field] as SealedField));

/**
 * Fetches the sealed texts of an event that lie in the blob store, unless it was erased; none behind one that is lost.
 * @throws Error where the blob store does not answer
 */
export async function fetchSealed({ event, fields, keys }: Unsealing, deps: UnsealDeps): Promise<Fetched> {
  const fetched = new Map<string, string | SealedValueLost | undefined>();
  const key = usableKey(event, keys);
  if (key === null || key instanceof SealedValueLost) return fetched;
  for (const field of fields) {
    const value = event.data[field] as SealedField;
    if (!('$sealed_blob' in value)) continue;
    const text = await readSealed(event, value.$sealed_blob, deps);
    fetched.set(field, text);
    if (text instanceof SealedValueLost) break;
  }
  return fetched;
}

/** The data of an event with its sealed fields opened; null where they were erased, or are lost. @throws EventUnreadable */
export function unseal(
  { event, fields, keys }: Unsealing,
  fetched: Fetched | undefined,
): { data: JsonObject; lost?: SealedValueLost } {
  const key = usableKey(event, keys);
  const data = { ...event.data };
  let lost = key instanceof SealedValueLost ? key : undefined;
  for (const field of fields) {
    const value = event.data[field] as SealedField;
    data[field] = null;
    if (key === null || lost) continue;
    const text = '$sealed' in value ? value.$sealed : fetched?.get(field);
    if (text === undefined) continue;
    const opened = text instanceof SealedValueLost ? text : openField(event, key as SealingKey, field, text);
    if (opened instanceof SealedValueLost) lost = opened;
    else data[field] = opened;
  }
  return lost ? { data, lost } : { data };
}

/** @throws EventUnreadable where another process may have the master key that is not here */
function usableKey(event: RecordedEvent, keys: FoundKeys): SealingKey | null | SealedValueLost {
  const subject = event.metadata.subject ?? '';
  const key = keys.get(subject);
  if (key === undefined) {
    return new SealedValueLost(event, `the key of ${subject}, which it is sealed under, is not here`);
  }
  if (!(key instanceof SubjectKeyUnusable)) return key;
  if (key.cause instanceof MasterKeyMissing) throw new EventUnreadable(event, key.message, { cause: key });
  return new SealedValueLost(event, key.message, { cause: key });
}

function openField(event: RecordedEvent, key: SealingKey, field: string, text: string): StoredJson | SealedValueLost {
  try {
    return openValue(key, sealedPlaceOf(event.metadata.subject ?? '', event.type, event.id, field), text);
  } catch (error) {
    const reason =
      error instanceof SealingKeyMissing
        ? `was sealed under the key ${error.keyId}, which is not here`
        : 'does not open: it was changed or moved';
    return new SealedValueLost(event, `its field ${field} ${reason}`, { cause: error });
  }
}

/** The sealed text, undefined when it was erased since the keys were looked up, or that it is lost. */
async function readSealed(
  event: RecordedEvent,
  { key }: Pick<BlobRef, 'key'>,
  { blobs, subjectKeys }: UnsealDeps,
): Promise<string | SealedValueLost | undefined> {
  try {
    return (await blobs.read(key)).toString();
  } catch (error) {
    if (error instanceof BlobDamaged) return new SealedValueLost(event, error.message, { cause: error });
    if (!(error instanceof BlobNotFound || error instanceof BlobKeyMissing)) throw error;
    const { subject = '' } = event.metadata;
    if ((await findKey(subjectKeys, subject)) === null) return undefined;
    return new SealedValueLost(event, `the blob ${key} it refers to is missing`, { cause: error });
  }
}

/** The key of one subject, as `SubjectKeys.find` says, or the error for which it cannot be used. */
export const findKey = (
  subjectKeys: UnsealDeps['subjectKeys'],
  subject: string,
): Promise<SealingKey | null | SubjectKeyUnusable | undefined> =>
  subjectKeys.find([subject]).then(
    (keys) => keys.get(subject),
    (error: unknown) => {
      if (error instanceof SubjectKeyUnusable) return error;
      throw error;
    },
  );
