import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { createSigns, mostDifferences } from '../../../../src/platform/vectors/signs.js';
import { createVectorMemory, type VectorMemory } from '../../../../src/platform/vectors/vectorMemory.js';
import { createVectorSet } from '../../../../src/platform/vectors/vectorSet.js';

/** Numbers as of a normal distribution, the same every time (Box and Muller, 1958). */
function createNormal(seed: number): () => number {
  let state = seed;
  const uniform = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((number) => number / length);
}

/** One whose cosine with another is given. */
function near(vector: Float32Array, cosine: number, normal: () => number): Float32Array {
  const other = vector.map(normal);
  const along = other.reduce((sum, number, at) => sum + number * vector[at]!, 0);
  const across = ofLengthOne(other.map((number, at) => number - along * vector[at]!));
  return vector.map((number, at) => cosine * number + Math.sqrt(1 - cosine ** 2) * across[at]!);
}

const differing = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, byte, at) => sum + (byte ^ other[at]!).toString(2).replaceAll('0', '').length, 0);

describe('signs of vectors', () => {
  it.each([
    [128, 0.9],
    [512, 0.5],
    [640, 0.587],
    [640, -0.2],
  ])('of %i numbers whose cosine is %d differ in as many as the angle is part of a half turn', (length, cosine) => {
    const normal = createNormal(length);
    const { of, width } = createSigns(length);
    const pairs = Array.from({ length: 200 }, () => {
      const one = ofLengthOne(new Float32Array(length).map(normal));
      return differing(of(one), of(near(one, cosine, normal)));
    });
    const mean = pairs.reduce((sum, count) => sum + count, 0) / pairs.length;
    expect(mean / (8 * width)).toBeCloseTo(Math.acos(cosine) / Math.PI, 2);
  });

  it('say of no two that are alike enough that they are not, but one of some thousands', () => {
    const normal = createNormal(5);
    const { of, width } = createSigns(640);
    const most = mostDifferences(width, 0.587);
    let missed = 0;
    for (let pair = 0; pair < 3_000; pair++) {
      const one = ofLengthOne(new Float32Array(640).map(normal));
      if (differing(of(one), of(near(one, 0.587, normal))) > most) missed++;
    }
    expect(missed).toBeLessThanOrEqual(3);
  });

  it('of few numbers and of vectors with one that is not zero are sides of planes as well', () => {
    const { of } = createSigns(640);
    const axis = (at: number) => new Float32Array(640).fill(1, at, at + 1);
    expect(differing(of(axis(0)), of(axis(0)))).toBe(0);
    expect(differing(of(axis(0)), of(axis(1))) / 1_024).toBeCloseTo(0.5, 1);
    expect(createSigns(2).of(Float32Array.of(1, 0))).toHaveLength(16);
  });
});

describe('a large set', () => {
  /** A memory that counts the rows that were multiplied. */
  const counting = () => {
    const memory = createVectorMemory();
    const multiplied = { rows: 0 };
    const dots: VectorMemory['dots'] = (address, count, width) => {
      multiplied.rows += count;
      return memory.dots(address, count, width);
    };
    const counted = Object.create(memory, { dots: { value: dots } }) as VectorMemory;
    return { memory: counted, multiplied };
  };

  it('multiplies few of its vectors, and finds the same as one that multiplies all', () => {
    const normal = createNormal(11);
    const { memory, multiplied } = counting();
    const [large, all] = [createVectorSet(memory, 1_000), createVectorSet(createVectorMemory(), Infinity)];
    const probe = ofLengthOne(new Float32Array(640).map(normal));
    for (let at = 0; at < 2_000; at++) {
      const id = v7();
      const vector = near(probe, at % 20 === 0 ? 0.55 + at / 5_000 : 0.3 * normal() ** 2 * 0.3, normal);
      for (const set of [large, all]) set.add(id, vector);
    }
    const found = (set: typeof large): [string, number][] => {
      const pairs: [string, number][] = [];
      set.aim(probe);
      for (const slot of set.slots) set.compare(slot, 0.587, (id, product) => pairs.push([id, product]));
      return pairs;
    };
    expect(found(large)).toEqual(found(all));
    expect(found(all).length).toBeGreaterThan(80);
    expect(multiplied.rows).toBeLessThan(400);
  });

  it('multiplies all where so little is wanted that signs say nothing', () => {
    const { memory, multiplied } = counting();
    const set = createVectorSet(memory, 1);
    const normal = createNormal(3);
    for (let at = 0; at < 50; at++) set.add(v7(), ofLengthOne(new Float32Array(640).map(normal)));
    set.aim(ofLengthOne(new Float32Array(640).map(normal)));
    for (const slot of set.slots) set.compare(slot, -Infinity, () => undefined);
    expect(multiplied.rows).toBe(50);
  });
});
