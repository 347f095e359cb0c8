import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** Most things that one alert names; of more, how many there are. */
export const MOST_NAMED = 100;

/** A saved search found what it had not found before. */
export const SearchFoundNew = defineEvent(
  'SearchFoundNew',
  z.object({
    alert_id: z.string(),
    view_id: z.string(),
    tenant_id: z.string(),
    kind: z.enum(['documents', 'cases', 'events']),
    /** How many things are new. */
    count: z.number(),
    /** Ids of the first of them. */
    ids: z.array(z.string()),
    found_at: z.string(),
  }),
);

/** What a saved search found. */
export type SearchAlert = EventOf<typeof SearchFoundNew>['data'];

/** What can be asked of an alert. */
export interface SearchAlertCommand {
  type: 'tell';
  alert: SearchAlert;
}

/** Whether it was told. */
export type SearchAlertState = { status: 'not_told' } | { status: 'told'; alert: SearchAlert };

/** The stream of an alert: one for each time that something new was found. */
export const searchAlertStream = (alertId: string): string => `searchAlert-${alertId}`;

/** The rules of alerts: each is told once, whoever finds the same again. */
export const searchAlert: Decider<SearchAlertState, SearchAlertCommand, EventOf<typeof SearchFoundNew>> = {
  initial: { status: 'not_told' },
  decide: ({ alert }, state) =>
    state.status === 'told'
      ? []
      : [{ type: 'SearchFoundNew', data: { ...alert, ids: alert.ids.slice(0, MOST_NAMED) } }],
  evolve: (_, { data }) => ({ status: 'told', alert: data }),
};
