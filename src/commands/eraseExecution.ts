import { execution, executionStream, type ExecutionCommand } from '../domain/execution.js';
import type { BlobStore } from '../platform/blobs/blobStore.js';
import type { Clock } from '../platform/clock.js';
import { sealedBlobKeys } from '../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../platform/eventStore/eventStore.js';
import type { SubjectKeys } from '../platform/sealing/subjectKeys.js';
import { committed, type CommandHandler } from './commandHandler.js';
import type { CommandContext, Committed } from './context.js';
import { executionIn } from './executionRecorder.js';

/** Forgets what was read from a document, and the document. @throws DomainError `not_found`, `conflict` while running */
export type EraseExecution = (context: CommandContext, execution_id: string) => Promise<Committed<void>>;

/** What erasing stands on. */
export interface EraseExecutionDeps {
  handler: CommandHandler;
  eventStore: Pick<EventStore, 'readStream'>;
  blobs: Pick<BlobStore, 'delete'>;
  subjectKeys: SubjectKeys;
  clock: Clock;
}

/**
 * Creates the erasure of executions. Key, fact and blobs go in this order, and all of it can be repeated: after a crash
 * in between, erasing again does what is left to do.
 */
export function createEraseExecution(deps: EraseExecutionDeps): EraseExecution {
  const { handler, eventStore, blobs, subjectKeys, clock } = deps;
  return async (context, execution_id) => {
    const stream = executionStream(execution_id);
    const known = await handler.load(stream, execution);
    const command: ExecutionCommand = { type: 'erase', at: clock().toISOString() };
    execution.decide(command, known.state); // refuses before anything is gone
    const { tenant_id, input } = executionIn(known.state);
    const recorded: RecordedEvent[] = [];
    for await (const event of eventStore.readStream(stream)) recorded.push(event);
    await subjectKeys.erase(stream);
    const handled = await handler.handle({
      ...{ stream, decider: execution, command, known },
      context: { ...context, tenant_id },
    });
    for (const key of [input.key, ...sealedBlobKeys(recorded)]) await blobs.delete(key);
    return committed(undefined, handled);
  };
}
