/** What of one partition was taken in, what of it is done, and up to where it may be committed. */
export interface OffsetTracker {
  /** False once the partition belongs to another member of the group. */
  current: boolean;
  /** Number of messages taken in that are not done. */
  readonly waiting: number;
  /** Notes a message; false when it was taken in before, as after a fetch that was repeated. */
  take(offset: bigint): boolean;
  /** Notes that a message needs no more handling. */
  done(offset: bigint): void;
  /** The offset to commit (that of the first message still open, else behind the newest), when it has moved. */
  takeCommit(): bigint | undefined;
  /** The last commit did not get through: the next one is due even when nothing moves. */
  commitFailed(): void;
}

/** Nothing is taken in yet. */
export function createOffsetTracker(): OffsetTracker {
  const open = new Set<bigint>();
  let newest = -1n;
  let committed: bigint | undefined;
  return {
    current: true,
    get waiting() {
      return open.size;
    },
    take(offset) {
      if (offset <= newest) return false;
      newest = offset;
      open.add(offset);
      return true;
    },
    done: (offset) => void open.delete(offset),
    takeCommit() {
      if (newest < 0n) return undefined;
      let next = newest + 1n;
      for (const offset of open) if (offset < next) next = offset;
      if (next === committed) return undefined;
      committed = next;
      return next;
    },
    commitFailed: () => void (committed = undefined),
  };
}
