import { createSigns, mostDifferences, type Signs } from './signs.js';
import { SLOT, type VectorMemory, widthOf } from './vectorMemory.js';

/** Vectors that lie in one slot of memory, one behind the other, and behind them all their signs. */
export interface VectorSlot {
  readonly address: number;
  /** Four for each of them. */
  readonly ids: Uint32Array;
  count: number;
  /** The version of the set with which it changed last. */
  changed: number;
}

/** Where a vector lies. */
export interface Place {
  slot: VectorSlot;
  row: number;
}

/** How vectors of one length lie in a slot. */
export interface VectorRows {
  length: number;
  /** Bytes of one. */
  width: number;
  signs: Signs;
  /** How many a slot takes. */
  aSlot: number;
}

/** How vectors of some length lie. */
export function rowsOf(length: number): VectorRows {
  const [width, signs] = [widthOf(length), createSigns(length)];
  return { length, width, signs, aSlot: Math.floor(SLOT / (width + signs.width)) };
}

/** What is compared with rows; without signs where it is of another length. */
export interface Aimed {
  probe: Float32Array;
  rows: VectorRows;
  signs: Uint8Array | undefined;
}

/** Has the signs of what is compared, once for all slots. */
export const aimedAt = (probe: Float32Array, rows: VectorRows): Aimed => ({
  ...{ probe, rows },
  signs: probe.length === rows.length ? rows.signs.of(probe) : undefined,
});

/** Writes a vector and its signs. */
export function putRow(memory: VectorMemory, rows: VectorRows, place: Place, vector: Float32Array): void {
  const [numbers, signs] = partsAt(memory, rows, place);
  numbers.set(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
  signs.set(rows.signs.of(vector));
}

/** Overwrites one with another, and that with zeros. */
export function moveRow(memory: VectorMemory, rows: VectorRows, to: Place, from: Place): void {
  const [into, out] = [partsAt(memory, rows, to), partsAt(memory, rows, from)];
  out.forEach((bytes, part) => {
    into[part]!.set(bytes);
    bytes.fill(0);
  });
  to.slot.ids.set(from.slot.ids.subarray(4 * from.row, 4 * from.row + 4), 4 * to.row);
  from.slot.ids.fill(0, 4 * from.row, 4 * from.row + 4);
}

/** What is looked for in a slot. */
export interface Wanted {
  slot: VectorSlot;
  /** The least product. */
  least: number;
  /** Whether those alone are multiplied whose signs say that they may be near enough. */
  signs: boolean;
}

/** Calls back with the products of what the memory is aimed at with the vectors of a slot, where they are at least so much. */
export function compareRows(
  memory: VectorMemory,
  rows: VectorRows,
  { slot, least, signs }: Wanted,
  found: (row: number, product: number) => void,
): void {
  const all = { from: 0, count: slot.count };
  for (const { from, count } of signs ? nearRuns(memory, rows, slot, least) : [all]) {
    const products = memory.dots(slot.address + from * rows.width, count, rows.width);
    for (let row = 0; row < count; row++) {
      if (products[row]! >= least) found(from + row, products[row]!);
    }
  }
}

/** The bytes of a vector, and those of its signs. */
function partsAt(memory: VectorMemory, rows: VectorRows, { slot, row }: Place): [Uint8Array, Uint8Array] {
  const bytes = (at: number, length: number) => new Uint8Array(memory.numbers.buffer, slot.address + at, length);
  const { width, signs, aSlot } = rows;
  return [bytes(row * width, width), bytes(aSlot * width + row * signs.width, signs.width)];
}

/** Rows that lie one behind the other. */
interface Run {
  from: number;
  count: number;
}

/** The rows of a slot that may be near enough. */
function nearRuns(memory: VectorMemory, rows: VectorRows, { address, count }: VectorSlot, least: number): Run[] {
  const { width, signs, aSlot } = rows;
  const most = mostDifferences(signs.width, least);
  if (most >= 8 * signs.width) return [{ from: 0, count }];
  const differences = memory.differences(address + aSlot * width, count, signs.width);
  const runs: Run[] = [];
  let last: Run | undefined;
  for (let row = 0; row < count; row++) {
    if (differences[row]! > most) continue;
    if (last && last.from + last.count === row) last.count++;
    else runs.push((last = { from: row, count: 1 }));
  }
  return runs;
}
