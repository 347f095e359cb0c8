import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { BlobDamaged, BlobKeyMissing, BlobNotFound, type BlobRef, type BlobStore } from '../blobs/blobStore.js';
import { MasterKeyMissing } from '../sealing/masterKeys.js';
import { openValue, SealingKeyMissing, type SealingKey } from '../sealing/sealValue.js';
import { SubjectKeyUnusable, type SubjectKeys } from '../sealing/subjectKeys.js';
import { TookTooLong, within } from '../within.js';
import type { StoredJson, JsonObject, RecordedEvent } from './eventStore.js';

/** What the codec must know of an event type; `EventDefinition` of the domain is one. */
export interface StoredEventType<Type extends string = string, Data = unknown> {
  type: Type;
  schema: z.ZodType<Data>;
  /** Fields of the data that are sealed. A field that once was, stays in this list as long as it has its name. */
  sealed: readonly string[];
  /** `upcasters[i]` lifts version i + 1 to version i + 2. They see unsealed data. */
  upcasters: readonly ((data: unknown) => unknown)[];
}

/** An event in the clear, with where and how it was stored. */
export type Decoded<Event> = Event &
  Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'position' | 'recorded_at' | 'metadata'>;

/**
 * What came of opening a stored event. One of which a sealed value is lost is `event` as it would be if its subject had been
 * erased, and says what is lost.
 */
export type Opened<Event> =
  | { recorded: RecordedEvent; event: Decoded<Event>; lost?: SealedValueLost }
  | { recorded: RecordedEvent; error: unknown };

/** An event that was opened, whether or not a value of it is lost. @throws what came of opening any other */
export function openedOrThrow<Event>(one: Opened<Event>): Extract<Opened<Event>, { event: unknown }> {
  if ('error' in one) throw one.error;
  return one;
}

/** How long values in the blob store are waited for; for ever where nothing is said. */
export interface Patience {
  /** For one of them, in milliseconds. Once one has not come in that time, no other is asked for. */
  patienceMs?: number;
  /** For all of them together, in milliseconds; 0 asks for none. */
  inAllMs?: number;
}

/** Opens events as `EventCodec.openBatch` says. */
export type OpenBatch<Event> = (recorded: readonly RecordedEvent[], patience?: Patience) => Promise<Opened<Event>[]>;

/** A stored event cannot be understood. Whoever reads it must stop: skipping it would falsify all that follows. */
export class EventUnreadable extends Error {
  override readonly name: string = 'EventUnreadable';
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

/**
 * A sealed value of an event cannot be opened by anybody any more, though it was not erased: its key or its blob is gone, or
 * it was changed. All else that the event says is there.
 */
export class SealedValueLost extends EventUnreadable {
  override readonly name = 'SealedValueLost';
}

/** How a sealed field stands in stored data: the sealed text, or where in the blob store it is. */
export type SealedField = { $sealed: string } | { $sealed_blob: { key: string; sha256: string; size: number } };

/** Binds a sealed value to its place, so that it cannot be moved to another. */
export const sealedPlaceOf = (stream: string, type: string, id: string, field: string): string =>
  `${stream}/${type}/${id}/${field}`;

/** How many events are opened in one turn of the event loop: what else goes on is not held up by a batch. */
const EVENTS_PER_TURN = 100;

/** Opens events, each with an outcome of its own. */
export function createOpener<Event>(
  definitions: ReadonlyMap<string, StoredEventType>,
  deps: UnsealDeps,
): OpenBatch<Event> {
  const openOne = async (recorded: RecordedEvent, keys: FoundKeys, from: UnsealDeps): Promise<Opened<Event>> => {
    const definition = definitions.get(recorded.type);
    if (!definition) throw new EventUnreadable(recorded, 'its type is not registered');
    const { data, lost } = holdsSealed(definition, recorded)
      ? await unseal({ definition, event: recorded, keys }, from)
      : { data: recorded.data, lost: undefined };
    const known = check(definition, recorded, upcast(definition, recorded, data));
    const event: unknown = { ...recorded, data: known };
    return { recorded, event: event as Decoded<Event>, ...(lost && { lost }) };
  };
  return async (recorded, patience) => {
    const keys = await findKeys(deps.subjectKeys, recorded);
    const from = patience ? { ...deps, blobs: patient(deps.blobs, patience) } : deps;
    const opened: Opened<Event>[] = [];
    // One after the other: what is large lies in the blob store, and all of it at once would be in memory at once.
    for (const [index, one] of recorded.entries()) {
      if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
      opened.push(await openOne(one, keys, from).catch((error: unknown) => ({ recorded: one, error })));
    }
    return opened;
  };
}

/** Blobs that are waited for only so long: where nobody answers, nobody is asked again and again. */
function patient(blobs: UnsealDeps['blobs'], { patienceMs, inAllMs }: Patience): UnsealDeps['blobs'] {
  const begun = performance.now();
  let late: TookTooLong | undefined;
  return {
    async read(key) {
      if (late) throw late;
      const left = Math.min(patienceMs ?? MAX_TIMER_MS, (inAllMs ?? MAX_TIMER_MS) - (performance.now() - begun));
      try {
        if (left <= 0) throw new TookTooLong('There is no time left to wait for values in the blob store');
        return await within(Math.ceil(left), blobs.read(key));
      } catch (error) {
        if (error instanceof TookTooLong) late = error;
        throw error;
      }
    },
  };
}

/** Longer no timer runs. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The keys of the subjects of these events; null where one was erased, an error where it cannot be used. */
type FoundKeys = ReadonlyMap<string, SealingKey | null | SubjectKeyUnusable>;

async function findKeys(
  subjectKeys: UnsealDeps['subjectKeys'],
  recorded: readonly RecordedEvent[],
): Promise<FoundKeys> {
  const subjects = [...new Set(recorded.flatMap(({ metadata }) => metadata.subject ?? []))];
  if (subjects.length === 0) return new Map();
  try {
    return await subjectKeys.find(subjects);
  } catch (error) {
    if (!(error instanceof SubjectKeyUnusable)) throw error;
    const found = new Map<string, SealingKey | null | SubjectKeyUnusable>();
    for (const subject of subjects) {
      const key = await findKey(subjectKeys, subject);
      if (key !== undefined) found.set(subject, key);
    }
    return found;
  }
}

const findKey = (
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

const holdsSealed = (definition: StoredEventType, { data, metadata }: RecordedEvent): boolean =>
  metadata.subject !== undefined && definition.sealed.some((field) => isSealedField(data[field]));

/** Whether a field of stored data is sealed. */
export function isSealedField(value: StoredJson | undefined): value is SealedField {
  return value !== null && typeof value === 'object' && ('$sealed' in value || '$sealed_blob' in value);
}

/** An event whose sealed fields are to be opened. */
interface Unsealing {
  definition: StoredEventType;
  event: RecordedEvent;
  keys: FoundKeys;
}

interface UnsealDeps {
  subjectKeys: Pick<SubjectKeys, 'find'>;
  blobs: Pick<BlobStore, 'read'>;
}

/** The data with its sealed fields opened; null where they were erased, or are lost. */
async function unseal(
  { definition, event, keys }: Unsealing,
  deps: UnsealDeps,
): Promise<{ data: JsonObject; lost?: SealedValueLost }> {
  const key = usableKey(event, keys);
  const data = { ...event.data };
  let lost = key instanceof SealedValueLost ? key : undefined;
  for (const field of definition.sealed) {
    const value = data[field];
    if (!isSealedField(value)) continue;
    data[field] = null;
    if (key === null || lost) continue;
    try {
      const text = '$sealed' in value ? value.$sealed : await readSealed(event, value.$sealed_blob, deps);
      if (text !== undefined) data[field] = openField(event, key as SealingKey, field, text);
    } catch (error) {
      if (!(error instanceof SealedValueLost)) throw error;
      lost = error;
    }
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

function openField(event: RecordedEvent, key: SealingKey, field: string, text: string): StoredJson {
  try {
    return openValue(key, sealedPlaceOf(event.metadata.subject ?? '', event.type, event.id, field), text);
  } catch (error) {
    const reason =
      error instanceof SealingKeyMissing
        ? `was sealed under the key ${error.keyId}, which is not here`
        : 'does not open: it was changed or moved';
    throw new SealedValueLost(event, `its field ${field} ${reason}`, { cause: error });
  }
}

/** The sealed text, or undefined when it was erased since the keys were looked up. @throws SealedValueLost */
async function readSealed(
  event: RecordedEvent,
  { key }: Pick<BlobRef, 'key'>,
  { blobs, subjectKeys }: UnsealDeps,
): Promise<string | undefined> {
  try {
    return (await blobs.read(key)).toString();
  } catch (error) {
    if (error instanceof BlobDamaged) throw new SealedValueLost(event, error.message, { cause: error });
    if (!(error instanceof BlobNotFound || error instanceof BlobKeyMissing)) throw error;
    const { subject = '' } = event.metadata;
    if ((await findKey(subjectKeys, subject)) === null) return undefined;
    throw new SealedValueLost(event, `the blob ${key} it refers to is missing`, { cause: error });
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
export const where = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || 'data'}: ${issue.code}`).join(', ');
