import { splitOf, type LeafRange, type TreeHashing } from './merkleTree.js';

/**
 * Which hashes prove that a leaf is in a tree of some size (PATH of RFC 6962, section 2.1.1): the hash over each of these ranges, in
 * this order. @throws RangeError where the tree has no such leaf
 */
export function inclusionRanges(index: number, size: number): LeafRange[] {
  if (index < 0 || index >= size) throw new RangeError('The tree has no such leaf');
  const ranges: LeafRange[] = [];
  let inside: LeafRange = { from: 0, to: size };
  while (inside.to - inside.from > 1) {
    const split = splitOf(inside);
    const [left, right] = [
      { from: inside.from, to: split },
      { from: split, to: inside.to },
    ];
    ranges.push(index < split ? right : left);
    inside = index < split ? left : right;
  }
  return ranges.reverse();
}

/**
 * Which hashes prove that a tree of size `second` begins with the one of size `first` (PROOF of RFC 6962, section 2.1.2); none for a
 * tree that is empty, or the same. @throws RangeError where the second is smaller
 */
export function consistencyRanges(first: number, second: number): LeafRange[] {
  if (first < 0 || first > second) throw new RangeError('The second tree has to be at least as large as the first');
  if (first === 0) return [];
  const ranges: LeafRange[] = [];
  let inside: LeafRange = { from: 0, to: second };
  while (first < inside.to) {
    const split = splitOf(inside);
    const [left, right] = [
      { from: inside.from, to: split },
      { from: split, to: inside.to },
    ];
    ranges.push(first <= split ? right : left);
    inside = first <= split ? left : right;
  }
  // The whole of the first tree is known to whoever asks; a part of it is not.
  if (inside.from > 0) ranges.push(inside);
  return ranges.reverse();
}

/** That a leaf is in a tree. */
export interface InclusionProof {
  leafIndex: number;
  treeSize: number;
  leafHash: Uint8Array;
  path: readonly Uint8Array[];
  root: Uint8Array;
}

/** Whether a proof holds, by the algorithm of RFC 9162, section 2.1.3.2. */
export function isIncluded(
  { leafIndex, treeSize, leafHash, path, root }: InclusionProof,
  hashing: TreeHashing,
): boolean {
  if (!isCount(leafIndex) || !isCount(treeSize) || leafIndex >= treeSize) return false;
  let [fn, sn, hash] = [leafIndex, treeSize - 1, leafHash];
  for (const step of path) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      hash = hashing.node(step, hash);
      for (; !isOdd(fn) && fn > 0; fn /= 2) sn = half(sn);
    } else {
      hash = hashing.node(hash, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && isSame(hash, root);
}

/** That a tree begins with another. */
export interface ConsistencyProof {
  first: { size: number; root: Uint8Array };
  second: { size: number; root: Uint8Array };
  path: readonly Uint8Array[];
}

/** Whether a proof holds, by the algorithm of RFC 9162, section 2.1.4.2; every tree begins with the empty one. */
export function isConsistent({ first, second, path }: ConsistencyProof, hashing: TreeHashing): boolean {
  if (!isCount(first.size) || !isCount(second.size) || first.size > second.size) return false;
  if (first.size === 0) return path.length === 0 && isSame(first.root, hashing.empty);
  if (first.size === second.size) return path.length === 0 && isSame(first.root, second.root);
  let [fn, sn] = [first.size - 1, second.size - 1];
  for (; isOdd(fn); fn = half(fn)) sn = half(sn);
  const [begin, ...rest] = fn === 0 ? [first.root, ...path] : path;
  if (!begin) return false;
  let [old, grown] = [begin, begin];
  for (const step of rest) {
    if (sn === 0) return false;
    if (isOdd(fn) || fn === sn) {
      [old, grown] = [hashing.node(step, old), hashing.node(step, grown)];
      for (; !isOdd(fn) && fn > 0; fn /= 2) sn = half(sn);
    } else {
      grown = hashing.node(grown, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && isSame(old, first.root) && isSame(grown, second.root);
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
const isOdd = (value: number): boolean => value % 2 === 1;
const half = (value: number): number => Math.floor(value / 2);

/** Whether two hashes are the same. Both are public: how long it takes tells nothing. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);
