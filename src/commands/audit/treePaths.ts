import { hashOver, inclusionRanges, nodesOf, toHex, type LeafRange } from '../../domain/audit/index.js';
import type { LogTree } from '../../projections/audit/logTree.js';
import { treeHashing } from '../../projections/audit/notary.js';

/** The hashes over ranges of the tree, in hex, by one question to the database, in which each node is asked for once. */
export async function hashesOver(tree: Pick<LogTree, 'hashes'>, ranges: readonly LeafRange[]): Promise<string[]> {
  const wanted = ranges.map((range) => nodesOf(range).map((node) => ({ key: `${node.level}/${node.index}`, node })));
  const nodes = new Map(wanted.flat().map(({ key, node }) => [key, node]));
  const hashes = await tree.hashes([...nodes.values()]);
  const known = new Map([...nodes.keys()].map((key, n) => [key, hashes[n] as Uint8Array]));
  return wanted.map((of) =>
    toHex(
      hashOver(
        of.map(({ key }) => known.get(key) as Uint8Array),
        treeHashing,
      ),
    ),
  );
}

/** The paths from leaves to the root of a tree of some size, which has them, each in hex. */
export async function pathsTo(
  tree: Pick<LogTree, 'hashes'>,
  leaves: readonly { leaf_index: number }[],
  treeSize: number,
): Promise<string[][]> {
  const ranges = leaves.map(({ leaf_index }) => inclusionRanges(leaf_index, treeSize));
  const hashes = await hashesOver(tree, ranges.flat());
  let at = 0;
  return ranges.map(({ length }) => hashes.slice(at, (at += length)));
}
