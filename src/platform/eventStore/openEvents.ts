import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import { SubjectKeyUnusable } from '../sealing/subjectKeys.js';
import { TookTooLong, within } from '../within.js';
import type { RecordedEvent } from './eventStore.js';
import { EventUnreadable, type SealedValueLost } from './eventUnreadable.js';
import {
  fetchSealed,
  findKey,
  hasSealed,
  isSealedField,
  liesElsewhere,
  unseal,
  type Fetched,
  type FoundKeys,
  type KnownKeys,
  type UnsealDeps,
} from './unseal.js';

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

/** Opens events as `EventCodec.openBatch` says. `known` are keys that need not be asked for, and gets those that were. */
export type OpenBatch<Event> = (
  recorded: readonly RecordedEvent[],
  patience?: Patience,
  known?: KnownKeys,
) => Promise<Opened<Event>[]>;

/** How many events are opened in one turn of the event loop: what else goes on is not held up by a batch. */
const EVENTS_PER_TURN = 100;

/** Opens events, each with an outcome of its own. */
export function createOpener<Event>(
  definitions: ReadonlyMap<string, StoredEventType>,
  deps: UnsealDeps,
): OpenBatch<Event> {
  const openOne = (sealed: Sealed, keys: FoundKeys, fetched?: Fetched): Opened<Event> => {
    const { definition, event: recorded, fields } = sealed;
    const { data, lost } = fields.length > 0 ? unseal({ ...sealed, keys }, fetched) : { data: recorded.data };
    const known = check(definition, recorded, upcast(definition, recorded, data));
    const event: unknown = { ...recorded, data: known };
    return { recorded, event: event as Decoded<Event>, ...(lost && { lost }) };
  };
  return async (recorded, patience, known = new Map()) => {
    const keys = await findKeys(deps.subjectKeys, recorded, known);
    const from = patience ? { ...deps, blobs: patient(deps.blobs, patience) } : deps;
    const opened: Opened<Event>[] = [];
    // One after the other: what is large lies in the blob store, and all of it at once would be in memory at once.
    for (const [index, one] of recorded.entries()) {
      if (index % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
      try {
        const sealed = sealedIn(definitions, one);
        // Few have values there, and a promise for each event would cost as much as checking its shape.
        const fetched = liesElsewhere(one, sealed.fields) ? await fetchSealed({ ...sealed, keys }, from) : undefined;
        opened.push(openOne(sealed, keys, fetched));
      } catch (error) {
        opened.push({ recorded: one, error });
      }
    }
    return opened;
  };
}

/** An event, and which of its fields are sealed. */
interface Sealed {
  definition: StoredEventType;
  event: RecordedEvent;
  fields: readonly string[];
}

const NONE: readonly string[] = [];

/** @throws EventUnreadable where the type is not known */
function sealedIn(definitions: ReadonlyMap<string, StoredEventType>, event: RecordedEvent): Sealed {
  const definition = definitions.get(event.type);
  if (!definition) throw new EventUnreadable(event, 'its type is not registered');
  const { data, metadata } = event;
  const fields =
    metadata.subject === undefined ? NONE : definition.sealed.filter((field) => isSealedField(data[field]));
  return { definition, event, fields };
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

/** The keys that are known, and those that events have sealed values under. */
async function findKeys(
  subjectKeys: UnsealDeps['subjectKeys'],
  recorded: readonly RecordedEvent[],
  known: KnownKeys,
): Promise<FoundKeys> {
  const sealed = recorded.flatMap((event) => (hasSealed(event) ? (event.metadata.subject ?? []) : []));
  const subjects = [...new Set(sealed)].filter((subject) => !known.has(subject));
  if (subjects.length === 0) return known;
  try {
    for (const [subject, key] of await subjectKeys.find(subjects)) known.set(subject, key);
  } catch (error) {
    if (!(error instanceof SubjectKeyUnusable)) throw error;
    for (const subject of subjects) {
      const key = await findKey(subjectKeys, subject);
      if (key !== undefined) known.set(subject, key);
    }
  }
  return known;
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
