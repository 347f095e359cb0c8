import { z } from 'zod';
import { type Decider, noneWithThisId } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** What can be on a blocklist. */
export const BLOCKLIST_KINDS = ['document_number', 'person'] as const;

/** What of a blocklist an entry is. */
export type BlocklistKind = (typeof BLOCKLIST_KINDS)[number];

/** Something that a tenant does not take. What it is, nobody can tell of it: only whether a given value is it. */
export interface BlocklistEntry {
  entry_id: string;
  tenant_id: string;
  kind: BlocklistKind;
  /** By how many values it is known. */
  value_count: number;
  /** Why, as the caller said; null where the caller did not, and once it is gone. */
  reason: string | null;
  /** Whose request it was, for example `key:<id>`. */
  added_by: string;
  /** ISO 8601 */
  created_at: string;
}

/** Something was put on a tenant's blocklist. */
export const BlocklistEntryAdded = defineEvent(
  'BlocklistEntryAdded',
  z.object({
    entry_id: z.string(),
    tenant_id: z.string(),
    kind: z.enum(BLOCKLIST_KINDS),
    value_count: z.number(),
    /** Keyed hashes of its values, hex. */
    hashes: z.array(z.string()).nullable(),
    reason: z.string().nullable(),
    added_by: z.string(),
    added_at: z.string(),
  }),
  { sealed: ['hashes', 'reason'] },
);

/** It was taken off; nothing that was known of it is left. */
export const BlocklistEntryRemoved = defineEvent(
  'BlocklistEntryRemoved',
  z.object({ entry_id: z.string(), tenant_id: z.string(), kind: z.enum(BLOCKLIST_KINDS), removed_at: z.string() }),
);

/** What can happen to an entry of a blocklist. */
export type BlocklistEntryEvent = EventOf<typeof BlocklistEntryAdded> | EventOf<typeof BlocklistEntryRemoved>;

/** Event types of blocklists, for the registry. */
export const blocklistEventDefinitions = [BlocklistEntryAdded, BlocklistEntryRemoved] as const;

/** What can be asked of an entry. `at` is the time, ISO 8601. */
export type BlocklistEntryCommand =
  | {
      type: 'add';
      entry: Pick<BlocklistEntry, 'entry_id' | 'tenant_id' | 'kind' | 'reason' | 'added_by'>;
      hashes: readonly string[];
      at: string;
    }
  | { type: 'remove'; at: string };

/** What has become of an entry. */
export type BlocklistEntryState =
  { status: 'not_there' } | { status: 'listed'; entry: BlocklistEntry } | { status: 'removed' };

/** The stream of an entry; also the subject whose key seals its reason, and on which its hashes hang. */
export const blocklistEntryStream = (entryId: string): string => `blocklistEntry-${entryId}`;

/** The rules of an entry: it is there until it is removed, and is never another one. */
export const blocklistEntry: Decider<BlocklistEntryState, BlocklistEntryCommand, BlocklistEntryEvent> = {
  initial: { status: 'not_there' },

  decide(command, state) {
    if (command.type === 'add') {
      // Adding is repeated where its answer was lost in a crash: the first time counts.
      if (state.status !== 'not_there') return [];
      const { entry, at } = command;
      const hashes = [...command.hashes];
      return [{ type: 'BlocklistEntryAdded', data: { ...entry, value_count: hashes.length, hashes, added_at: at } }];
    }
    if (state.status === 'not_there') throw noneWithThisId('blocklist entry');
    if (state.status === 'removed') return []; // whoever finishes a removal does all of it again
    const { entry_id, tenant_id, kind } = state.entry;
    return [{ type: 'BlocklistEntryRemoved', data: { entry_id, tenant_id, kind, removed_at: command.at } }];
  },

  evolve(_state, event) {
    const entry = applyToBlocklistEntry(undefined, event);
    return entry ? { status: 'listed', entry } : { status: 'removed' };
  },
};

/** What an event makes of an entry; undefined: it is not there any more. Shared with the read model. */
export function applyToBlocklistEntry(
  _before: BlocklistEntry | undefined,
  event: BlocklistEntryEvent,
): BlocklistEntry | undefined {
  if (event.type === 'BlocklistEntryRemoved') return undefined;
  const { entry_id, tenant_id, kind, value_count, reason, added_by, added_at } = event.data;
  return { entry_id, tenant_id, kind, value_count, reason, added_by, created_at: added_at };
}
