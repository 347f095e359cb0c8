import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** Whoever shows a raw key with this handle shows this key, or a wrong secret. */
export const ApiKeyHandleReserved = defineEvent(
  'ApiKeyHandleReserved',
  z.object({ handle: z.string(), key_id: z.string(), reserved_at: z.string() }),
);

/** What can happen to a handle. */
export type ApiKeyHandleEvent = EventOf<typeof ApiKeyHandleReserved>;

/** What can be asked of a handle. `at` is the time, ISO 8601. */
export interface ApiKeyHandleCommand {
  type: 'reserve';
  handle: string;
  key_id: string;
  at: string;
}

/** Whose the handle is. */
export type ApiKeyHandleState = { status: 'free' } | { status: 'reserved'; key_id: string };

/**
 * The stream of a handle, which is what a raw key is found by: the prefix of a `zk_` key, the SHA-256 (lower-case hex) of a
 * legacy one. It leads from a raw key to its id before any read model has seen the key.
 */
export const apiKeyHandleStream = (handle: string): string => `apiKeyHandle-${handle}`;

/** The rules of handles: one key, for ever. */
export const apiKeyHandle: Decider<ApiKeyHandleState, ApiKeyHandleCommand, ApiKeyHandleEvent> = {
  initial: { status: 'free' },

  decide({ handle, key_id, at }, state) {
    if (state.status === 'free') return [{ type: 'ApiKeyHandleReserved', data: { handle, key_id, reserved_at: at } }];
    // Its own reservation stands in no one's way: it may be the one of a request that was cut off.
    if (state.key_id === key_id) return [];
    throw new DomainError('conflict', 'Another API key has this value; try again');
  },

  evolve: (_state, { data }) => ({ status: 'reserved', key_id: data.key_id }),
};
