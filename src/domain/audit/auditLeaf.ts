import { z } from 'zod';
import { canonicalJson } from '../core/canonicalJson.js';
import type { Sha256 } from './merkleTree.js';

/**
 * What the tree over the log says of one event: what it is about in the clear, what it says by hashes. Its text in UTF-8 (RFC 8785, as
 * `docs/proofs.md` spells out) is the entry that the tree hashes. It holds nothing that the event's own tenant may not see, and
 * what is handed to others is its hash, which nobody can find by guessing: `salt` is among what is hashed.
 */
export interface AuditLeaf {
  /** Form of the leaf. */
  v: 1;
  /** 32 bytes in hex, made of the event's position and id with a secret of the installation. */
  salt: string;
  /** Place in the log, decimal. */
  position: string;
  id: string;
  stream: string;
  /** Place in its stream from 0, decimal. */
  revision: string;
  type: string;
  tenant_id: string;
  /** Who acted. */
  actor: string;
  occurred_at: string;
  recorded_at: string;
  /** SHA-256 over `canonicalJson` of the data as stored: what is sealed is hashed sealed. Hex. */
  data: string;
  /** The same over the metadata. */
  metadata: string;
}

/** What a leaf is made of; an event as it is stored is one. */
export interface NotarisedEvent {
  id: string;
  type: string;
  stream: string;
  revision: bigint;
  position: bigint;
  recorded_at: string;
  data: unknown;
  metadata: unknown;
}

/** Whose an event is, who acted and when, as its metadata says; empty where that says nothing of it, as of what others put into the log. */
export function whoseOf(metadata: unknown): Pick<AuditLeaf, 'tenant_id' | 'actor' | 'occurred_at'> {
  const said = (metadata ?? {}) as { [name: string]: unknown };
  const text = (name: string): string => (typeof said[name] === 'string' ? said[name] : '');
  return { tenant_id: text('tenant_id'), actor: text('actor'), occurred_at: text('occurred_at') };
}

/** The leaf of an event. @param salt 32 bytes that nobody can guess, the same for the same event */
export const auditLeaf = (event: NotarisedEvent, salt: Uint8Array, sha256: Sha256): AuditLeaf => ({
  v: 1,
  salt: toHex(salt),
  position: event.position.toString(),
  id: event.id,
  stream: event.stream,
  revision: event.revision.toString(),
  type: event.type,
  ...whoseOf(event.metadata),
  recorded_at: event.recorded_at,
  data: toHex(sha256(utf8(canonicalJson(event.data ?? null)))),
  metadata: toHex(sha256(utf8(canonicalJson(event.metadata ?? null)))),
});

/** The bytes of a leaf, which the tree hashes. */
export const leafBytes = (leaf: AuditLeaf): Uint8Array => utf8(canonicalJson(leaf));

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const decimal = z.string().regex(/^(0|[1-9]\d{0,18})$/);
const LEAF = z.strictObject({
  v: z.literal(1),
  ...{ salt: hash, position: decimal, id: z.string(), stream: z.string(), revision: decimal, type: z.string() },
  ...{ tenant_id: z.string(), actor: z.string(), occurred_at: z.string(), recorded_at: z.string() },
  ...{ data: hash, metadata: hash },
}) satisfies z.ZodType<AuditLeaf>;

/** The leaf that a JSON value is; undefined for anything else. */
export const readLeaf = (given: unknown): AuditLeaf | undefined => LEAF.safeParse(given).data;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Bytes in lower-case hex. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The 32 bytes of a hash in lower-case hex; undefined for anything else. */
export const hashOfHex = (text: string): Uint8Array | undefined =>
  /^[0-9a-f]{64}$/.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16)) : undefined;
