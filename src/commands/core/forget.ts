import type { DomainEvent } from '../../domain/core/event.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { sealedBlobKeys } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { CommandHandler, CommandRequest, Handled } from './commandHandler.js';

/** What forgetting stands on. */
export interface ForgetDeps {
  handler: CommandHandler;
  eventStore: Pick<EventStore, 'readStream'>;
  blobs: Pick<BlobStore, 'delete'>;
  subjectKeys: SubjectKeys;
}

/**
 * Forgets the personal values of an aggregate whose stream is its own subject. Key, fact and blobs go in this order, and
 * all of it can be repeated: after a crash in between, forgetting again does what is left to do.
 * @throws DomainError when the command is refused; nothing is gone then
 */
export async function forget<State, Command, Event extends DomainEvent>(
  { handler, eventStore, blobs, subjectKeys }: ForgetDeps,
  request: Required<Omit<CommandRequest<State, Command, Event>, 'once'>>,
  blobKeys: readonly string[],
): Promise<Handled<State, Event>> {
  const { stream, decider, command, known } = request;
  decider.decide(command, known.state);
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) recorded.push(event);
  await subjectKeys.erase(stream);
  const handled = await handler.handle(request);
  for (const key of [...blobKeys, ...sealedBlobKeys(recorded)]) await blobs.delete(key);
  return handled;
}
