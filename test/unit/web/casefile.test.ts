import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rootFrom } from '../../../web/src/case/inclusion.js';
import { readCaseFileSearch } from '../../../web/src/case/caseFileSearch.js';

const sha256 = (...parts: Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

/** The hash of a tree over leaves, as RFC 9162, section 2.1.1 defines it. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0]!);
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)));
}

/** The hashes beside the way of a leaf, as section 2.1.3.1 defines them. */
function pathOf(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  return index < split
    ? [...pathOf(index, leaves.slice(0, split)), rootOf(leaves.slice(split))]
    : [...pathOf(index - split, leaves.slice(split)), rootOf(leaves.slice(0, split))];
}

describe('a proof that an event is in the log', () => {
  const leaves = Array.from({ length: 23 }, (_, index) => Buffer.from(`event ${index}`));
  const proofOf = (leaf_index: number, size: number) => ({
    ...{ leaf_index, leaf: leaves[leaf_index]!.toString('base64') },
    path: pathOf(leaf_index, leaves.slice(0, size)).map((hash) => hash.toString('hex')),
  });

  test('comes to the root of the tree for each leaf of trees of each size', async () => {
    for (let size = 1; size <= leaves.length; size++) {
      const root = rootOf(leaves.slice(0, size)).toString('hex');
      for (let index = 0; index < size; index++) expect(await rootFrom(proofOf(index, size), size)).toBe(root);
    }
  });

  test('of another leaf, another place or another hash comes to another root', async () => {
    const root = rootOf(leaves).toString('hex');
    const proof = proofOf(9, leaves.length);
    const [first = '', ...rest] = proof.path;
    const others = [
      { ...proof, leaf: Buffer.from('event x').toString('base64') },
      { ...proof, leaf_index: 8 },
      { ...proof, path: [first.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), ...rest] },
    ];
    for (const other of others) expect(await rootFrom(other, leaves.length)).not.toBe(root);
  });

  test.each([
    ['a path that is too long', (path: string[]) => [...path, '00'.repeat(32)]],
    ['a path that is too short', (path: string[]) => path.slice(1)],
  ])('with %s is none', async (_, change) => {
    const proof = proofOf(9, leaves.length);
    await expect(rootFrom({ ...proof, path: change(proof.path) }, leaves.length)).rejects.toThrow(/path is too/);
  });

  test('of a leaf outside of the tree is none', async () => {
    await expect(rootFrom(proofOf(9, 23), 9)).rejects.toThrow(/outside/);
  });
});

test('an address that names no moment shows the case as it is now', () => {
  expect(readCaseFileSearch({ at: 'yesterday' })).toEqual({});
  expect(readCaseFileSearch({ at: '2026-03-02T09:04:00.012Z' })).toEqual({ at: '2026-03-02T09:04:00.012Z' });
});
