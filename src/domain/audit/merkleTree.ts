/**
 * The Merkle tree of RFC 6962 (section 2.1; RFC 9162 has the same): one hash over a list that only grows, of which anybody can
 * prove that an entry is in it, and that a longer list begins with a shorter one. Pure: the hash function is given.
 */

/** SHA-256 of these bytes behind one another. */
export type Sha256 = (...parts: readonly Uint8Array[]) => Uint8Array;

/** How leaves and nodes are hashed: differently, so that no node can be shown as a leaf. */
export interface TreeHashing {
  /** Hash of a tree without leaves. */
  readonly empty: Uint8Array;
  leaf(entry: Uint8Array): Uint8Array;
  node(left: Uint8Array, right: Uint8Array): Uint8Array;
}

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The hashes of RFC 6962 over a hash function. */
export const createTreeHashing = (sha256: Sha256): TreeHashing => ({
  empty: sha256(),
  leaf: (entry) => sha256(LEAF, entry),
  node: (left, right) => sha256(NODE, left, right),
});

/**
 * A perfect subtree: the 2^level leaves from `index` · 2^level on. Its hash never changes once those leaves are there, which is
 * why it can be kept. Level 0 are the leaves.
 */
export interface NodeId {
  level: number;
  index: number;
}

/** A perfect subtree and its hash. */
export interface TreeNode extends NodeId {
  hash: Uint8Array;
}

/** Leaves from `from` to before `to`, as the tree splits them: `from` is a multiple of the smallest power of two that holds them. */
export interface LeafRange {
  from: number;
  to: number;
}

/** A tree as far as it takes to grow it: how many leaves it has, and the hashes of the perfect subtrees it falls into, the largest first. */
export interface TreeFront {
  size: number;
  peaks: readonly Uint8Array[];
}

/** The front of a tree without leaves. */
export const EMPTY_FRONT: TreeFront = { size: 0, peaks: [] };

/** The largest power of two that is at most `count`, and which it is. `count` is at least 1. */
function powerWithin(count: number): { level: number; size: number } {
  let [level, size] = [0, 1];
  for (; size * 2 <= count; size *= 2) level++; // no shifts: they end at 32 bits
  return { level, size };
}

/** Where a range of at least two leaves is split: the largest power of two that is smaller than their number. */
export const splitOf = ({ from, to }: LeafRange): number => from + powerWithin(to - from - 1).size;

/** The perfect subtrees that a range falls into, from the left; of the range from 0 on, those of a front. */
export function nodesOf({ from, to }: LeafRange): NodeId[] {
  const nodes: NodeId[] = [];
  for (let at = from; at < to;) {
    const { level, size } = powerWithin(to - at);
    nodes.push({ level, index: at / size });
    at += size;
  }
  return nodes;
}

/** The hash over a range, of the hashes of the perfect subtrees that it falls into, from the left. */
export const hashOver = (peaks: readonly Uint8Array[], hashing: TreeHashing): Uint8Array =>
  peaks.length === 0 ? hashing.empty : peaks.reduceRight((right, left) => hashing.node(left, right));

/** The hash of a whole tree. */
export const rootOf = ({ peaks }: TreeFront, hashing: TreeHashing): Uint8Array => hashOver(peaks, hashing);

/**
 * A tree with more leaves: its front, and every perfect subtree that came to be by them, the leaves among those. Costs two hashes for
 * each leaf, however large the tree is.
 */
export function grow(
  { size, peaks }: TreeFront,
  leafHashes: readonly Uint8Array[],
  hashing: TreeHashing,
): { front: TreeFront; nodes: TreeNode[] } {
  const grown = [...peaks];
  const nodes: TreeNode[] = [];
  for (const [n, leaf] of leafHashes.entries()) {
    let node: TreeNode = { level: 0, index: size + n, hash: leaf };
    nodes.push(node);
    for (; node.index % 2 === 1; nodes.push(node)) {
      const left = grown.pop();
      if (!left) throw new RangeError('The front does not fit the size of the tree');
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: hashing.node(left, node.hash) };
    }
    grown.push(node.hash);
  }
  return { front: { size: size + leafHashes.length, peaks: grown }, nodes };
}
