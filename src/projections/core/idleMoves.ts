import type { Knex } from 'knex';
import type { Position } from '../../platform/eventStore/eventStore.js';
import type { Log } from '../../platform/log.js';
import { checkpointKey, moveOverNothing } from './checkpoints.js';
import type { CheckpointSignal } from './checkpointSignal.js';
import type { Member } from './member.js';

/** How long a checkpoint may stay behind while no event concerns its projection. */
const IDLE_MOVE_MS = 1_000;

/** Moves checkpoints over events that do not concern their projections: now and then and all at once, not with each event. */
export interface IdleMoves {
  /** Nothing up to here concerns the member. */
  later(member: Member, position: Position): void;
  /** The member has moved by itself, or is not to be moved any more. */
  forget(member: Member): void;
  stop(): void;
}

/** Nobody is to be moved yet. */
export function createIdleMoves({ knex, signal, log }: { knex: Knex; signal: CheckpointSignal; log: Log }): IdleMoves {
  const waiting = new Map<Member, Position>();
  let timer: NodeJS.Timeout | undefined;
  const move = async (): Promise<void> => {
    const members = [...waiting].map(([member, to]) => ({ member, to }));
    waiting.clear();
    const steps = members.map(({ member: { sink, stored }, to }) => ({ of: sink, from: stored, to }));
    const moved = new Set((await moveOverNothing(knex, steps)).map(checkpointKey));
    for (const { member, to } of members) {
      if (!moved.has(checkpointKey(member.sink))) continue;
      if (to > (member.stored ?? -1n)) member.stored = to;
      signal.moved(checkpointKey(member.sink), to);
    }
  };
  const moveAll = (): void => {
    timer = undefined;
    // What was not moved goes with the next event, or the next time.
    move().catch((error: unknown) => log.debug({ err: error }, 'idle checkpoints were not moved'));
  };
  return {
    later(member, position) {
      waiting.set(member, position);
      timer ??= setTimeout(moveAll, IDLE_MOVE_MS);
    },
    forget: (member) => void waiting.delete(member),
    stop() {
      waiting.clear();
      clearTimeout(timer);
    },
  };
}
