import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyRanges,
  createTreeHashing,
  EMPTY_FRONT,
  grow,
  hashOver,
  inclusionRanges,
  isConsistent,
  isIncluded,
  nodesOf,
  rootOf,
  type LeafRange,
  type TreeHashing,
  type TreeNode,
} from '../../../../src/domain/audit/index.js';
import { CONSISTENCIES, ENTRIES, INCLUSIONS, ROOTS } from './merkleVectors.js';

const hashing: TreeHashing = createTreeHashing((...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
});
const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex');
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** A tree as it is kept: all its nodes, and its root at each size. */
function keptTree(leafHashes: readonly Uint8Array[]) {
  const nodes = new Map<string, Uint8Array>();
  const key = ({ level, index }: Pick<TreeNode, 'level' | 'index'>): string => `${level}/${index}`;
  for (const node of grow(EMPTY_FRONT, leafHashes, hashing).nodes) nodes.set(key(node), node.hash);
  const over = (range: LeafRange): Uint8Array =>
    hashOver(
      nodesOf(range).map((node) => nodes.get(key(node))!),
      hashing,
    );
  return { nodes, over, root: (size: number) => over({ from: 0, to: size }) };
}

/** MTH, word for word as RFC 6962 defines it. */
function definedRoot(leafHashes: readonly Uint8Array[]): Uint8Array {
  if (leafHashes.length === 0) return hashing.empty;
  if (leafHashes.length === 1) return leafHashes[0]!;
  let k = 1;
  while (k * 2 < leafHashes.length) k *= 2;
  return hashing.node(definedRoot(leafHashes.slice(0, k)), definedRoot(leafHashes.slice(k)));
}

const leaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => hashing.leaf(Buffer.from(`entry ${index}`)));
/** Two sizes of which the first is not larger. */
const sizes = fc
  .tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 300 }))
  .map(([one, other]) => ({ first: Math.min(one, other), second: Math.max(one, other) }));

describe('the tree over the log', () => {
  const kept = keptTree(ENTRIES.map((entry) => hashing.leaf(bytes(entry))));

  it.each(ROOTS.map((root, size) => ({ root, size })))(
    'has the root of the reference at size $size',
    ({ root, size }) => {
      expect(hex(kept.root(size))).toBe(root);
      const grown = grow(
        EMPTY_FRONT,
        ENTRIES.slice(0, size).map((entry) => hashing.leaf(bytes(entry))),
        hashing,
      );
      expect(hex(rootOf(grown.front, hashing))).toBe(root);
    },
  );

  it.each(INCLUSIONS)('proves leaf $index in $size as the reference does', ({ index, size, path }) => {
    expect(inclusionRanges(index, size).map((range) => hex(kept.over(range)))).toEqual(path);
    const leafHash = hashing.leaf(bytes(ENTRIES[index]!));
    const proof = { leafIndex: index, treeSize: size, leafHash, path: path.map(bytes), root: bytes(ROOTS[size]!) };
    expect(isIncluded(proof, hashing)).toBe(true);
  });

  it.each(CONSISTENCIES)('proves that $second begins with $first as the reference does', ({ first, second, path }) => {
    expect(consistencyRanges(first, second).map((range) => hex(kept.over(range)))).toEqual(path);
    const [one, other] = [first, second].map((size) => ({ size, root: bytes(ROOTS[size]!) }));
    expect(isConsistent({ first: one!, second: other!, path: path.map(bytes) }, hashing)).toBe(true);
  });

  it('comes to the same however its leaves come: one by one, all at once, or gone on with from what is kept', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 }), (batches) => {
        const all = leaves(batches.reduce((sum, count) => sum + count, 0));
        let front = EMPTY_FRONT;
        const nodes: TreeNode[] = [];
        for (const count of batches) {
          const grown = grow(front, all.slice(front.size, front.size + count), hashing);
          nodes.push(...grown.nodes);
          const find = nodesOf({ from: 0, to: grown.front.size });
          // As a process has it that begins with what another one kept.
          const peaks = find.map(
            ({ level, index }) => nodes.find((one) => one.level === level && one.index === index)!.hash,
          );
          front = { size: grown.front.size, peaks };
        }
        expect(nodes).toEqual(grow(EMPTY_FRONT, all, hashing).nodes);
        expect(hex(rootOf(front, hashing))).toBe(hex(definedRoot(all)));
      }),
    );
  });

  it('proves every leaf in every size, and no other leaf, size, root or way', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ({ second: size }, any) => {
        const index = any % size;
        const all = leaves(size);
        const { over, root } = keptTree(all);
        const path = inclusionRanges(index, size).map(over);
        const proof = { leafIndex: index, treeSize: size, leafHash: all[index]!, path, root: root(size) };
        expect(isIncluded(proof, hashing)).toBe(true);
        const wrong = hashing.leaf(Buffer.from('another'));
        for (const changed of [
          ...[{ leafHash: wrong }, { root: wrong }, { path: [...path, wrong] }, { leafIndex: size }, { leafIndex: -1 }],
          ...(size > 1
            ? [{ leafIndex: (index + 1) % size }, { path: path.slice(1) }, { path: path.slice(0, -1) }]
            : []),
          ...path.map((_, at) => ({ path: path.with(at, wrong) })),
        ])
          expect(isIncluded({ ...proof, ...changed }, hashing)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('proves that every size begins with every smaller one, and with nothing else', () => {
    fc.assert(
      fc.property(sizes, ({ first, second }) => {
        const { over, root } = keptTree(leaves(second));
        const path = consistencyRanges(first, second).map(over);
        const [one, other] = [first, second].map((size) => ({ size, root: root(size) })) as [Sized, Sized];
        const proof = { first: one, second: other, path };
        expect(isConsistent(proof, hashing)).toBe(true);
        const wrong = hashing.leaf(Buffer.from('another'));
        for (const changed of [
          ...[{ first: { ...one, root: wrong } }, { path: [...path, wrong] }, { first: { ...one, size: second + 1 } }],
          ...(first > 0 ? [{ second: { ...other, root: wrong } }] : []),
          ...path.map((_, at) => ({ path: path.with(at, wrong) })),
          ...path.map((_, at) => ({ path: path.toSpliced(at, 1) })),
        ])
          expect(isConsistent({ ...proof, ...changed }, hashing)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('needs a number of hashes that grows with the logarithm alone, also beyond 32 bits', () => {
    const size = 2 ** 40 + 12_345;
    expect(inclusionRanges(2 ** 35 + 1, size).length).toBeLessThanOrEqual(41);
    expect(consistencyRanges(2 ** 33 + 7, size).length).toBeLessThanOrEqual(42);
    const nodes = nodesOf({ from: 0, to: size });
    expect(nodes.reduce((sum, { level }) => sum + 2 ** level, 0)).toBe(size);
    expect(nodes.length).toBeLessThanOrEqual(41);
  });
});

interface Sized {
  size: number;
  root: Uint8Array;
}
