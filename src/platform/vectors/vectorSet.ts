import { parse, stringify } from 'uuid';
import {
  type Aimed,
  aimedAt,
  compareRows,
  moveRow,
  type Place,
  putRow,
  rowsOf,
  type VectorSlot,
} from './vectorRows.js';
import type { VectorMemory } from './vectorMemory.js';

/** Vectors of one length by their ids, which are UUIDs. A vector takes its numbers, its signs, sixteen bytes and little more. */
export interface VectorSet {
  /** How many there are. */
  readonly size: number;
  /** All but the last are full. */
  readonly slots: readonly VectorSlot[];
  /** Goes up with each change. */
  readonly version: number;
  /** Adds one that is not there. @throws RangeError where its length is another @throws VectorsFull */
  add(id: string, vector: Float32Array): void;
  /** Overwrites one; false where it is not there. The last one takes its place. */
  remove(id: string): boolean;
  /** Which of some ids are not there. */
  missing(ids: readonly string[]): string[];
  /** Has the memory aimed at a vector, to be compared with these. @throws RangeError where it is too long */
  aim(probe: Float32Array): void;
  /**
   * Calls back with the products of what was aimed with the vectors of a slot, where they are at least so much. In a large set those alone are
   * multiplied whose signs say that they may be: one of some thousands that is just so near is missed, `signs.ts`. Vectors have a length of 1.
   */
  compare(slot: VectorSlot, least: number, found: (id: string, product: number) => void): void;
  /** Overwrites all of them, and gives their memory back. */
  clear(): void;
}

/** From how many vectors on signs are looked at first: among fewer, all products are there in some milliseconds. */
const MANY = 10_000;

/** A set with nothing in it. @param many for tests */
export function createVectorSet(memory: VectorMemory, many = MANY): VectorSet {
  const slots: VectorSlot[] = [];
  let [size, version] = [0, 0];
  let rows = rowsOf(1);
  let aimed: Aimed | undefined;

  return {
    slots,
    get size() {
      return size;
    },
    get version() {
      return version;
    },
    add(id, vector) {
      if (size === 0) rows = rowsOf(vector.length);
      if (vector.length !== rows.length)
        throw new RangeError(`A vector has ${vector.length} numbers and not ${rows.length}`);
      version++;
      const slot = slotWithRoom(slots, memory, rows.aSlot);
      putRow(memory, rows, { slot, row: slot.count }, vector);
      slot.ids.set(wordsOf(id), 4 * slot.count);
      slot.count++;
      slot.changed = version;
      size++;
    },
    remove(id) {
      const place = placeOf(slots, wordsOf(id));
      const last = slots.at(-1);
      if (!place || !last) return false;
      version++;
      moveRow(memory, rows, place, { slot: last, row: last.count - 1 });
      last.count--;
      size--;
      for (const slot of [place.slot, last]) slot.changed = version;
      if (last.count === 0) memory.giveBack(slots.pop()!.address);
      return true;
    },
    missing: (ids) => missingOf(slots, ids),
    aim(probe) {
      if (aimed?.probe !== probe || aimed.rows !== rows) aimed = aimedAt(probe, rows);
      memory.aim(probe, aimed.signs);
    },
    compare(slot, least, found) {
      const signs = size >= many && aimed?.signs !== undefined;
      compareRows(memory, rows, { slot, least, signs }, (row, product) => found(idAt(slot.ids, row), product));
    },
    clear() {
      version++;
      for (const slot of slots.splice(0)) {
        slot.count = 0;
        memory.giveBack(slot.address);
      }
      size = 0;
    },
  };
}

const wordsOf = (id: string): Uint32Array => new Uint32Array(Uint8Array.from(parse(id)).buffer);

const idAt = (ids: Uint32Array, row: number): string =>
  stringify(new Uint8Array(ids.slice(4 * row, 4 * row + 4).buffer));

/** The last word is random in ids of versions 4 and 7: it decides nearly always. */
const isAt = (ids: Uint32Array, row: number, words: Uint32Array): boolean =>
  ids[4 * row + 3] === words[3] &&
  ids[4 * row] === words[0] &&
  ids[4 * row + 1] === words[1] &&
  ids[4 * row + 2] === words[2];

function placeOf(slots: readonly VectorSlot[], words: Uint32Array): Place | undefined {
  for (const slot of slots) {
    for (let row = 0; row < slot.count; row++) if (isAt(slot.ids, row, words)) return { slot, row };
  }
  return undefined;
}

function missingOf(slots: readonly VectorSlot[], ids: readonly string[]): string[] {
  const missing = new Set(ids);
  if (slots.length === 0 || ids.length === 0) return [...missing];
  const lastWords = new Set(ids.map((id) => wordsOf(id)[3]!));
  for (const { ids: there, count } of slots) {
    for (let row = 0; row < count; row++) {
      if (lastWords.has(there[4 * row + 3]!)) missing.delete(idAt(there, row));
    }
  }
  return [...missing];
}

/** The last slot, or a new one where it is full. @param rows How many vectors a slot takes @throws VectorsFull */
function slotWithRoom(slots: VectorSlot[], memory: VectorMemory, rows: number): VectorSlot {
  const last = slots.at(-1);
  if (last && last.count < rows) return last;
  const slot = { address: memory.take(), ids: new Uint32Array(4 * rows), count: 0, changed: 0 };
  slots.push(slot);
  return slot;
}
