/**
 * Values and instructions of WebAssembly by their names in text, as bytes: https://webassembly.github.io/spec/core/ (2.0). Numbers are LEB128.
 */

export const [I32, V128] = [0x7f, 0x7b] as const;
const VECTOR = 0xfd;

export const get = (local: number): number[] => [0x20, local];
export const set = (local: number): number[] => [0x21, local];
export const tee = (local: number): number[] => [0x22, local];
/** `i32.const`, of what is not negative. */
export const constant = (value: number): number[] => [0x41, ...signed(value)];
/** `i32.add`, `i32.sub` and `i32.lt_u`. */
export const [ADD, SUB, LESS] = [0x6a, 0x6b, 0x49] as const;
/** `loop`, its `end`, and `br_if` to where it begins. */
export const [LOOP, END_OF, AGAIN_IF] = [[0x03, 0x40], 0x0b, [0x0d, 0]] as const;
/** `f32.add`, `f32.store` and `i32.store`, aligned to 4. */
export const [F32_ADD, F32_STORE, I32_STORE] = [0x92, [0x38, 2, 0], [0x36, 2, 0]] as const;

/** `v128.const`, all zeros. */
export const ZERO: readonly number[] = [VECTOR, 0x0c, ...Array.from({ length: 16 }, () => 0)];
/** `v128.load`, aligned to 16. */
export const load = (offset: number): number[] => [VECTOR, 0x00, 4, offset];
/** `v128.xor`. */
export const XOR = [VECTOR, 0x51] as const;
/** `f32x4.add` and `f32x4.mul`. */
export const [F32X4_ADD, F32X4_MUL] = [
  [VECTOR, 0xe4, 0x01],
  [VECTOR, 0xe6, 0x01],
] as const;
/** `i8x16.popcnt`, `i16x8.extadd_pairwise_i8x16_u`, `i32x4.extadd_pairwise_i16x8_u` and `i16x8.add`. */
export const [POPCNT, PAIRS_OF_BYTES, PAIRS_OF_SHORTS, I16X8_ADD] = [
  [VECTOR, 0x62],
  [VECTOR, 0x7d],
  [VECTOR, 0x7f],
  [VECTOR, 0x8e, 0x01],
] as const;
/** `f32x4.extract_lane`. */
export const f32Lane = (lane: number): number[] => [VECTOR, 0x1f, lane];
/** `i32x4.extract_lane`. */
export const i32Lane = (lane: number): number[] => [VECTOR, 0x1b, lane];

const text = (letters: string): number[] => [letters.length, ...Buffer.from(letters)];
const section = (id: number, content: readonly number[]): number[] => [id, ...unsigned(content.length), ...content];

/** A function of five `i32` that gives nothing back. */
export interface ModuleFunction {
  name: string;
  /** How many locals of which type it has besides. */
  locals: readonly (readonly [count: number, type: number])[];
  body: readonly number[];
}

/** A module of functions that work in an imported memory (`m` of `m`) of up to so many pages. */
export function moduleOf(functions: readonly ModuleFunction[], mostPages: number): Uint8Array {
  const codes = functions.map(({ locals, body }) => [locals.length, ...locals.flat(), ...body]);
  return Uint8Array.from([
    ...[0x00, ...Buffer.from('asm'), 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, ...text('m'), ...text('m'), 2, 1, 1, ...unsigned(mostPages)]),
    ...section(3, [functions.length, ...functions.map(() => 0)]),
    ...section(7, [functions.length, ...functions.flatMap(({ name }, at) => [...text(name), 0, at])]),
    ...section(10, [functions.length, ...codes.flatMap((code) => [...unsigned(code.length), ...code])]),
  ]);
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...unsigned(Math.floor(value / 128))];
}

/** LEB128, of what is not negative. */
function signed(value: number): number[] {
  return value < 64 ? [value] : [(value % 128) | 128, ...signed(Math.floor(value / 128))];
}
