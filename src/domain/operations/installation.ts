import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** An installation has begun to keep its events in this log. Written once, before anything else happens in it. */
export const InstallationFounded = defineEvent(
  'InstallationFounded',
  z.object({ installation_id: z.string(), founded_at: z.string() }),
);

/** What can happen to an installation. */
export type InstallationEvent = EventOf<typeof InstallationFounded>;

/** What can be asked of it. `at` is the time, ISO 8601. */
export interface FoundInstallation {
  type: 'found';
  installation_id: string;
  at: string;
}

/** Whose log this is. */
export type InstallationState = { status: 'not_founded' } | { status: 'founded'; installation_id: string };

/** The one stream that says whose log this is. */
export const INSTALLATION_STREAM = 'installation';

/** The rules of installations: a log belongs to one for ever. */
export const installation: Decider<InstallationState, FoundInstallation, InstallationEvent> = {
  initial: { status: 'not_founded' },

  decide({ installation_id, at }, state) {
    if (state.status === 'not_founded')
      return [{ type: 'InstallationFounded', data: { installation_id, founded_at: at } }];
    if (state.installation_id === installation_id) return [];
    throw new DomainError('conflict', 'The log belongs to another installation');
  },

  evolve: (_state, { data }) => ({ status: 'founded', installation_id: data.installation_id }),
};
