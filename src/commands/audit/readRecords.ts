import { v7 as newId } from 'uuid';
import {
  personalRead,
  personalReadStream,
  readRecording,
  type ReadRecording,
  readRecordingStream,
  type Shown,
} from '../../domain/audit/index.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import type { Clock } from '../../platform/clock.js';
import type { EventStore } from '../../platform/eventStore/eventStore.js';
import { committed, type CommandHandler } from '../core/commandHandler.js';
import type { CommandContext, Committed } from '../core/context.js';

/** Who looked at what is kept of people, where a tenant wants that to be known. */
export interface ReadRecords {
  /** Whether reads of a tenant's are recorded. */
  recording(tenant_id: string): Promise<ReadRecording>;
  /** Has reads recorded from now on, or no more. @throws DomainError `forbidden` for a test key */
  setRecording(context: CommandContext, reads: boolean): Promise<Committed<ReadRecording>>;
  /**
   * Records a read of what is the context's tenant's, where that tenant asks for it. Whoever answers waits for this: what could not be
   * recorded is not shown. @throws EventStoreUnavailable
   */
  record(context: CommandContext, shown: Shown): Promise<void>;
}

declare module '../core/commands.js' {
  interface Commands {
    readRecords: ReadRecords;
  }
}

/** What these commands stand on. */
export interface ReadRecordsDeps {
  handler: CommandHandler;
  eventStore: Pick<EventStore, 'lastRevision'>;
  clock: Clock;
}

/** Creates the commands of recorded reads. */
export function createReadRecords({ handler, eventStore, clock }: ReadRecordsDeps): ReadRecords {
  const isAsked = createIsAsked(handler, eventStore);
  return {
    recording: async (tenant_id) => (await handler.load(readRecordingStream(tenant_id), readRecording)).state,

    async setRecording(context, reads) {
      // What is meant is recorded too: who only tries must not end that.
      assertOwnWorld(context, 'live');
      const { tenant_id, actor } = context;
      const command = { type: 'record' as const, tenant_id, reads, by: actor, at: clock().toISOString() };
      const set = await handler.handle({
        ...{ stream: readRecordingStream(tenant_id), decider: readRecording, command, context },
      });
      return committed(set.state, set);
    },

    async record(context, shown) {
      if (!(await isAsked(context.tenant_id))) return;
      // A stream for each, so that nobody waits for anybody; the store takes what comes at the same time together.
      const stream = personalReadStream(newId());
      await handler.handle({ stream, decider: personalRead, command: shown, context, known: NEW });
    },
  };
}

const NEW = { state: null, revision: 'no_stream' } as const;

/**
 * Whether a tenant asks for it, by its stream and by nothing that may be behind it: what is asked for is so from the answer on, in every process.
 * What a stream said at a revision is known from then on.
 */
function createIsAsked(
  handler: Pick<CommandHandler, 'load'>,
  eventStore: Pick<EventStore, 'lastRevision'>,
): (tenant_id: string) => Promise<boolean> {
  const known = new Map<string, { revision: bigint; reads: boolean }>();
  return async (tenant_id) => {
    const stream = readRecordingStream(tenant_id);
    const revision = await eventStore.lastRevision(stream);
    if (revision === undefined) return false;
    const before = known.get(tenant_id);
    if (before?.revision === revision) return before.reads;
    const { reads } = (await handler.load(stream, readRecording, revision)).state;
    known.set(tenant_id, { revision, reads });
    return reads;
  };
}
