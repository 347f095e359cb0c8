import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LoggedEvent, MemoryLog } from './memoryLog.js';
import { eventAnswer, refusals, streamName, streamNotFoundAnswer } from './messages.js';
import { fail, goneSignal, indexOf, send, type Options, type ReadCall } from './readCall.js';
import { subscribeToAll } from './subscriptions.js';

/** Answers Read: a slice of a stream, a slice of all, or a subscription to all. */
export async function answerRead(log: MemoryLog, call: ReadCall): Promise<void> {
  const options = call.request.getOptions();
  if (!options) return fail(call, refusals.unimplemented('a read without options'));
  if (options.hasSubscription()) return subscribeToAll(log, call, options);
  const name = streamName(options.getStream());
  if (options.hasStream() && log.isTombstoned(name)) return fail(call, refusals.streamDeleted(name));
  if (options.hasStream() && !log.stream(name)) {
    call.write(streamNotFoundAnswer(name));
    return void call.end();
  }
  const events = options.hasStream() ? sliceOfStream(log.stream(name) ?? [], options) : sliceOfAll(log.events, options);
  if (!events) return fail(call, options.hasStream() ? refusals.forwardsFromEnd() : refusals.badPosition());
  const gone = goneSignal(call);
  for (const event of events.slice(0, Number(options.getCount()))) await send(call, gone, eventAnswer(event));
  call.end();
}

const isBackwards = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** The given revision is included both ways. */
function sliceOfStream(events: readonly LoggedEvent[], options: Options): LoggedEvent[] | undefined {
  const from = options.getStream();
  if (isBackwards(options)) {
    const last = from?.hasEnd() ? events.length - 1 : from?.hasRevision() ? Number(from.getRevision()) : 0;
    return events.slice(0, last + 1).reverse();
  }
  if (from?.hasEnd()) return undefined;
  return events.slice(from?.hasRevision() ? Number(from.getRevision()) : 0);
}

/** The given position is included forwards and left out backwards. */
function sliceOfAll(events: readonly LoggedEvent[], options: Options): LoggedEvent[] | undefined {
  const from = options.getAll();
  const index = from?.hasEnd() ? events.length : from?.hasPosition() ? indexOf(events, from.getPosition()) : 0;
  if (index === undefined) return undefined;
  return isBackwards(options) ? events.slice(0, index).reverse() : events.slice(index);
}
