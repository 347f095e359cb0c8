import { v7 as newId } from 'uuid';
import type { BlobStore } from '../blobs/blobStore.js';
import { sealValue } from '../sealing/sealValue.js';
import type { SubjectKeys } from '../sealing/subjectKeys.js';
import type { EventMetadata, JsonObject, NewEvent, RecordedEvent } from './eventStore.js';
import {
  createOpener,
  openedOrThrow,
  where,
  type Decoded,
  type OpenBatch,
  type StoredEventType,
} from './openEvents.js';
import { isSealedField, sealedPlaceOf, type KnownKeys } from './unseal.js';

export { EventUnreadable, SealedValueLost } from './eventUnreadable.js';
export { withoutSealed, type KnownKeys } from './unseal.js';
export { openedOrThrow, type Decoded, type Opened, type Patience, type StoredEventType } from './openEvents.js';

/** The event that a definition describes. */
export type EventOfType<Definition> =
  Definition extends StoredEventType<infer Type, infer Data> ? { type: Type; data: Data } : never;

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
   * @param known Keys that were asked for with batches before, of what is one answer: they are not asked for again, so that all of it goes by
   * what was erased when it began
   * @throws EventUnreadable
   */
  decodeBatch(recorded: readonly RecordedEvent[], known?: KnownKeys): Promise<Decoded<Event>[]>;
  /**
   * The same, where each event has an outcome of its own: what one cannot be opened for says nothing of the others.
   * Those of which a value does not come within `patience` fail with TookTooLong.
   * @throws Error when no key can be had at all
   */
  openBatch: OpenBatch<Event>;
}

/** Sealed text that one append may hold, in bytes; half of what an append may be, the rest is for what is not sealed. */
const SEALED_BYTES_PER_APPEND = 512 * 1024;

/** What the codec stands on. */
export interface EventCodecDeps<Definition> {
  definitions: readonly Definition[];
  subjectKeys: Pick<SubjectKeys, 'obtain' | 'find'>;
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
  const opener = createOpener<EventOfType<Definition>>(definitions, deps);
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

    async decodeBatch(recorded, known) {
      return (await opener(recorded, undefined, known)).map(openedOrThrow).map(({ event, lost }) => {
        if (lost) throw lost;
        return event;
      });
    },

    openBatch: opener,
  };
}

/** Keys in the blob store of the sealed values that these events refer to: what is to be deleted when they are erased. */
export const sealedBlobKeys = (recorded: readonly RecordedEvent[]): string[] =>
  recorded
    .filter((event) => event.metadata.subject !== undefined)
    .flatMap((event) => Object.values(event.data))
    .flatMap((value) => (isSealedField(value) && '$sealed_blob' in value ? [value.$sealed_blob.key] : []));

/** Number of values of these events that are stored sealed. */
export const sealedValues = (recorded: readonly RecordedEvent[]): number =>
  recorded
    .filter((event) => event.metadata.subject !== undefined)
    .reduce((count, { data }) => count + Object.values(data).filter(isSealedField).length, 0);

/** Seals the fields of one append, and keeps track of how much that is. */
function createSealer(subject: string, subjectKeys: Pick<SubjectKeys, 'obtain'>) {
  const sealed: { id: string; field: string; data: JsonObject; text: string }[] = [];
  return {
    subjectOf: (definition: StoredEventType) => (definition.sealed.length > 0 ? { subject } : {}),

    async seal(id: string, definition: StoredEventType, plain: JsonObject): Promise<JsonObject> {
      const data = { ...plain };
      for (const field of definition.sealed) {
        const value = data[field];
        if (value === null || value === undefined) continue;
        const key = await subjectKeys.obtain(subject);
        const text = sealValue(key, sealedPlaceOf(subject, definition.type, id, field), value);
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
