import { z } from 'zod';
import { DomainError, type Decider } from '../core/decider.js';
import { defineEvent, type EventOf } from '../core/event.js';

/** A case is going to be replayed by the case with that id: said before that one is opened. */
export const CaseReplayPlanned = defineEvent(
  'CaseReplayPlanned',
  z.object({ session_id: z.string(), replay_id: z.string(), planned_at: z.string() }),
);

/** A case is replayed no more: it is being erased, and its replays with it. */
export const CaseReplaysClosed = defineEvent(
  'CaseReplaysClosed',
  z.object({ session_id: z.string(), closed_at: z.string() }),
);

/** What can happen to the replays of a case. */
export type ReplaysOfCaseEvent = EventOf<typeof CaseReplayPlanned> | EventOf<typeof CaseReplaysClosed>;

/** What can be asked of the replays of a case. `at` is the time, ISO 8601. */
export type ReplaysOfCaseCommand =
  | { type: 'plan'; session_id: string; replay_id: string; at: string }
  | { type: 'close'; session_id: string; at: string };

/** The replays of a case, by their ids; the last one may not be opened yet, or never. */
export interface ReplaysOfCaseState {
  replay_ids: readonly string[];
  closed: boolean;
}

/** Most replays of one case: each holds all of its documents, and is erased with it. */
const MOST_REPLAYS = 100;

/** The stream of the replays of a case. It is not the case's own: replaying a case leaves it as it is. */
export const replaysOfCaseStream = (sessionId: string): string => `caseReplays-${sessionId}`;

/**
 * The rules of the replays of a case. Each is in this list before it holds anything of the case, and none comes into it once
 * it is closed: who erases the case then knows all that copied from it.
 */
export const replaysOfCase: Decider<ReplaysOfCaseState, ReplaysOfCaseCommand, ReplaysOfCaseEvent> = {
  initial: { replay_ids: [], closed: false },

  decide(command, { replay_ids, closed }) {
    const { session_id, at } = command;
    if (command.type === 'close') {
      return closed ? [] : [{ type: 'CaseReplaysClosed', data: { session_id, closed_at: at } }];
    }
    const { replay_id } = command;
    if (replay_ids.includes(replay_id)) return [];
    if (closed) throw new DomainError('conflict', 'The case was erased, so it cannot be replayed');
    if (replay_ids.length >= MOST_REPLAYS) {
      throw new DomainError('rule_broken', `A case is replayed at most ${MOST_REPLAYS} times`);
    }
    return [{ type: 'CaseReplayPlanned', data: { session_id, replay_id, planned_at: at } }];
  },

  evolve: (state, event) =>
    event.type === 'CaseReplaysClosed'
      ? { ...state, closed: true }
      : { ...state, replay_ids: [...state.replay_ids, event.data.replay_id] },
};
