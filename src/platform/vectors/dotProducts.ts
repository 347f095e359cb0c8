/**
 * Dot products of one row of numbers with many, as WebAssembly: four lanes of 32 bits at once, which JavaScript does not have, and nothing native. The
 * instructions are those of https://webassembly.github.io/spec/core/ (2.0), beside each what it does. In text:
 *
 *     for (; count > 0; count--, out += 4) {
 *       a = b = c = d = 0
 *       for (at = probe; at < probe + width; at += 64, row += 64) { a += at[0..16] * row[0..16]; b += … [16..32]; c += …; d += …; }
 *       out[0] = the sum of the lanes of a + b + c + d
 *     }
 */

/** Adds up the products of a row with others. All are bytes in memory; at least one row, and `width` a multiple of `WIDTH_STEP`. */
type DotProducts = (probe: number, row: number, count: number, width: number, out: number) => void;

/** Bytes that are multiplied at a time: rows are filled up with zeros. */
export const WIDTH_STEP = 64;

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
  Instance: new (module: object, imports: object) => { exports: { dots: DotProducts } };
}

declare const WebAssembly: WebAssemblyOfNode;

/** Memory of some pages, and dot products of what is in it. */
export function createProductMemory(pages: number): { memory: PagedMemory; dotProducts: DotProducts } {
  const memory = new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(MODULE)), { m: { m: memory } });
  return { memory, dotProducts: exports.dots };
}

// Values and instructions, by their names in text.
const [I32, V128, F32X4] = [0x7f, 0x7b, 0xfd] as const;
const [PROBE, ROW, COUNT, WIDTH, OUT, END, AT, A, B, C, D] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const tee = (local: number) => [0x22, local];
const constant = (value: number) => [0x41, ...signed(value)];
const [ADD, SUB, LESS] = [0x6a, 0x6b, 0x49] as const; // i32.add, i32.sub, i32.lt_u
const [LOOP, END_OF, AGAIN_IF] = [[0x03, 0x40], 0x0b, [0x0d, 0]] as const; // loop, end, br_if
const ZERO = [F32X4, 0x0c, ...Array.from({ length: 16 }, () => 0)]; // v128.const
const load = (offset: number) => [F32X4, 0x00, 4, offset]; // v128.load, aligned to 16
const [PLUS, TIMES] = [
  [F32X4, 0xe4, 0x01], // f32x4.add
  [F32X4, 0xe6, 0x01], // f32x4.mul
] as const;
const lane = (lane: number) => [...get(A), F32X4, 0x1f, lane]; // f32x4.extract_lane
const SUM = 0x92; // f32.add

/** Multiplies the sixteen bytes at an offset, and adds them up. */
const multiply = (sum: number, offset: number) => [
  ...get(sum),
  ...get(AT),
  ...load(offset),
  ...get(ROW),
  ...load(offset),
  ...TIMES,
  ...PLUS,
  ...set(sum),
];

const BODY = [
  ...LOOP,
  ...[...get(PROBE), ...set(AT), ...get(PROBE), ...get(WIDTH), ADD, ...set(END)],
  ...[A, B, C, D].flatMap((sum) => [...ZERO, ...set(sum)]),
  ...LOOP,
  ...[A, B, C, D].flatMap((sum, at) => multiply(sum, 16 * at)),
  ...[...get(ROW), ...constant(WIDTH_STEP), ADD, ...set(ROW)],
  ...[...get(AT), ...constant(WIDTH_STEP), ADD, ...tee(AT), ...get(END), LESS, ...AGAIN_IF],
  END_OF,
  ...[...get(A), ...get(B), ...PLUS, ...get(C), ...get(D), ...PLUS, ...PLUS, ...set(A)],
  ...[...get(OUT), ...lane(0), ...lane(1), SUM, ...lane(2), ...lane(3), SUM, SUM, 0x38, 2, 0], // f32.store
  ...[...get(OUT), ...constant(4), ADD, ...set(OUT)],
  ...[...get(COUNT), ...constant(1), SUB, ...tee(COUNT), ...AGAIN_IF],
  ...[END_OF, END_OF],
];

const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content];
const text = (letters: string) => [letters.length, ...Buffer.from(letters)];
const code = [2, 2, I32, 4, V128, ...BODY]; // two locals of i32 and four of v128

const MODULE = [
  ...[0x00, ...Buffer.from('asm'), 1, 0, 0, 0],
  ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]), // one type: five i32, and nothing comes back
  ...section(2, [1, ...text('m'), ...text('m'), 2, 1, 1, ...unsigned(MOST_PAGES)]), // the memory is imported
  ...section(3, [1, 0]),
  ...section(7, [1, ...text('dots'), 0, 0]),
  ...section(10, [1, ...unsigned(code.length), ...code]),
];

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...unsigned(Math.floor(value / 128))];
}

/** LEB128, of what is not negative. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) | 128, ...signed(Math.floor(value / 128))];
}
