import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerReadableStream, sendUnaryData } from '@grpc/grpc-js';
import { NO_STREAM, type MemoryLog } from './memoryLog.js';
import { namedExpectation, proposedEvent, refusals, streamName } from './messages.js';

type Request = InstanceType<typeof streams.AppendReq>;
type Answer = InstanceType<typeof streams.AppendResp>;

/** Append: options first, then one message per event; answered once, when the client has ended. */
export function answerAppend(
  log: MemoryLog,
  call: ServerReadableStream<Request, Answer>,
  answer: sendUnaryData<Answer>,
): void {
  const messages: Request[] = [];
  call.on('data', (message: Request) => messages.push(message));
  // A call that is cut off ends as well: the client's HTTP/2 ends the stream before it resets it.
  call.on('end', () => answerWhole(log, messages, answer));
}

function answerWhole(log: MemoryLog, messages: readonly Request[], answer: sendUnaryData<Answer>): void {
  const options = messages[0]?.getOptions();
  const expected = options?.hasRevision() ? BigInt(options.getRevision()) : namedExpectation(options);
  const proposed = messages.flatMap((message) => message.getProposedMessage() ?? []).map(proposedEvent);
  if (proposed.length === 0) return answer(refusals.unimplemented('an append without events'));
  const outcome = log.append(streamName(options), expected, proposed);
  switch (outcome.status) {
    case 'success':
      return answer(null, success(outcome));
    case 'wrong_version':
      return answer(null, conflict(expected, outcome.current));
    case 'too_large':
      return answer(refusals.tooLarge());
    case 'stream_deleted':
      return answer(refusals.streamDeleted(streamName(options)));
  }
}

function success({ revision, position }: { revision: bigint; position: bigint }): Answer {
  const place = new streams.AppendResp.Position();
  place.setCommitPosition(position.toString()).setPreparePosition(position.toString());
  const result = new streams.AppendResp.Success().setCurrentRevision(revision.toString()).setPosition(place);
  return new streams.AppendResp().setSuccess(result);
}

function conflict(expected: bigint, current: bigint): Answer {
  const result = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0n) result.setCurrentNoStream(new shared.Empty());
  else result.setCurrentRevision(current.toString());
  if (expected === NO_STREAM) result.setExpectedNoStream(new shared.Empty());
  else result.setExpectedRevision(expected.toString());
  return new streams.AppendResp().setWrongExpectedVersion(result);
}
