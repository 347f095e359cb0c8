import {
  ADD,
  AGAIN_IF,
  constant,
  END_OF,
  F32_ADD,
  F32_STORE,
  F32X4_ADD,
  F32X4_MUL,
  f32Lane,
  get,
  I16X8_ADD,
  I32,
  I32_STORE,
  i32Lane,
  LESS,
  load,
  LOOP,
  moduleOf,
  PAIRS_OF_BYTES,
  PAIRS_OF_SHORTS,
  POPCNT,
  set,
  SUB,
  tee,
  V128,
  XOR,
  ZERO,
} from './instructions.js';

/**
 * What a probe is compared with many rows by, as WebAssembly: sixteen bytes at once, which JavaScript does not have, and nothing native.
 * Both go through rows that lie one behind the other. All are bytes in memory; there is at least one row.
 */
interface VectorProgram {
  /** Adds up the products of the numbers of the probe with those of each row. @param width of a row, a multiple of `WIDTH_STEP` */
  dots: (probe: number, row: number, count: number, width: number, out: number) => void;
  /** Counts the bits in which the probe and each row differ. @param width of a row, a multiple of `SIGNS_STEP`, less than 64 KiB */
  differences: (probe: number, row: number, count: number, width: number, out: number) => void;
}

/** Bytes that are multiplied at a time: rows are filled up with zeros. */
export const WIDTH_STEP = 64;

/** Bytes of bits that are compared at a time. */
export const SIGNS_STEP = 16;

/** Bytes of a page of memory of WebAssembly. */
export const PAGE = 65_536;

/** Most pages that it has: 4 GiB. */
export const MOST_PAGES = 65_536;

/** Memory of WebAssembly. */
interface PagedMemory {
  /** Another one after each `grow`. */
  readonly buffer: ArrayBuffer;
  /** @throws RangeError where there are no more */
  grow(pages: number): number;
}

/** What is used of WebAssembly, for which this version of Node has no types. */
interface WebAssemblyOfNode {
  Memory: new (pages: { initial: number; maximum: number }) => PagedMemory;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: VectorProgram };
}

declare const WebAssembly: WebAssemblyOfNode;

/** Memory of some pages, and what compares what is in it. */
export function createVectorProgram(pages: number): { memory: PagedMemory } & VectorProgram {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
  return { memory, dots: exports.dots, differences: exports.differences };
}

const [PROBE, ROW, COUNT, WIDTH, OUT, END, AT] = [0, 1, 2, 3, 4, 5, 6] as const;
const SUMS = [7, 8, 9, 10] as const;
const [A, B, C, D] = SUMS;

/**
 * Goes through all rows, and in each from the probe's beginning to its end: as in
 *
 *     for (; count > 0; count--, out += 4) {
 *       before
 *       for (at = probe; at < probe + width; at += step, row += step) within
 *       behind
 *     }
 */
const throughRows = (step: number, parts: { before: number[]; within: number[]; behind: number[] }): number[] => [
  ...LOOP,
  ...[...get(PROBE), ...set(AT), ...get(PROBE), ...get(WIDTH), ADD, ...set(END)],
  ...parts.before,
  ...LOOP,
  ...parts.within,
  ...[...get(ROW), ...constant(step), ADD, ...set(ROW)],
  ...[...get(AT), ...constant(step), ADD, ...tee(AT), ...get(END), LESS, ...AGAIN_IF],
  END_OF,
  ...parts.behind,
  ...[...get(OUT), ...constant(4), ADD, ...set(OUT)],
  ...[...get(COUNT), ...constant(1), SUB, ...tee(COUNT), ...AGAIN_IF],
  ...[END_OF, END_OF],
];

const clear = (sum: number): number[] => [...ZERO, ...set(sum)];

/** `sum += at[offset..offset + 16] * row[…]`, four lanes of 32 bits. */
const multiply = (sum: number, offset: number): number[] => [
  ...[...get(sum), ...get(AT), ...load(offset), ...get(ROW), ...load(offset)],
  ...[...F32X4_MUL, ...F32X4_ADD, ...set(sum)],
];

/** Four sums side by side, none of which waits for another. */
const DOTS = throughRows(WIDTH_STEP, {
  before: SUMS.flatMap(clear),
  within: SUMS.flatMap((sum, at) => multiply(sum, 16 * at)),
  behind: [
    ...[...get(A), ...get(B), ...F32X4_ADD, ...get(C), ...get(D), ...F32X4_ADD, ...F32X4_ADD, ...set(A)],
    ...[...get(OUT), ...get(A), ...f32Lane(0), ...get(A), ...f32Lane(1), F32_ADD],
    ...[...get(A), ...f32Lane(2), ...get(A), ...f32Lane(3), F32_ADD, F32_ADD, ...F32_STORE],
  ],
});

/** Bits of bytes are counted, and added up in eight lanes of 16 bits: a row of less than 64 KiB has less than 65,536 in each. */
const DIFFERENCES = throughRows(SIGNS_STEP, {
  before: clear(A),
  within: [
    ...[...get(A), ...get(AT), ...load(0), ...get(ROW), ...load(0), ...XOR],
    ...[...POPCNT, ...PAIRS_OF_BYTES, ...I16X8_ADD, ...set(A)],
  ],
  behind: [
    ...[...get(A), ...PAIRS_OF_SHORTS, ...set(A)],
    ...[...get(OUT), ...get(A), ...i32Lane(0), ...get(A), ...i32Lane(1), ADD],
    ...[...get(A), ...i32Lane(2), ...get(A), ...i32Lane(3), ADD, ADD, ...I32_STORE],
  ],
});

const MODULE = moduleOf(
  [
    {
      name: 'dots',
      locals: [
        [2, I32],
        [4, V128],
      ],
      body: DOTS,
    },
    {
      name: 'differences',
      locals: [
        [2, I32],
        [4, V128],
      ],
      body: DIFFERENCES,
    },
  ],
  MOST_PAGES,
);
