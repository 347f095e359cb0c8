import type { Database } from '../../platform/database/database.js';
import { toPosition, type Position } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { readYourWritesWait } from '../../platform/metrics.js';
import { within } from '../../platform/within.js';
import { CHECKPOINT_CHANNEL, checkpointKey, readCheckpoints } from './checkpoints.js';
import type { CheckpointSignal } from './checkpointSignal.js';
import type { Follower } from './projection.js';
import type { ReadModels } from './readModels.js';

/** What a write led to, as far as readers are concerned. `Committed` of the commands is one. */
export interface Written {
  position?: Position;
  event_types: readonly string[];
}

/** Holds answers back until what they wrote can be read. */
export interface ReadYourWrites {
  /**
   * Resolves once every read model that the write concerns has taken it in, in whichever process, or after 2 seconds:
   * the write is safe either way, and a late read model is better than a hanging answer. One that is kept elsewhere and was late is not
   * waited for until it has come to where it was missed: what it stands on may be away for hours, and every write would take so long.
   */
  wait(written: Written): Promise<void>;
  /** Waits in the same way for what others wrote; resolves with whether all of it can be read. */
  shown(written: Written): Promise<boolean>;
}

const LONGEST_WAIT_MS = 2_000;

/** What it stands on; `signal` is the one that this process's projector moves, if it has one. */
export interface ReadYourWritesDeps {
  database: Database;
  /** Says which versions are read here. */
  readModels: Pick<ReadModels, 'served'>;
  projections: readonly Follower[];
  /** Those of them that are not kept in the database. */
  elsewhere?: readonly Follower[];
  signal: CheckpointSignal;
  log: Log;
}

/** Listens to the checkpoints of all processes from the first wait on. */
export function createReadYourWrites({
  database,
  readModels,
  projections,
  elsewhere = [],
  signal,
  log,
}: ReadYourWritesDeps): ReadYourWrites {
  const missed = createMissed(signal, elsewhere);
  const lookUp = async (): Promise<void> => {
    for (const checkpoint of await readCheckpoints(database.knex)) {
      if (checkpoint.position !== undefined) signal.moved(checkpointKey(checkpoint), checkpoint.position);
    }
  };
  const onNotify = (payload: string | undefined): void => {
    const [name = '', position] = payload?.split(':') ?? [];
    if (position !== undefined) return signal.moved(name, toPosition(position));
    // Notifications may have been missed.
    lookUp().catch((error: unknown) => log.warn({ err: error }, 'checkpoints could not be looked up'));
  };
  let listening: Promise<unknown> | undefined;
  const listen = (): Promise<unknown> =>
    (listening ??= database
      .listen(CHECKPOINT_CHANNEL, onNotify)
      .then(lookUp)
      .catch((error: unknown) => {
        listening = undefined;
        log.warn({ err: error }, 'checkpoints cannot be listened to');
      }));

  const servedOf = async ({ name, version }: Follower): Promise<string> => {
    const served = within(LONGEST_WAIT_MS, readModels.served({ name, version }));
    return checkpointKey({ name, version: await served.catch(() => version) });
  };

  const look = async (position: Position, event_types: readonly string[]): Promise<Look> => {
    const concerned = projections.filter(({ eventTypes }) => eventTypes.some((type) => event_types.includes(type)));
    const began = performance.now();
    // Not awaited: what this process projects is signalled without it.
    void listen();
    const names = await Promise.all(concerned.map(servedOf));
    const left = LONGEST_WAIT_MS - (performance.now() - began);
    const awaited = await missed.without(names);
    const inTime = await signal.waitFor(awaited, position, Math.max(0, left));
    if (!inTime) await missed.add(awaited, position);
    return { names, seen: inTime && awaited.length === names.length };
  };

  return {
    async wait({ position, event_types }) {
      if (position === undefined) return;
      const stopTimer = readYourWritesWait.startTimer();
      const { names, seen } = await look(position, event_types);
      stopTimer({ outcome: seen ? 'seen' : 'timeout' });
      if (!seen) log.warn({ projections: names, position: position.toString() }, 'read models are late');
    },

    shown: async ({ position, event_types }) => position === undefined || (await look(position, event_types)).seen,
  };
}

/** Which read models a write concerns, and whether all of them have taken it in. */
interface Look {
  names: readonly string[];
  seen: boolean;
}

/** Which of the read models that are kept elsewhere were late, and at which position they were missed. */
function createMissed(signal: CheckpointSignal, elsewhere: readonly Follower[]) {
  const late = new Map<string, Position>();
  const own = new Set(elsewhere.map(checkpointKey));
  const hasPassed = (name: string, position: Position): Promise<boolean> => signal.waitFor([name], position, 0);
  return {
    /** Those that are not late still. */
    async without(names: readonly string[]): Promise<string[]> {
      for (const name of names) {
        const at = late.get(name);
        if (at !== undefined && (await hasPassed(name, at))) late.delete(name);
      }
      return names.filter((name) => !late.has(name));
    },
    async add(names: readonly string[], position: Position): Promise<void> {
      for (const name of names) {
        if (own.has(name) && !(await hasPassed(name, position))) late.set(name, late.get(name) ?? position);
      }
    },
  };
}
