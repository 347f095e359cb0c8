import { z } from 'zod';
import type { AuditLeaf } from './auditLeaf.js';
import { sourceOf } from './auditSource.js';
import type { ProvenLeaf, SignedTreeHead } from './logProof.js';

/**
 * An export of events that carries its proof is JSON Lines: a head, an entry in each line with the proof of its event, and an end. Neither
 * who writes it nor who verifies it has more of it in memory than a page.
 */

/** The first line: what was asked for, and the head that all the entries are proven against. */
export interface ExportHead {
  export: {
    /** Entries of the audit trail, or events as a search shows them, of which some members can be left out. */
    kind: 'audit' | 'events';
    /** What narrowed it. */
    query: { [name: string]: unknown };
  };
  tree_head: SignedTreeHead;
}

/** The last line. */
export interface ExportEnd {
  export: {
    /** How many lines are between the first and the last. */
    entries: number;
    /** SHA-256 over the bytes of all lines before it, ends of lines included; hex. */
    sha256: string;
  };
  /** Ed25519 over the RFC 8785 form of the line without this member, base64url. */
  signature: string;
}

/** A line between them. */
export interface ProvenEntry {
  [member: string]: unknown;
  proof: ProvenLeaf;
}

const HEAD = z.object({
  export: z.object({ kind: z.enum(['audit', 'events']), query: z.record(z.string(), z.unknown()) }),
  tree_head: z.unknown(),
});
const END = z.strictObject({
  export: z.strictObject({ entries: z.int().min(0), sha256: z.string() }),
  signature: z.string(),
}) satisfies z.ZodType<ExportEnd>;

/** The first line of an export; undefined where the JSON is something else. Its tree head is not checked. */
export const readExportHead = (given: unknown): z.infer<typeof HEAD> | undefined => HEAD.safeParse(given).data;

/** The last line of an export; undefined where the JSON is something else. Its signature is not checked. */
export const readExportEnd = (given: unknown): ExportEnd | undefined => END.safeParse(given).data;

/** Members of an entry, and where its leaf says the same. What an entry says beside them hangs on the signature of the export alone. */
const COVERED: Readonly<Record<string, keyof AuditLeaf>> = {
  event_id: 'id',
  position: 'position',
  at: 'recorded_at',
  tenant_id: 'tenant_id',
  actor: 'actor',
  action: 'type',
  aggregate: 'stream',
};

/** Which members of an entry are not what its leaf says. @param isWhole Whether an entry that lacks a member was changed */
export function differencesFrom(leaf: AuditLeaf, entry: { [member: string]: unknown }, isWhole: boolean): string[] {
  const isSaid = (member: string): boolean => isWhole || Object.hasOwn(entry, member);
  const different = Object.entries(COVERED)
    .filter(([member, said]) => isSaid(member) && entry[member] !== leaf[said])
    .map(([member]) => member);
  return isSaid('source') && !isSourceOf(leaf, entry['source'], isWhole) ? [...different, 'source'] : different;
}

/** What a key or a person is called is not in the log: the name of a source is not looked at. */
function isSourceOf(leaf: AuditLeaf, given: unknown, isWhole: boolean): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const shown = given as { [member: string]: unknown };
  return Object.entries(sourceOf(leaf.actor)).every(
    ([member, said]) => shown[member] === said || (!isWhole && !Object.hasOwn(shown, member)),
  );
}

/** Whether one event stands before another in a list that has the newest first, by when they were stored and then by place. */
export const isNewerFirst = (one: AuditLeaf, other: AuditLeaf): boolean =>
  one.recorded_at === other.recorded_at
    ? BigInt(one.position) > BigInt(other.position)
    : one.recorded_at > other.recorded_at;
