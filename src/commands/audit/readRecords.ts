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
import type { RecordedTenants } from '../../projections/audit/recordedTenants.js';
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
  recordedTenants: RecordedTenants;
  clock: Clock;
}

/** Creates the commands of recorded reads. */
export function createReadRecords({ handler, recordedTenants, clock }: ReadRecordsDeps): ReadRecords {
  return {
    recording: async (tenant_id) => (await handler.load(readRecordingStream(tenant_id), readRecording)).state,

    async setRecording(context, reads) {
      // What is meant is recorded too: who only tries must not end that.
      assertOwnWorld(context, 'live');
      const { tenant_id, actor } = context;
      const command = { type: 'record' as const, tenant_id, reads, by: actor, at: clock().toISOString() };
      // Before the fact, so that no process shows anything unrecorded behind it.
      if (reads) await recordedTenants.begin(tenant_id);
      const set = await handler.handle({
        ...{ stream: readRecordingStream(tenant_id), decider: readRecording, command, context },
      });
      // Also where nothing changed: whoever repeats it finishes what a crash broke off.
      if (set.revision !== 'no_stream') await recordedTenants.settle(tenant_id, set.state.reads, set.revision);
      return committed(set.state, set);
    },

    async record(context, shown) {
      if (!(await recordedTenants.isRecorded(context.tenant_id))) return;
      // A stream for each, so that nobody waits for anybody; the store takes what comes at the same time together.
      const stream = personalReadStream(newId());
      await handler.handle({ stream, decider: personalRead, command: shown, context, known: NEW });
    },
  };
}

const NEW = { state: null, revision: 'no_stream' } as const;
