import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A caller's reference was given to a case: the first to reserve it has it, for as long as the case is not erased. */
export const CaseReferenceReserved = defineEvent(
  'CaseReferenceReserved',
  z.object({ tenant_id: z.string(), session_id: z.string(), reserved_at: z.string() }),
);

/** What can happen to a caller's reference. */
export type CaseReferenceEvent = EventOf<typeof CaseReferenceReserved>;

/** What can be asked of a caller's reference. `at` is the time, ISO 8601. */
export interface CaseReferenceCommand {
  type: 'reserve';
  tenant_id: string;
  session_id: string;
  /** The case that had it and keeps it no longer, as it is erased, or a trial; null where there is none. */
  instead_of: string | null;
  at: string;
}

/** What has become of a caller's reference. */
export type CaseReferenceState = { status: 'free' } | { status: 'reserved'; session_id: string };

/** The stream of a caller's reference. It goes by a keyed hash: a reference can be a name or an address, which a plain hash would give away. */
export const caseReferenceStream = (tenantId: string, hash: string): string => `caseReference-${tenantId}:${hash}`;

/** The rules of callers' references: one case each, until that is erased. */
export const caseReference: Decider<CaseReferenceState, CaseReferenceCommand, CaseReferenceEvent> = {
  initial: { status: 'free' },

  decide({ tenant_id, session_id, instead_of, at }, state) {
    if (state.status === 'reserved' && state.session_id !== instead_of) {
      throw new DomainError('conflict', 'There is a case with this reference already');
    }
    return [{ type: 'CaseReferenceReserved', data: { tenant_id, session_id, reserved_at: at } }];
  },

  evolve: (_state, event) => ({ status: 'reserved', session_id: event.data.session_id }),
};
