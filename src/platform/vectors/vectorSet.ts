import { parse, stringify } from 'uuid';
import { createSigns, mostDifferences, type Signs } from './signs.js';
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

/** Where a vector lies. */
interface Place {
  slot: VectorSlot;
  row: number;
}

/** From how many vectors on signs are looked at first: among fewer, all products are there in some milliseconds. */
const MANY = 10_000;

/** How vectors of one length lie in a slot: their numbers, and behind them all their signs. Bytes. */
interface Shape {
  length: number;
  width: number;
  signs: Signs;
  /** How many a slot takes. */
  rows: number;
}

function shapeOf(length: number): Shape {
  const [width, signs] = [widthOf(length), createSigns(length)];
  return { length, width, signs, rows: Math.floor(SLOT / (width + signs.width)) };
}

/** What is compared with a set; without signs where it is of another length. */
interface Aimed {
  probe: Float32Array;
  shape: Shape;
  signs: Uint8Array | undefined;
}

const aimedAt = (probe: Float32Array, shape: Shape): Aimed => ({
  ...{ probe, shape },
  signs: probe.length === shape.length ? shape.signs.of(probe) : undefined,
});

/** Rows that lie one behind the other. */
interface Run {
  from: number;
  count: number;
}

/** The rows that differ no more than so much. */
function runsUpTo(most: number, differences: Uint32Array): Run[] {
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let row = 0; row < differences.length; row++) {
    if (differences[row]! > most) continue;
    if (last && last.from + last.count === row) last.count++;
    else runs.push((last = { from: row, count: 1 }));
  }
  return runs;
}

/** A set with nothing in it. @param many for tests */
export function createVectorSet(memory: VectorMemory, many = MANY): VectorSet {
  const slots: VectorSlot[] = [];
  let [size, version] = [0, 0];
  let shape = shapeOf(1);
  let aimed: Aimed | undefined;

  const placeIn = ({ address }: VectorSlot, row: number): Uint8Array[] => {
    const { width, signs, rows } = shape;
    const bytes = (at: number, length: number) => new Uint8Array(memory.numbers.buffer, address + at, length);
    return [bytes(row * width, width), bytes(rows * width + row * signs.width, signs.width)];
  };
  const moveTo = (place: Place, from: Place): void => {
    const [to, origin] = [placeIn(place.slot, place.row), placeIn(from.slot, from.row)];
    origin.forEach((bytes, part) => {
      to[part]!.set(bytes);
      bytes.fill(0);
    });
    place.slot.ids.set(from.slot.ids.subarray(4 * from.row, 4 * from.row + 4), 4 * place.row);
    from.slot.ids.fill(0, 4 * from.row, 4 * from.row + 4);
  };
  /** Which rows of a slot may be near enough. */
  const nearRuns = ({ address, count }: VectorSlot, least: number): Run[] => {
    const { width, signs, rows } = shape;
    const most = size >= many && aimed?.signs ? mostDifferences(signs.width, least) : Infinity;
    if (most >= 8 * signs.width) return [{ from: 0, count }];
    return runsUpTo(most, memory.differences(address + rows * width, count, signs.width));
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
      if (size === 0) shape = shapeOf(vector.length);
      const { length, rows, signs } = shape;
      if (vector.length !== length) throw new RangeError(`A vector has ${vector.length} numbers and not ${length}`);
      version++;
      const slot = slotWithRoom(slots, memory, rows);
      const [numbers, its] = placeIn(slot, slot.count);
      numbers!.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
      its!.set(signs.of(vector));
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
    aim(probe) {
      if (aimed?.probe !== probe || aimed.shape !== shape) aimed = aimedAt(probe, shape);
      memory.aim(probe, aimed.signs);
    },
    compare(slot, least, found) {
      for (const { from, count } of nearRuns(slot, least)) {
        const products = memory.dots(slot.address + from * shape.width, count, shape.width);
        for (let row = 0; row < count; row++) {
          if (products[row]! >= least) found(idAt(slot.ids, from + row), products[row]!);
        }
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
