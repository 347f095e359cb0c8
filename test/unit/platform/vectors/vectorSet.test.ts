import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { v4, v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createVectorMemory, SLOT, VectorsFull } from '../../../../src/platform/vectors/vectorMemory.js';
import { createVectorSet, type VectorSet } from '../../../../src/platform/vectors/vectorSet.js';

/** Numbers between -1 and 1, the same every time. */
function numbers(seed: number, length: number): Float32Array {
  let state = seed + 1;
  return Float32Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  });
}

const dot = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, number, at) => sum + number * other[at]!, 0);

function productsOf(set: VectorSet, least = -Infinity): Map<string, number> {
  const found = new Map<string, number>();
  for (const slot of set.slots) set.compare(slot, least, (id, product) => found.set(id, product));
  return found;
}

describe('vectors in slots', () => {
  it.each([1, 16, 17, 640])('of %i numbers have the products that they have one by one', (length) => {
    const memory = createVectorMemory();
    const set = createVectorSet(memory);
    const vectors = new Map(Array.from({ length: 1_500 }, (_, seed) => [v7(), numbers(seed, length)]));
    for (const [id, vector] of vectors) set.add(id, vector);
    const probe = numbers(9_999, length);
    set.aim(numbers(1, 2_000)); // what was looked for before leaves nothing behind
    set.aim(probe);
    const products = productsOf(set);
    expect(products.size).toBe(1_500);
    for (const [id, vector] of vectors) expect(products.get(id)).toBeCloseTo(dot(probe, vector), 4);
    const floor = [...products.values()].sort((a, b) => b - a)[9]!;
    expect(productsOf(set, floor).size).toBe(10);
  });

  it('that are taken out are overwritten, leave all others as they are, and have their room back', () => {
    const memory = createVectorMemory();
    const set = createVectorSet(memory);
    const ids = Array.from({ length: 60 }, () => v4());
    ids.forEach((id, at) => set.add(id, new Float32Array(640).fill(at + 1)));
    for (const id of ids.slice(0, 50)) expect(set.remove(id)).toBe(true);
    expect([set.remove(ids[0]!), set.size, memory.used]).toEqual([false, 10, SLOT]);
    const numbersLeft = new Set(
      [...memory.numbers].filter((number) => Number.isInteger(number) && number >= 0 && number <= 60),
    );
    expect([...numbersLeft].sort((a, b) => a - b)).toEqual([0, ...Array.from({ length: 10 }, (_, at) => at + 51)]);
    set.aim(new Float32Array(640).fill(1));
    expect(productsOf(set)).toEqual(new Map(ids.slice(50).map((id, at) => [id, 640 * (at + 51)])));
    set.clear();
    expect([set.size, memory.used]).toEqual([0, 0]);
    memory.aim(new Float32Array(640), new Uint8Array(128));
    expect(new Set(memory.numbers.subarray((3 * SLOT) / 4))).toEqual(new Set([0]));
  });

  it('that are taken out leave nothing of their signs either: memory is as if they had never been there', () => {
    const stay = numbers(7, 640);
    const [memory, never] = [createVectorMemory(), createVectorMemory()];
    const set = createVectorSet(memory);
    const ids = Array.from({ length: 60 }, () => v4());
    ids.forEach((id, at) => set.add(id, at === 30 ? stay : numbers(100 + at, 640)));
    for (const id of ids) if (id !== ids[30]) set.remove(id);
    createVectorSet(never).add(v4(), stay);
    expect(Buffer.from(memory.numbers.buffer).equals(Buffer.from(never.numbers.buffer))).toBe(true);
  });

  it('tell which of some ids they do not have', () => {
    const set = createVectorSet(createVectorMemory());
    const ids = Array.from({ length: 200 }, () => v7());
    for (const id of ids) set.add(id, Float32Array.of(1));
    const other = v7();
    expect(set.missing([ids[0]!, other, ids[199]!])).toEqual([other]);
  });

  it('are of one length', () => {
    const set = createVectorSet(createVectorMemory());
    set.add(v7(), Float32Array.of(1, 0));
    expect(() => set.add(v7(), Float32Array.of(1))).toThrow(RangeError);
  });

  it('are compared with one of another length as if it were cut off or filled up, as many as there are', () => {
    const set = createVectorSet(createVectorMemory(), 1);
    set.add(v7(), Float32Array.of(0.6, 0.8));
    set.aim(Float32Array.of(1));
    expect([...productsOf(set).values()]).toEqual([expect.closeTo(0.6)]);
  });

  it('have a bound, beyond which more are refused and those that are there stay', () => {
    const set = createVectorSet(createVectorMemory(4));
    const fill = () => {
      for (let at = 0; at < 100; at++) set.add(v7(), new Float32Array(640).fill(1));
    };
    expect(fill).toThrow(VectorsFull);
    expect(set.size).toBe(24);
  });

  it('take no more memory than 1.2 times their numbers, all that is kept beside them counted', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = (): number => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    const before = heap();
    const memory = createVectorMemory();
    const set = createVectorSet(memory);
    const vector = new Float32Array(128).fill(1);
    for (let at = 0; at < 100_000; at++) set.add(v7(), vector);
    const taken = heap() - before + memory.numbers.byteLength;
    expect(taken / (set.size * vector.byteLength)).toBeLessThan(1.2);
  });
});
