import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { LoggedEvent } from './memoryLog.js';
import type { ReadAnswer, Refusal } from './messages.js';

/** A read or a subscription, which are one method of the service. */
export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, ReadAnswer>;
/** What a read asks for. */
export type Options = NonNullable<ReturnType<InstanceType<typeof streams.ReadReq>['getOptions']>>;

/** Sends one message and waits while the client cannot take more. False once the call is gone. */
export async function send(call: ReadCall, answer: ReadAnswer): Promise<boolean> {
  if (call.cancelled || call.destroyed) return false;
  if (!call.write(answer)) await Promise.race([once(call, 'drain'), once(call, 'cancelled'), once(call, 'close')]);
  return !call.cancelled;
}

/** Ends a call with an error. */
export function fail(call: ReadCall, reason: Refusal): void {
  call.emit('error', reason);
}

/** Where the event at a position is; `undefined` for a position between events, which the server cannot read from. */
export function indexOf(
  events: readonly LoggedEvent[],
  position: { getCommitPosition(): string } | undefined,
): number | undefined {
  const wanted = BigInt(position?.getCommitPosition() ?? 0);
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.position ?? wanted) < wanted) low = middle + 1;
    else high = middle;
  }
  return events[low]?.position === wanted ? low : undefined;
}
