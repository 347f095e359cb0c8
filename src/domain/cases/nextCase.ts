import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A request for the next case is about to take this one: sent again, it takes the same. */
export const NextCaseReserved = defineEvent(
  'NextCaseReserved',
  z.object({ tenant_id: z.string(), session_id: z.string(), reserved_at: z.string() }),
);

/** What can happen to a request for the next case. */
export type NextCaseEvent = EventOf<typeof NextCaseReserved>;

/** What can be asked of it. `at` is the time, ISO 8601. */
export interface NextCaseCommand {
  type: 'reserve';
  tenant_id: string;
  session_id: string;
  at: string;
}

/** Which case the request took, or tried to take last; null where none yet. */
export interface NextCaseState {
  reserved: { tenant_id: string; session_id: string } | null;
}

/** The stream of a request for the next case, by the id that it has each time it is sent. */
export const nextCaseStream = (commandId: string): string => `nextCase-${commandId}`;

/** The rules of requests for the next case: where others were faster with one, another is reserved. */
export const nextCase: Decider<NextCaseState, NextCaseCommand, NextCaseEvent> = {
  initial: { reserved: null },

  decide: ({ tenant_id, session_id, at }, state) =>
    state.reserved?.session_id === session_id
      ? []
      : [{ type: 'NextCaseReserved', data: { tenant_id, session_id, reserved_at: at } }],

  evolve: (_state, { data: { tenant_id, session_id } }) => ({ reserved: { tenant_id, session_id } }),
};
