/** What the service says to prove that an event is in its log. */
export interface Inclusion {
  leaf_index: number;
  /** Base64. */
  leaf: string;
  /** Hexadecimal, the one beside the leaf first. */
  path: readonly string[];
}

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

async function hash(...parts: Uint8Array[]): Promise<Uint8Array> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

/** The bytes of the leaf: JSON that says which event it is (docs/proofs.md). */
export const leafBytes = (leaf: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(leaf), (character) => character.charCodeAt(0));

/**
 * The root that a leaf and the path beside it come to, hexadecimal: RFC 9162, section 2.1.3.2.
 * @throws Error where the path is not one of a tree of that size
 */
export async function rootFrom({ leaf_index, leaf, path }: Inclusion, tree_size: number): Promise<string> {
  let [node, last] = [leaf_index, tree_size - 1];
  if (node > last) throw new Error('the leaf lies outside of the tree');
  let root = await hash(Uint8Array.of(0), leafBytes(leaf));
  for (const hex of path) {
    if (last === 0) throw new Error('the path is too long');
    const beside = bytesOf(hex);
    if (node % 2 === 1 || node === last) {
      root = await hash(Uint8Array.of(1), beside, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
    } else {
      root = await hash(Uint8Array.of(1), root, beside);
    }
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new Error('the path is too short');
  return hexOf(root);
}
