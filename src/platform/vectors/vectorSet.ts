import { parse, stringify } from 'uuid';
import { SLOT, type VectorMemory, widthOf } from './vectorMemory.js';

/** Vectors that lie in one slot of memory, one behind the other. */
export interface VectorSlot {
  readonly address: number;
  /** Four for each of them. */
  readonly ids: Uint32Array;
  count: number;
  /** The version of the set with which it changed last. */
  changed: number;
}

/** Vectors of one length by their ids, which are UUIDs. A vector takes its numbers, sixteen bytes and little more. */
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
  /** Calls back with the products of what the memory is aimed at with the vectors of a slot, where they are at least so much. */
  compare(slot: VectorSlot, least: number, found: (id: string, product: number) => void): void;
  /** Overwrites all of them, and gives their memory back. */
  clear(): void;
}

/** Where a vector lies. */
interface Place {
  slot: VectorSlot;
  row: number;
}

/** A set with nothing in it. */
export function createVectorSet(memory: VectorMemory): VectorSet {
  const slots: VectorSlot[] = [];
  let [size, version, length, width] = [0, 0, 0, 0];

  const numbersOf = ({ address }: VectorSlot, row: number): Float32Array =>
    memory.numbers.subarray((address + row * width) / 4, (address + (row + 1) * width) / 4);
  const moveTo = (place: Place, from: Place): void => {
    numbersOf(place.slot, place.row).set(numbersOf(from.slot, from.row));
    numbersOf(from.slot, from.row).fill(0);
    place.slot.ids.set(from.slot.ids.subarray(4 * from.row, 4 * from.row + 4), 4 * place.row);
    from.slot.ids.fill(0, 4 * from.row, 4 * from.row + 4);
  };

  return {
    slots,
    get size() {
      return size;
    },
    get version() {
      return version;
    },
    add(id, vector) {
      if (size === 0) [length, width] = [vector.length, widthOf(vector.length)];
      if (vector.length !== length) throw new RangeError(`A vector has ${vector.length} numbers and not ${length}`);
      version++;
      const slot = slotWithRoom(slots, memory, Math.floor(SLOT / width));
      numbersOf(slot, slot.count).set(vector);
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
      moveTo(place, { slot: last, row: last.count - 1 });
      last.count--;
      size--;
      for (const slot of [place.slot, last]) slot.changed = version;
      if (last.count === 0) memory.giveBack(slots.pop()!.address);
      return true;
    },
    missing: (ids) => missingOf(slots, ids),
    compare({ address, ids, count }, least, found) {
      const products = memory.dots(address, count, width);
      for (let row = 0; row < count; row++) {
        if (products[row]! >= least) found(idAt(ids, row), products[row]!);
      }
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
