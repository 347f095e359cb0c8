import codes from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import anyProto from 'google-protobuf/google/protobuf/any_pb.js';
import emptyProto from 'google-protobuf/google/protobuf/empty_pb.js';
import { NO_STREAM, MAX_APPEND_SIZE, type MemoryLog, type ProposedEvent, type WriteOutcome } from './memoryLog.js';
import { namedExpectation, proposedEvent, streamName } from './messages.js';

type Request = InstanceType<typeof streams.BatchAppendReq>;
type Answer = InstanceType<typeof streams.BatchAppendResp>;

/** BatchAppend: one call for many appends, each in one or more frames and told apart by its correlation id. */
export function answerBatchAppends(
  log: MemoryLog,
  call: ServerDuplexStream<Request, Answer>,
  isSilent: () => boolean,
): void {
  const begun = new Map<string, { options: ReturnType<Request['getOptions']>; events: ProposedEvent[] }>();
  call.on('data', (frame: Request) => {
    const id = frame.getCorrelationId()?.getString() ?? '';
    const append = begun.get(id) ?? { options: frame.getOptions(), events: [] };
    begun.set(id, append);
    append.events.push(...frame.getProposedMessagesList().map(proposedEvent));
    if (!frame.getIsFinal()) return;
    begun.delete(id);
    const { options, events } = append;
    const expected = options?.hasStreamPosition() ? BigInt(options.getStreamPosition()) : namedExpectation(options);
    const outcome = log.append(streamName(options), expected, events);
    const answer = new streams.BatchAppendResp()
      .setCorrelationId(frame.getCorrelationId())
      .setStreamIdentifier(options?.getStreamIdentifier());
    if (outcome.status === 'success') answer.setSuccess(success(outcome));
    else answer.setError(error(outcome, expected));
    if (!isSilent()) call.write(answer);
  });
  call.on('end', () => call.end());
}

function success({ revision, position }: { revision: bigint; position: bigint }) {
  const place = new shared.AllStreamPosition();
  place.setCommitPosition(position.toString()).setPreparePosition(position.toString());
  return new streams.BatchAppendResp.Success().setCurrentRevision(revision.toString()).setPosition(place);
}

type Failure = Exclude<WriteOutcome, { status: 'success' }>;

function error(outcome: Failure, expected: bigint) {
  const [code, name, detail] = failure(outcome, expected);
  const details = new anyProto.Any();
  details.pack(detail.serializeBinary(), `event_store.client.${name}`);
  return new statuses.Status().setCode(code).setDetails(details);
}

function failure(outcome: Failure, expected: bigint) {
  switch (outcome.status) {
    case 'wrong_version':
      return [codes.Code.ALREADY_EXISTS, 'WrongExpectedVersion', conflict(expected, outcome.current)] as const;
    case 'too_large': {
      const exceeded = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND_SIZE);
      return [codes.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', exceeded] as const;
    }
    case 'stream_deleted':
      return [codes.Code.NOT_FOUND, 'StreamDeleted', new shared.StreamDeleted()] as const;
  }
}

function conflict(expected: bigint, current: bigint) {
  const detail = new shared.WrongExpectedVersion();
  if (current < 0n) detail.setCurrentNoStream(new emptyProto.Empty());
  else detail.setCurrentStreamRevision(current.toString());
  if (expected === NO_STREAM) detail.setExpectedNoStream(new emptyProto.Empty());
  else detail.setExpectedStreamPosition(expected.toString());
  return detail;
}
