import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/**
 * Somebody was shown what is kept of people. Says by which operation and of what, by ids alone: nothing of what was shown or
 * looked for.
 */
export const PersonalDataRead = defineEvent(
  'PersonalDataRead',
  z.object({
    /** Of the API, as its description names it: `getCase`. */
    operation: z.string(),
    /** Ids of the cases, executions, documents or faces that were shown; none for what shows values of many together. */
    of: z.array(z.string()),
  }),
);

/** A read of what is kept of people. */
export type PersonalReadEvent = EventOf<typeof PersonalDataRead>;

/** The stream of one read, which nothing follows. */
export const personalReadStream = (readId: string): string => `personalRead-${readId}`;

/** What somebody is shown. */
export type Shown = PersonalReadEvent['data'];

/** The rules of a read: it happened once. */
export const personalRead: Decider<Shown | null, Shown, PersonalReadEvent> = {
  initial: null,
  decide: (shown, before) => (before ? [] : [{ type: 'PersonalDataRead', data: shown }]),
  evolve: (_before, { data }) => data,
};
