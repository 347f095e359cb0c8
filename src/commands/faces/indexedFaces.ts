import { validate as isUuid } from 'uuid';
import type { FaceModelFacts } from '../../engines/faces/faceEngine.js';
import type { Log } from '../../platform/log.js';
import type { SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { type VectorIndex, VectorIndexAway } from '../../platform/vectors/vectorIndex.js';
import { isOfVectors, SPACES_OF_FACES } from './faceSpaces.js';
import { createIndexedSpace } from './indexedSpace.js';

/** What an index has of faces: all that there are where registers are looked through in it, and none for longer than its key. Does nothing where there is no index. */
export interface IndexedFaces {
  /** Deletes each face that is erased from now on. Gives back how to stop it, which resolves when nothing of it runs any more. */
  followErased(): () => Promise<void>;
  /** Deletes what the index has and the database has not, and writes what it has not, wherever that was lost. @throws VectorIndexAway */
  compare(stopping: AbortSignal): Promise<FacesCompared>;
  /** Has it begun that what was deleted goes from the disk. @throws VectorIndexAway */
  purge(): Promise<void>;
}

/** What a comparison of an index with the database came to. */
export interface FacesCompared {
  /** Faces that had been erased. */
  deleted: number;
  /** Registers that were looked through for what the index has not. */
  registers: number;
}

declare module '../core/commands.js' {
  interface Commands {
    indexedFaces: IndexedFaces;
  }
}

/** What it stands on. */
export interface IndexedFacesDeps {
  sealedVectors: Pick<SealedVectors, 'among' | 'onDropped' | 'read' | 'since' | 'spaces'>;
  vectorIndex: VectorIndex | undefined;
  /** Whether registers are looked through in the index. Where they were once, erasing still has to reach it. */
  isSearched: boolean;
  /** Those that say the numbers of faces: how many, and what their spaces are called by. */
  networks: readonly Pick<FaceModelFacts, 'vectors' | 'length'>[];
  log: Pick<Log, 'warn' | 'error'>;
}

/** For how long those that are erased are gathered: a tenant's go together. */
const GATHER_MS = 200;

/** Most that wait to be deleted. What is more is found when all are compared. */
const MOST_WAITING = 100_000;

/** After how long what could not be listened to is listened to again. */
const LISTEN_AGAIN_MS = 10_000;

/** Keeps an index as the database is. */
export function createIndexedFaces({ vectorIndex: index, isSearched, ...deps }: IndexedFacesDeps): IndexedFaces {
  if (!index) return NOTHING;
  return {
    followErased: () => (isSearched ? followErased({ ...deps, index }) : NOTHING.followErased()),
    async compare(stopping) {
      const deleted = await deleteErased({ ...deps, index }, stopping);
      return { deleted, registers: isSearched ? await writeMissing({ ...deps, index }, stopping) : 0 };
    },
    purge: () => index.purge(),
  };
}

const NOTHING: IndexedFaces = {
  followErased: () => () => Promise.resolve(),
  compare: () => Promise.resolve({ deleted: 0, registers: 0 }),
  purge: () => Promise.resolve(),
};

type Deps = Pick<IndexedFacesDeps, 'sealedVectors' | 'networks' | 'log'> & { index: VectorIndex };

async function deleteErased(
  { sealedVectors, index }: Pick<Deps, 'sealedVectors' | 'index'>,
  stopping: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (let after: string | undefined; !stopping.aborted;) {
    const page = await index.page(after);
    if (page.ids.length === 0) break;
    const there = await sealedVectors.among(page.ids.filter((id) => isUuid(id)));
    const gone = page.ids.filter((id) => !there.has(id));
    if (gone.length > 0) await index.drop(gone);
    deleted += gone.length;
    // What somebody wrote there without an id to go by comes last, and again and again.
    if (page.after === after) break;
    after = page.after;
  }
  return deleted;
}

async function writeMissing({ sealedVectors, index, networks, log }: Deps, stopping: AbortSignal): Promise<number> {
  let registers = 0;
  for (const space of await sealedVectors.spaces(SPACES_OF_FACES)) {
    if (stopping.aborted) break;
    // Of networks that this process does not have nobody looks for anybody, or those who do write them.
    const made = networks.find(({ vectors }) => isOfVectors(space, vectors));
    if (!made) continue;
    try {
      await createIndexedSpace(
        { sealed: sealedVectors, index, log },
        { space, length: made.length, stopping },
      ).catchUp();
      registers += 1;
    } catch (error) {
      // One that is broken keeps no other from being written.
      if (error instanceof VectorIndexAway) throw error;
      log.error({ err: error }, 'a register of faces could not be compared with its index');
    }
  }
  return registers;
}

/** What is not deleted as it is heard of is found when all are compared: here nothing is tried twice. */
function followErased({ sealedVectors, index, log }: Omit<Deps, 'networks'>): () => Promise<void> {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let deleting: Promise<void> | undefined;
  let stopped = false;

  const deleteAll = async (): Promise<void> => {
    const ids = [...waiting];
    waiting.clear();
    await index.drop(ids).catch((err: unknown) => {
      log.warn({ err, faces: ids.length }, 'faces that were erased are still in the index, where nobody is told of them; they are deleted within an hour'); // prettier-ignore
    });
  };
  const flush = (): void => {
    timer = undefined;
    deleting ??= deleteAll().finally(() => {
      deleting = undefined;
      if (waiting.size > 0) flush();
    });
  };
  let stopListening: (() => Promise<void>) | undefined;
  let again: NodeJS.Timeout | undefined;
  const listen = async (): Promise<void> => {
    if (stopped) return;
    try {
      stopListening = await sealedVectors.onDropped((which) => {
        if (!which || waiting.size >= MOST_WAITING) return;
        waiting.add(which.vector_id);
        timer ??= setTimeout(flush, GATHER_MS);
      });
    } catch (err) {
      log.warn(
        { err },
        'which faces are erased cannot be heard now; those that are meanwhile are deleted in the index within an hour',
      );
      again = setTimeout(() => void (listening = listen()), LISTEN_AGAIN_MS);
    }
  };
  let listening = listen();
  return async () => {
    stopped = true;
    await listening;
    await stopListening?.();
    clearTimeout(again);
    clearTimeout(timer);
    while (deleting) await deleting;
    if (waiting.size > 0) await deleteAll();
  };
}
