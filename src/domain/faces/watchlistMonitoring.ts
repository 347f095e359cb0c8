import { z } from 'zod';
import type { Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A tenant asked that the faces of its cases be kept and compared with whoever joins a watchlist, or asked for it no more. */
export const WatchlistMonitoringChanged = defineEvent(
  'WatchlistMonitoringChanged',
  z.object({ tenant_id: z.string(), monitors: z.boolean(), changed_by: z.string(), changed_at: z.string() }),
);

/** What can happen to the monitoring of a tenant. */
export type WatchlistMonitoringEvent = EventOf<typeof WatchlistMonitoringChanged>;

/** What can be asked of it. `by` is who asks, for example `key:<id>`; `at` is the time, ISO 8601. */
export interface WatchlistMonitoringCommand {
  type: 'monitor';
  tenant_id: string;
  monitors: boolean;
  by: string;
  at: string;
}

/** Whether faces of cases are monitored, and since when and by whose wish that is so; null where nobody ever said. */
export interface WatchlistMonitoring {
  monitors: boolean;
  changed_by: string | null;
  /** ISO 8601 */
  changed_at: string | null;
}

/** The stream of a tenant's monitoring. */
export const watchlistMonitoringStream = (tenantId: string): string => `watchlistMonitoring-${tenantId}`;

/** The rules of monitoring: no face is kept until the tenant asks for it, and what is so already changes nothing. */
export const watchlistMonitoring: Decider<WatchlistMonitoring, WatchlistMonitoringCommand, WatchlistMonitoringEvent> = {
  initial: { monitors: false, changed_by: null, changed_at: null },

  decide({ tenant_id, monitors, by, at }, state) {
    if (monitors === state.monitors) return [];
    return [{ type: 'WatchlistMonitoringChanged', data: { tenant_id, monitors, changed_by: by, changed_at: at } }];
  },

  evolve: (_state, { data: { monitors, changed_by, changed_at } }) => ({ monitors, changed_by, changed_at }),
};
