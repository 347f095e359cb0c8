/** What of one partition was taken in, what of it is done, and up to where it may be committed. */
export class OffsetTracker {
  /** False once the partition belongs to another member of the group. */
  current = true;
  readonly #open = new Set<bigint>();
  #newest = -1n;
  #committed: bigint | undefined;

  /** Number of messages taken in that are not done. */
  get waiting(): number {
    return this.#open.size;
  }

  /** Notes a message; false when it was taken in before, as after a fetch that was repeated. */
  take(offset: bigint): boolean {
    if (offset <= this.#newest) return false;
    this.#newest = offset;
    this.#open.add(offset);
    return true;
  }

  /** Notes that a message needs no more handling. */
  done(offset: bigint): void {
    this.#open.delete(offset);
  }

  /** The offset to commit (that of the first message still open, else behind the newest), when it has moved. */
  takeCommit(): bigint | undefined {
    if (this.#newest < 0n) return undefined;
    let next = this.#newest + 1n;
    for (const offset of this.#open) if (offset < next) next = offset;
    if (next === this.#committed) return undefined;
    this.#committed = next;
    return next;
  }

  /** The last commit did not get through: the next one is due even when nothing moves. */
  commitFailed(): void {
    this.#committed = undefined;
  }
}
