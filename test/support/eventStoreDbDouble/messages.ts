import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import { ANY, MAX_APPEND_SIZE, NO_STREAM, type LoggedEvent, type ProposedEvent } from './memoryLog.js';

/** A message that a reader or subscriber gets. */
export type ReadAnswer = InstanceType<typeof streams.ReadResp>;

/** A gRPC error as the server sends it: what happened stands in the trailers. */
export interface Refusal {
  code: status;
  details: string;
  metadata: Metadata;
}

function refusal(code: status, details: string, trailers: Record<string, string> = {}): Refusal {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** The refusals that this double knows. */
export const refusals = {
  tooLarge: () =>
    refusal(status.INVALID_ARGUMENT, 'Maximum Append Size Exceeded.', {
      exception: 'maximum-append-size-exceeded',
      'maximum-append-size': String(MAX_APPEND_SIZE),
    }),
  streamDeleted: (name: string) =>
    refusal(status.FAILED_PRECONDITION, 'Event stream is deleted.', {
      exception: 'stream-deleted',
      'stream-name': name,
    }),
  tooSlow: () =>
    refusal(status.ABORTED, 'Consumer too slow to handle event while live. Client resubscription required.'),
  /** No user, or not with this password. */
  unauthenticated: () => refusal(status.UNAUTHENTICATED, 'Received HTTP status code 401'),
  userConflict: () => refusal(status.ALREADY_EXISTS, 'User already exists.', { exception: 'user-conflict' }),
  accessDenied: () => refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' }),
  badPosition: () => refusal(status.UNKNOWN, 'Exception was thrown by handler.'),
  forwardsFromEnd: () => refusal(status.UNKNOWN, 'Unexpected ReadStreamResult: Error'),
  unimplemented: (what: string) => refusal(status.UNIMPLEMENTED, what),
};

interface StreamOptions {
  getStreamIdentifier(): InstanceType<typeof shared.StreamIdentifier> | undefined;
}

/** The stream that a request is about. */
export const streamName = (options: StreamOptions | undefined): string =>
  Buffer.from(options?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();

/** The expected revision of a request that names no number. */
export const namedExpectation = (options: { hasNoStream(): boolean } | undefined): bigint =>
  options?.hasNoStream() ? NO_STREAM : ANY;

/** An event as it came in; the server keeps ids in lower case. */
export function proposedEvent(
  message:
    | InstanceType<typeof streams.AppendReq.ProposedMessage>
    | InstanceType<typeof streams.BatchAppendReq.ProposedMessage>,
): ProposedEvent {
  return {
    id: (message.getId()?.getString() ?? '').toLowerCase(),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** An event as it goes out. */
export function eventAnswer(event: LoggedEvent): ReadAnswer {
  const position = event.position.toString();
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(event.id))
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setCustomMetadata(event.metadata)
    .setData(event.data);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.contentType)
    .set('created', event.created.toString());
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  );
}

/** Says that the stream that was asked for does not exist. */
export const streamNotFoundAnswer = (name: string): ReadAnswer =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(
      new shared.StreamIdentifier().setStreamName(Buffer.from(name)),
    ),
  );

/** Says how far a filtered subscription has looked. */
export const checkpointAnswer = (commit: bigint, prepare: bigint): ReadAnswer =>
  new streams.ReadResp().setCheckpoint(
    new streams.ReadResp.Checkpoint().setCommitPosition(commit.toString()).setPreparePosition(prepare.toString()),
  );
