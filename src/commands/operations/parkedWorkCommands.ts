import {
  parkedWork,
  parkedWorkStream,
  type ParkedWork,
  type ParkedWorkCommand,
  type ParkedWorkState,
  type CarriedWork,
} from '../../domain/operations/parkedWork.js';
import type { Clock } from '../../platform/clock.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';

/** Work that nobody tries any more, and why. */
export interface WorkToPark extends CarriedWork {
  /** The same each time that the same work is parked. */
  parked_id: string;
  message_id: string;
  /** A sentence without personal values. */
  error: string;
  attempts: number;
}

/** What can be asked of parked work. */
export interface ParkedWorkCommands {
  /** Sets work aside, for the tenant of the context; nothing when it was set aside before. */
  park(context: CommandContext, work: WorkToPark): Promise<Committed<void>>;
  /** Hands it out again, with as many attempts as new work. @throws DomainError `not_found`, `conflict` */
  retry(context: CommandContext, parked_id: string): Promise<Committed<ParkedWork>>;
  /** Gives it up: what waits for it is ended as failed. @throws DomainError `not_found`, `conflict` */
  drop(context: CommandContext, parked_id: string): Promise<Committed<ParkedWork>>;
}

/** Ends what waits for work that will not be done. Harmless when it has ended already. */
export type GiveUp = (context: CommandContext, payload: CarriedWork['payload']) => Promise<Committed<unknown>>;

/** What the commands of parked work stand on. */
export interface ParkedWorkCommandsDeps {
  handler: CommandHandler;
  clock: Clock;
  /** By topic; work of a topic that is not there leaves nothing waiting. */
  giveUp: ReadonlyMap<string, GiveUp>;
}

declare module '../core/commands.js' {
  interface Commands {
    parkedWork: ParkedWorkCommands;
  }
}

/** Creates the commands of parked work. */
export function createParkedWorkCommands({ handler, clock, giveUp }: ParkedWorkCommandsDeps): ParkedWorkCommands {
  const handle = (context: CommandContext, parked_id: string, command: ParkedWorkCommand) =>
    handler.handle({ stream: parkedWorkStream(parked_id), decider: parkedWork, command, context, once: true });
  const at = (): string => clock().toISOString();
  const end = async (context: CommandContext, { topic, payload }: CarriedWork) => giveUp.get(topic)?.(context, payload);

  return {
    async park(context, work) {
      const parked = { ...work, tenant_id: context.tenant_id, parked_at: at() };
      return committed(undefined, await handle(context, work.parked_id, { type: 'park', work: parked }));
    },

    async retry(context, parked_id) {
      const handled = await handle(context, parked_id, { type: 'retry', at: at() });
      return committed(workIn(handled.state), handled);
    },

    async drop(context, parked_id) {
      const known = await handler.load(parkedWorkStream(parked_id), parkedWork);
      // First, and harmless when repeated: work that was dropped but still waited for would be seen by nobody. Where it is
      // not parked, nothing is ended: the command was handled before under its key, or is refused.
      const ended = known.state.status === 'parked' ? await end(context, known.state.work) : undefined;
      const dropped = await handle(context, parked_id, { type: 'drop', at: at() });
      const { value, position, event_types } = committed(workIn(dropped.state), dropped);
      return { value, position, event_types: [...(ended?.event_types ?? []), ...event_types] };
    },
  };
}

function workIn(state: ParkedWorkState): ParkedWork {
  if (state.status === 'not_parked') throw new Error('Work that was never parked has no view');
  return state.work;
}
