import { z } from 'zod';
import { hashOfHex, leafBytes, readLeaf, type AuditLeaf } from './auditLeaf.js';
import { isIncluded } from './merkleProofs.js';
import type { TreeHashing } from './merkleTree.js';

/** What the log was at a moment, as its keeper stands by it. */
export interface SignedTreeHead {
  /** How many events there were. */
  tree_size: number;
  /** Hash of the tree over them, hex. */
  root_hash: string;
  /** When it was signed: ISO 8601, UTC, milliseconds. */
  timestamp: string;
  /** Ed25519 over the RFC 8785 form of the head without this member, base64url. */
  signature: string;
}

/** One event in a tree. */
export interface ProvenLeaf {
  /** Place in the tree, from 0. */
  leaf_index: number;
  leaf: AuditLeaf;
  /** Hashes beside the way from the leaf to the root, in hex. */
  path: string[];
}

/** That events are in the log that a signed head is of. */
export interface LogProof {
  tree_head: SignedTreeHead;
  leaves: ProvenLeaf[];
}

const text = z.string().max(10_000);
const HEAD = z.object({
  ...{ tree_size: z.int().min(0), root_hash: text, timestamp: text, signature: text },
}) satisfies z.ZodType<SignedTreeHead>;
const PROVEN = z.object({ leaf_index: z.int().min(0), leaf: z.unknown(), path: z.array(text).max(64) });
const PROOF = z.object({ tree_head: HEAD, leaves: z.array(PROVEN) });

/** Something does not hold; the message is a sentence that says what. */
export class ProofFailed extends Error {
  override readonly name = 'ProofFailed';
}

/** What a head is checked with. */
export interface HeadChecks {
  hashing: TreeHashing;
  /** Whether one of the keys that are trusted signed the head. */
  isSigned: (head: SignedTreeHead) => boolean;
}

/** A head of which it is not known whether it holds. @throws ProofFailed where it is none */
export function readTreeHead(given: unknown): SignedTreeHead {
  const { data: head } = HEAD.safeParse(given);
  if (!head) throw new ProofFailed('There is no signed tree head where one should be');
  return head;
}

/** A head that one of the keys signed. */
export interface TrustedHead {
  head: SignedTreeHead;
  /** The bytes of its `root_hash`. */
  root: Uint8Array;
}

/** A head that holds. @throws ProofFailed */
export function checkTreeHead(given: unknown, { isSigned }: HeadChecks): TrustedHead {
  const head = readTreeHead(given);
  const root = hashOfHex(head.root_hash);
  if (!root || !isSigned(head)) throw new ProofFailed('The tree head was signed with none of the keys');
  return { head, root };
}

/** The leaf of a proof of one event, which is in the log that the head is of. @throws ProofFailed */
export function checkProvenLeaf(given: unknown, { head, root }: TrustedHead, hashing: TreeHashing): AuditLeaf {
  const { data: proof } = PROVEN.safeParse(given);
  if (!proof) throw new ProofFailed('The proof is not of the form that is known');
  const { leaf_index: leafIndex, path: steps } = proof;
  const leaf = readLeaf(proof.leaf);
  if (!leaf) throw new ProofFailed(`The leaf ${leafIndex} is not of the form that is known`);
  const path = steps.flatMap((step) => hashOfHex(step) ?? []);
  const leafHash = hashing.leaf(leafBytes(leaf));
  const proven =
    path.length === steps.length && isIncluded({ leafIndex, treeSize: head.tree_size, leafHash, path, root }, hashing);
  if (!proven) throw new ProofFailed(`The event ${leaf.id} is not in the log that the tree head is of`);
  return leaf;
}

/** The head and the leaves of a proof, which hold. @throws ProofFailed */
export function checkLogProof(given: unknown, checks: HeadChecks): { head: SignedTreeHead; leaves: AuditLeaf[] } {
  const { data: proof } = PROOF.safeParse(given);
  if (!proof) throw new ProofFailed('The proof is not of the form that is known');
  const trusted = checkTreeHead(proof.tree_head, checks);
  return {
    head: trusted.head,
    leaves: proof.leaves.map((leaf) => checkProvenLeaf(leaf, trusted, checks.hashing)),
  };
}
