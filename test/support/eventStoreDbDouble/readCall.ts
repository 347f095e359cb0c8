import { once } from 'node:events';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { LoggedEvent } from './memoryLog.js';
import type { ReadAnswer, Refusal } from './messages.js';

/** A read or a subscription, which are one method of the service. */
export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, ReadAnswer>;
/** What a read asks for. */
export type Options = NonNullable<ReturnType<InstanceType<typeof streams.ReadReq>['getOptions']>>;

/** Aborted once nobody listens to the call any more. */
export function goneSignal(call: ReadCall): AbortSignal {
  const gone = new AbortController();
  for (const event of ['cancelled', 'close', 'error']) call.once(event, () => gone.abort());
  return gone.signal;
}

/** Sends one message and waits while the client cannot take more. */
export async function send(call: ReadCall, gone: AbortSignal, answer: ReadAnswer): Promise<void> {
  if (gone.aborted || call.write(answer)) return;
  await once(call, 'drain', { signal: gone }).catch(() => undefined);
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
