import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A tenant asked that it be recorded who is shown what is kept of people, or asked for it no more. */
export const ReadRecordingChanged = defineEvent(
  'ReadRecordingChanged',
  z.object({ tenant_id: z.string(), reads: z.boolean(), changed_by: z.string(), changed_at: z.string() }),
);

/** What can happen to the recording of a tenant. */
export type ReadRecordingEvent = EventOf<typeof ReadRecordingChanged>;

/** What can be asked of it. `by` is who asks, for example `key:<id>`; `at` is the time, ISO 8601. */
export interface ReadRecordingCommand {
  type: 'record';
  tenant_id: string;
  reads: boolean;
  by: string;
  at: string;
}

/** Whether reads are recorded, and since when and by whose wish that is so; null where nobody ever said. */
export interface ReadRecording {
  reads: boolean;
  changed_by: string | null;
  /** ISO 8601 */
  changed_at: string | null;
}

/** The stream of a tenant's recording. */
export const readRecordingStream = (tenantId: string): string => `readRecording-${tenantId}`;

/** The rules of recording: nothing is recorded until the tenant asks for it, and what is so already changes nothing. */
export const readRecording: Decider<ReadRecording, ReadRecordingCommand, ReadRecordingEvent> = {
  initial: { reads: false, changed_by: null, changed_at: null },

  decide({ tenant_id, reads, by, at }, state) {
    if (reads === state.reads) return [];
    return [{ type: 'ReadRecordingChanged', data: { tenant_id, reads, changed_by: by, changed_at: at } }];
  },

  evolve: (_state, { data: { reads, changed_by, changed_at } }) => ({ reads, changed_by, changed_at }),
};
