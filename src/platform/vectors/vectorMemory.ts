import { createVectorProgram, MOST_PAGES, PAGE, WIDTH_STEP } from './vectorProgram.js';

/** Bytes of a slot. Slots are of one size, so that one that is given back has room for vectors of any other set. */
export const SLOT = PAGE;

/** Longest vector, in numbers. */
const LONGEST = PAGE / 4;

/** Pages that are asked of the system at once; those that were never written to take no memory. */
const PAGES_AT_ONCE = 64;

/** There is no room for more vectors. */
export class VectorsFull extends Error {
  override readonly name = 'VectorsFull';
}

/** Memory that vectors lie in, in the clear: up to 4 GiB, in slots. */
export interface VectorMemory {
  /** Bytes of slots that are taken. */
  readonly used: number;
  /** The address of a slot that is all zeros. @throws VectorsFull */
  take(): number;
  /** Overwrites a slot, and keeps it for another. */
  giveBack(slot: number): void;
  /** The numbers of it all, which the next `take` may move elsewhere. */
  readonly numbers: Float32Array;
  /** Vectors are compared with this one from now on. @param signs its own, where they are looked at @throws RangeError where it is too long */
  aim(probe: Float32Array, signs?: Uint8Array): void;
  /**
   * Dot products of what was aimed with rows that lie one behind the other: the first ones of what comes back. They stand until the next are asked for.
   * @param width of a row, in bytes
   */
  dots(address: number, count: number, width: number): Float32Array;
  /** In how many signs what was aimed differs from others that lie one behind the other, told in the same way. @param width of signs, in bytes */
  differences(address: number, count: number, width: number): Uint32Array;
}

/** Bytes that a vector of some length takes. */
export const widthOf = (length: number): number => Math.ceil((4 * length) / WIDTH_STEP) * WIDTH_STEP;

/** The first pages are for what is compared, the third for what comes of it: of numbers, and of signs. Slots begin behind them. */
const [PROBE_AT, SIGNS_AT, PRODUCTS_AT, DIFFERENCES_AT, FIRST] = [0, PAGE, 2 * PAGE, 2.5 * PAGE, 3 * PAGE];

const viewsOf = (buffer: ArrayBuffer) => ({
  numbers: new Float32Array(buffer),
  signs: new Uint8Array(buffer, SIGNS_AT, PAGE),
  products: new Float32Array(buffer, PRODUCTS_AT, PAGE / 8),
  differences: new Uint32Array(buffer, DIFFERENCES_AT, PAGE / 8),
});

/** Nothing is taken yet. @param mostPages for tests */
export function createVectorMemory(mostPages = MOST_PAGES): VectorMemory {
  const { memory, ...program } = createVectorProgram(FIRST / PAGE);
  const free: number[] = [];
  let [used, aimed] = [0, 0];
  let { numbers, signs: signsOfProbe, products, differences } = viewsOf(memory.buffer);

  const grow = (): void => {
    const there = numbers.byteLength / PAGE;
    const pages = Math.min(PAGES_AT_ONCE, mostPages - there);
    try {
      if (pages <= 0) throw new RangeError('The memory is as large as it gets');
      memory.grow(pages);
    } catch (cause) {
      throw new VectorsFull('There is no room for more vectors', { cause });
    }
    ({ numbers, signs: signsOfProbe, products, differences } = viewsOf(memory.buffer));
    for (let page = there + pages - 1; page >= there; page--) free.push(page * PAGE);
  };

  return {
    get used() {
      return used;
    },
    get numbers() {
      return numbers;
    },
    take() {
      if (free.length === 0) grow();
      used += SLOT;
      return free.pop()!;
    },
    giveBack(slot) {
      numbers.fill(0, slot / 4, (slot + SLOT) / 4);
      free.push(slot);
      used -= SLOT;
    },
    aim(probe, signs) {
      if (probe.length > LONGEST) throw new RangeError(`A vector has at most ${LONGEST} numbers`);
      numbers.set(probe, PROBE_AT);
      numbers.fill(0, probe.length, Math.max(aimed, probe.length));
      aimed = probe.length;
      if (signs) signsOfProbe.set(signs);
    },
    dots(address, count, width) {
      if (count > 0) program.dots(PROBE_AT, address, count, width, PRODUCTS_AT);
      return products;
    },
    differences(address, count, width) {
      if (count > 0) program.differences(SIGNS_AT, address, count, width, DIFFERENCES_AT);
      return differences;
    },
  };
}
