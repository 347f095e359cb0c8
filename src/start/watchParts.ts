import type { DocumentEngine } from '../engines/documents/documentEngine.js';
import type { Bus } from '../platform/bus/bus.js';
import { NoRoomForBlobs } from '../platform/blobs/blobStore.js';
import type { Config } from '../platform/config.js';
import { EventStoreDenied, type EventStore } from '../platform/eventStore/eventStore.js';
import { NotWell, type ProcessProbes } from '../platform/health.js';
import { within } from '../platform/within.js';
import { assertProjectionsRun } from '../projections/core/checkpoints.js';
import type { Follower } from '../projections/core/projection.js';
import { countSetAside } from '../projections/core/setAside.js';
import { assertGoesOn, type Projector } from '../projections/core/projector.js';
import type { Stores } from './stores.js';

/** What everybody stands on. */
type WatchedStores = Pick<Stores, 'database' | 'eventStore' | 'blobs'> & { bus: Pick<Bus, 'kind' | 'ping'> };

/** What a process has of what is looked after. */
export interface Watched {
  engine: Pick<DocumentEngine, 'describe'> | undefined;
  projector: Pick<Projector, 'status'> | undefined;
  /** Every read model, in whichever process it is kept. */
  projections: readonly Follower[];
}

/** Lets the probes of a process ask what its roles stand on. */
export function watchParts(
  probes: ProcessProbes,
  { roles }: Pick<Config, 'roles'>,
  { database, eventStore, blobs, bus }: WatchedStores,
  { engine, projector, projections }: Watched,
): void {
  probes.watch({ name: 'database', kind: database.kind, ask: () => database.ping(), needed: true });
  probes.watch({ name: 'event_store', kind: eventStore.kind, ask: () => askEventStore(eventStore), needed: true });
  probes.watch({ name: 'blobs', kind: blobs.kind, ask: () => blobs.ping(), needed: engine !== undefined });
  // What is there can be read all the same, and work waits.
  probes.watch({ name: 'room_for_files', kind: blobs.kind, ask: () => askRoom(blobs), needed: false });
  // Without it the API still answers everything but asynchronous runs.
  const needsBus = roles.has('relay') || roles.has('worker');
  probes.watch({ name: 'bus', kind: bus.kind, ask: () => bus.ping(), needed: needsBus && !roles.has('api') });
  // A read model that has stopped can still be read; taking every process away would help nobody.
  const askProjections = async (): Promise<string | undefined> => {
    assertGoesOn(projector?.status() ?? []); // knows what could not be noted, and what is noted by nobody
    await assertProjectionsRun(database.knex, projections);
    await assertMayFollow(eventStore);
    const aside = [...(await countSetAside(database.knex, projections))].filter(([, count]) => count > 0);
    return aside.map(([name, count]) => `${name}: ${count} set aside`).join(', ') || undefined;
  };
  probes.watch({ name: 'projections', ask: askProjections, needed: false });
  if (engine) probes.watch({ name: 'document_engine', ask: () => engine.describe(), needed: true });
}

/** @throws NotWell naming the right that is missing, and whatever else keeps the store from answering */
async function askEventStore(eventStore: Pick<EventStore, 'ping'>): Promise<void> {
  await eventStore.ping().catch((error: unknown) => {
    throw error instanceof EventStoreDenied ? new NotWell(error.message) : error;
  });
}

/** @throws NotWell where nothing can be stored */
async function askRoom(blobs: Pick<Stores['blobs'], 'assertRoom'>): Promise<void> {
  await blobs.assertRoom().catch((error: unknown) => {
    throw error instanceof NoRoomForBlobs ? new NotWell(error.message) : error;
  });
}

/** Longest look for a missing right, well below the patience of who asks for health. */
const RIGHTS_MS = 1_000;

/**
 * Whether read models can be kept, as far as that is a matter of rights: a subscription that is open goes on without them, and
 * cannot be opened again. @throws NotWell
 */
async function assertMayFollow(eventStore: Pick<EventStore, 'ping'>): Promise<void> {
  await within(RIGHTS_MS, askEventStore(eventStore)).catch((error: unknown) => {
    if (error instanceof NotWell) throw error; // a store that is away is told of as such
  });
}
