import type { z } from 'zod';
import { v7 as newId } from 'uuid';
import { BlobNotFound, type BlobRef, type BlobStore } from '../blobs/blobStore.js';
import { openValue, sealValue, SealingKeyMissing, type SealingKey } from '../sealing/sealValue.js';
import { SubjectKeyUnusable, type SubjectKeys } from '../sealing/subjectKeys.js';
import type { EventMetadata, Json, JsonObject, NewEvent, RecordedEvent } from './eventStore.js';

/** What the codec must know of an event type; `EventDefinition` of the domain is one. */
export interface StoredEventType<Type extends string = string, Data = unknown> {
  type: Type;
  schema: z.ZodType<Data>;
  /** Fields of the data that are sealed. A field that once was, stays in this list as long as it has its name. */
  sealed: readonly string[];
  /** `upcasters[i]` lifts version i + 1 to version i + 2. They see unsealed data. */
  upcasters: readonly ((data: unknown) => unknown)[];
}

/** The event that a definition describes. */
export type EventOfType<Definition> =
  Definition extends StoredEventType<infer Type, infer Data> ? { type: Type; data: Data } : never;

/** An event in the clear, with where and how it was stored. */
export type Decoded<Event> = Event &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'recorded_at' | 'metadata'>;

/** What every event of an append has in common; the rest of the metadata is the codec's. */
export type CommonMetadata = Omit<EventMetadata, 'schema_version' | 'subject'>;

/** Turns domain events into what is stored, and back. */
export interface EventCodec<Event> {
  /**
   * Events as they will be read again: what their schemas do not know is left out, so that whoever folds them now comes to
   * the same as whoever folds them later.
   * @throws TypeError that names the fields that do not fit, never a value
   */
  check<Some extends Event>(events: readonly Some[]): Some[];
  /**
   * Checked events ready to be appended to `stream`, with ids, schema versions, and their sealed fields sealed under the key of
   * the stream as their subject. Sealed values too large for one append are put in the blob store first.
   * @throws SubjectErased when the subject was erased before
   */
  encode(stream: string, events: readonly Event[], metadata: CommonMetadata): Promise<NewEvent[]>;
  /**
   * Events as the domain knows them: unsealed, upcast, checked. Sealed fields whose key is gone are null.
   * Asks for the keys of a batch once.
   * @throws EventUnreadable
   */
  decodeBatch(recorded: readonly RecordedEvent[]): Promise<Decoded<Event>[]>;
}

/** A stored event cannot be understood. Whoever reads it must stop: skipping it would falsify all that follows. */
export class EventUnreadable extends Error {
  override readonly name = 'EventUnreadable';
  constructor(
    readonly event: Pick<RecordedEvent, 'type' | 'stream' | 'revision'>,
    /** Names what is wrong, never a value. */
    reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `Event ${event.type} at revision ${event.revision} of stream ${event.stream} cannot be read: ${reason}`,
      options,
    );
  }
}

/** How a sealed field stands in stored data: the sealed text, or where in the blob store it is. */
type SealedField = { $sealed: string } | { $sealed_blob: { key: string; sha256: string; size: number } };

/** Sealed text that one append may hold, in bytes; half of what an append may be, the rest is for what is not sealed. */
const SEALED_BYTES_PER_APPEND = 512 * 1024;

/** What the codec stands on. */
export interface EventCodecDeps<Definition> {
  definitions: readonly Definition[];
  subjectKeys: SubjectKeys;
  blobs: Pick<BlobStore, 'put' | 'read'>;
}

/** A codec for the event types of `definitions`; an event of any other type is unreadable. */
export function createEventCodec<Definition extends StoredEventType>(
  deps: EventCodecDeps<Definition>,
): EventCodec<EventOfType<Definition>> {
  const definitions = new Map<string, StoredEventType>(deps.definitions.map((one) => [one.type, one]));
  const { subjectKeys, blobs } = deps;
  const definitionOf = (type: string): StoredEventType => {
    const definition = definitions.get(type);
    if (!definition) throw new TypeError(`The event type ${type} is not registered`);
    return definition;
  };
  return {
    check: (events) =>
      events.map((event) => {
        const { type, data } = event as { type: string; data: unknown };
        const checked = definitionOf(type).schema.safeParse(data);
        if (!checked.success) throw new TypeError(`An event ${type} does not fit its schema: ${where(checked.error)}`);
        return { ...event, data: checked.data };
      }),

    async encode(stream, events, metadata) {
      const sealer = createSealer(stream, subjectKeys);
      const encoded: NewEvent[] = [];
      for (const { type, data } of events as readonly { type: string; data: unknown }[]) {
        const definition = definitionOf(type);
        const id = newId();
        const sealed = await sealer.seal(id, definition, data as JsonObject);
        const schema_version = definition.upcasters.length + 1;
        encoded.push({
          id,
          type,
          data: sealed,
          metadata: { ...metadata, schema_version, ...sealer.subjectOf(definition) },
        });
      }
      await sealer.moveLargeValues(blobs);
      return encoded;
    },

    async decodeBatch(recorded) {
      const keys = await findKeys(subjectKeys, recorded);
      const decoded: Decoded<EventOfType<Definition>>[] = [];
      for (const event of recorded) {
        const definition = definitions.get(event.type);
        if (!definition) throw new EventUnreadable(event, 'its type is not registered');
        const open = holdsSealed(definition, event) ? await unseal(definition, event, keys, deps) : event.data;
        const data = check(definition, event, upcast(definition, event, open));
        decoded.push({ ...event, data } as Decoded<EventOfType<Definition>>);
      }
      return decoded;
    },
  };
}

/** Keys in the blob store of the sealed values that these events refer to: what is to be deleted when they are erased. */
export const sealedBlobKeys = (recorded: readonly RecordedEvent[]): string[] =>
  recorded
    .filter((event) => event.metadata.subject !== undefined)
    .flatMap((event) => Object.values(event.data))
    .flatMap((value) => (isSealedField(value) && '$sealed_blob' in value ? [value.$sealed_blob.key] : []));

/** Binds a sealed value to its place, so that it cannot be moved to another. */
const placeOf = (stream: string, type: string, id: string, field: string): string => `${stream}/${type}/${id}/${field}`;

/** Seals the fields of one append, and keeps track of how much that is. */
function createSealer(subject: string, subjectKeys: SubjectKeys) {
  const sealed: { id: string; field: string; data: JsonObject; text: string }[] = [];
  return {
    subjectOf: (definition: StoredEventType) => (definition.sealed.length > 0 ? { subject } : {}),

    async seal(id: string, definition: StoredEventType, plain: JsonObject): Promise<JsonObject> {
      const data = { ...plain };
      for (const field of definition.sealed) {
        const value = data[field];
        if (value === null || value === undefined) continue;
        const key = await subjectKeys.obtain(subject);
        const text = sealValue(key, placeOf(subject, definition.type, id, field), value);
        data[field] = { $sealed: text };
        sealed.push({ id, field, data, text });
      }
      return data;
    },

    /** The largest values go to the blob store until the rest fits into one append. */
    async moveLargeValues(blobs: Pick<BlobStore, 'put'>): Promise<void> {
      let bytes = sealed.reduce((sum, { text }) => sum + text.length, 0);
      for (const { id, field, data, text } of sealed.toSorted((a, b) => b.text.length - a.text.length)) {
        if (bytes <= SEALED_BYTES_PER_APPEND) return;
        const { key, sha256, size } = await blobs.put(`sealed/${id}/${field}`, Buffer.from(text), { subject });
        data[field] = { $sealed_blob: { key, sha256, size } };
        bytes -= text.length;
      }
    },
  };
}

/** The keys of the subjects of these events; null where one was erased. */
type FoundKeys = ReadonlyMap<string, SealingKey | null>;

/** @throws EventUnreadable for the first event whose key cannot be used */
async function findKeys(subjectKeys: SubjectKeys, recorded: readonly RecordedEvent[]): Promise<FoundKeys> {
  const subjects = new Set(recorded.flatMap(({ metadata }) => metadata.subject ?? []));
  if (subjects.size === 0) return new Map();
  try {
    return await subjectKeys.find([...subjects]);
  } catch (error) {
    if (!(error instanceof SubjectKeyUnusable)) throw error;
    const event = recorded.find(({ metadata }) => metadata.subject === error.subject);
    throw event ? new EventUnreadable(event, error.message, { cause: error }) : error;
  }
}

const holdsSealed = (definition: StoredEventType, { data, metadata }: RecordedEvent): boolean =>
  metadata.subject !== undefined && definition.sealed.some((field) => isSealedField(data[field]));

function isSealedField(value: Json | undefined): value is SealedField {
  return value !== null && typeof value === 'object' && ('$sealed' in value || '$sealed_blob' in value);
}

async function unseal(
  definition: StoredEventType,
  event: RecordedEvent,
  keys: FoundKeys,
  deps: Pick<EventCodecDeps<unknown>, 'blobs' | 'subjectKeys'>,
): Promise<JsonObject> {
  const subject = event.metadata.subject ?? '';
  const key = keys.get(subject);
  if (key === undefined)
    throw new EventUnreadable(event, `the key of ${subject}, which it is sealed under, is not here`);
  const data = { ...event.data };
  for (const field of definition.sealed) {
    const value = data[field];
    if (!isSealedField(value)) continue;
    const text =
      key && ('$sealed' in value ? value.$sealed : await readSealed(event, value.$sealed_blob, subject, deps));
    data[field] = key && typeof text === 'string' ? openField(event, key, field, text) : null;
  }
  return data;
}

function openField(event: RecordedEvent, key: SealingKey, field: string, text: string): Json {
  try {
    return openValue(key, placeOf(event.metadata.subject ?? '', event.type, event.id, field), text);
  } catch (error) {
    const reason =
      error instanceof SealingKeyMissing
        ? `was sealed under the key ${error.keyId}, which is not here`
        : 'does not open: it was changed or moved';
    throw new EventUnreadable(event, `its field ${field} ${reason}`, { cause: error });
  }
}

/** The sealed text, or undefined when it was erased since the keys were looked up. */
async function readSealed(
  event: RecordedEvent,
  { key }: Pick<BlobRef, 'key'>,
  subject: string,
  { blobs, subjectKeys }: Pick<EventCodecDeps<unknown>, 'blobs' | 'subjectKeys'>,
): Promise<string | undefined> {
  try {
    return (await blobs.read(key)).toString();
  } catch (error) {
    if (!(error instanceof BlobNotFound)) throw error;
    if ((await subjectKeys.find([subject])).get(subject) === null) return undefined;
    throw new EventUnreadable(event, `the blob ${key} it refers to is missing`, { cause: error });
  }
}

function upcast(definition: StoredEventType, event: RecordedEvent, data: unknown): unknown {
  const current = definition.upcasters.length + 1;
  const version = event.metadata.schema_version;
  if (!Number.isInteger(version) || version < 1 || version > current) {
    throw new EventUnreadable(event, `its schema version is ${version}, known are 1 to ${current}`);
  }
  try {
    return definition.upcasters.slice(version - 1).reduce((older, lift) => lift(older), data);
  } catch (error) {
    throw new EventUnreadable(event, `it cannot be lifted from schema version ${version}`, { cause: error });
  }
}

function check(definition: StoredEventType, event: RecordedEvent, data: unknown): unknown {
  const checked = definition.schema.safeParse(data);
  if (!checked.success) throw new EventUnreadable(event, where(checked.error));
  return checked.data;
}

/** Which fields do not fit and how, without their values. */
const where = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'data'}: ${issue.code}`).join(', ');
