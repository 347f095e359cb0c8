import { EngineUnavailable } from '../../engines/documents/documentEngine.js';
import { onceItWorks } from '../../platform/onceItWorks.js';
import type { DroppedVector, SealedVectors } from '../../platform/sealing/sealedVectors.js';
import { createVectorMemory, type VectorMemory, VectorsFull } from '../../platform/vectors/vectorMemory.js';
import { createVectorSet, type VectorSet } from '../../platform/vectors/vectorSet.js';
import { sharedRuns } from './sharedRuns.js';

/** How many are opened with one statement. */
const AT_ONCE = 500;

/** The faces of a space, in the clear. One that is erased goes out of it, also while somebody looks through it. */
export interface OpenedSpace {
  readonly set: VectorSet;
  /** The ids of those whose numbers are damaged. */
  readonly damaged: ReadonlySet<string>;
  /** Opens those that came since; resolves when all are there that were kept before it was asked. */
  catchUp(): Promise<void>;
}

/** The numbers of faces, opened once for all searches, and kept no longer than their keys. */
export interface OpenedFaces {
  /** Lets a space be used; what is there to begin with may be nothing. It stays as long as that takes. */
  use<Answer>(space: string, use: (opened: OpenedSpace) => Promise<Answer>): Promise<Answer>;
}

interface Kept extends OpenedSpace {
  damaged: Set<string>;
  users: number;
  /** Takes one out. */
  drop(vector_id: string): void;
}

/** How faces are kept open. */
export interface OpenedFacesOptions {
  /** Bytes that are kept; of a space that is being searched there may be more. */
  mostBytes: number;
  /** As of `createVectorSet`. */
  many?: number | undefined;
  /** For tests. */
  memory?: VectorMemory;
}

/** Nothing is opened yet. */
export function createOpenedFaces(
  sealed: Pick<SealedVectors, 'since' | 'read' | 'onDropped'>,
  { mostBytes, many, memory = createVectorMemory() }: OpenedFacesOptions,
): OpenedFaces {
  /** The one that was used last is the last. */
  const spaces = new Map<string, Kept>();
  /** Those that may have missed something, as long as somebody uses them. */
  const left = new Set<Kept>();

  const close = (kept: Kept): void => {
    kept.set.clear();
    left.delete(kept);
  };
  /** Closes those that were not used for longest, and are not now, until no more is kept than may be. */
  const trim = (): void => {
    for (const [space, kept] of spaces) {
      if (memory.used <= mostBytes) return;
      if (kept.users > 0) continue;
      spaces.delete(space);
      close(kept);
    }
  };
  const dropped = (which: DroppedVector | undefined): void => {
    if (which) {
      // Where many go at once, as with all of a tenant, nobody looks for them in registers that they were not in.
      spaces.get(which.space)?.drop(which.vector_id);
      for (const kept of left) kept.drop(which.vector_id);
      return;
    }
    for (const kept of spaces.values()) {
      if (kept.users === 0) close(kept);
      else left.add(kept);
    }
    spaces.clear();
  };
  // Nothing is opened before it is heard of what is erased.
  const listen = onceItWorks(() => sealed.onDropped(dropped));

  return {
    async use(space, use) {
      await listen();
      const kept = spaces.get(space) ?? open(space, { sealed, memory, many, trim });
      spaces.delete(space);
      spaces.set(space, kept);
      kept.users++;
      try {
        return await use(kept);
      } catch (error) {
        if (!(error instanceof VectorsFull)) throw error;
        throw new EngineUnavailable('There is no room for so many faces; try again later.', { cause: error });
      } finally {
        kept.users--;
        if (kept.users === 0 && left.has(kept)) close(kept);
        trim();
      }
    },
  };
}

/** What a space is opened with. */
interface OpenDeps {
  sealed: Pick<SealedVectors, 'since' | 'read'>;
  memory: VectorMemory;
  many: number | undefined;
  /** Makes room. */
  trim(): void;
}

/** A space with nothing in it yet. */
function open(space: string, { sealed, memory, many, trim }: OpenDeps): Kept {
  const set = createVectorSet(memory, many);
  const damaged = new Set<string>();
  /** What was erased since the vectors were asked for that are on their way. */
  let gone = new Set<string>();
  let mark: string | undefined;

  const read = async (ids: readonly string[]): Promise<void> => {
    gone = new Set();
    for (const [id, { vector }] of await sealed.read(ids)) {
      if (gone.has(id)) vector?.fill(0);
      else if (!vector) damaged.add(id);
      else {
        set.add(id, vector);
        vector.fill(0); // it is in the set, and how long memory keeps what nobody refers to is not known
      }
    }
  };
  const catchUp = sharedRuns(async () => {
    const now = await sealed.since(space, mark);
    const missing = set.missing(now.ids).filter((id) => !damaged.has(id));
    for (let at = 0; at < missing.length; at += AT_ONCE) {
      trim();
      await read(missing.slice(at, at + AT_ONCE));
    }
    mark = now.mark;
  });

  return {
    ...{ set, damaged, users: 0, catchUp },
    drop(vector_id) {
      gone.add(vector_id);
      if (!damaged.delete(vector_id)) set.remove(vector_id);
    },
  };
}
