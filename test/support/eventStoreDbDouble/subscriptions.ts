import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { LoggedEvent, MemoryLog } from './memoryLog.js';
import { checkpointAnswer, eventAnswer, refusals, type ReadAnswer } from './messages.js';
import { fail, goneSignal, indexOf, send, type Options, type ReadCall } from './readCall.js';

type Filter = ReturnType<Options['getFilter']>;

/** Events that the server reads at once, and its default window of a filter. */
const PAGE = 32;
/** Messages that the server keeps for a live subscriber before it drops him. */
const LIVE_BUFFER = 64;

/**
 * Sends everything behind the position in pages, then `caught_up`, then what is appended. A live subscriber who takes
 * his messages too slowly is dropped. With a filter, a checkpoint says now and then how far the server has looked.
 */
export async function subscribeToAll(log: MemoryLog, call: ReadCall, options: Options): Promise<void> {
  const from = options.getAll();
  if (!from) return fail(call, refusals.unimplemented('a subscription to one stream'));
  const start = from.hasEnd()
    ? log.events.length - 1
    : from.hasPosition()
      ? indexOf(log.events, from.getPosition())
      : -1;
  if (start === undefined) return fail(call, refusals.badPosition());
  const gone = goneSignal(call);
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID());
  await send(call, gone, new streams.ReadResp().setConfirmation(confirmation));

  const filter = readFilter(options.getFilter());
  let next = start + 1;
  let considered = 0;
  let live = false;
  while (!gone.aborted) {
    if (live && call.writableLength > LIVE_BUFFER) {
      log.droppedSubscribers++;
      return fail(call, refusals.tooSlow());
    }
    const page = log.events.slice(next, next + PAGE);
    let lastMatch: LoggedEvent | undefined;
    let isDue = false;
    for (const event of page) {
      const answer = filter.matches(event) && eventAnswer(event);
      if (answer && live) call.write(answer);
      else if (answer) await send(call, gone, answer);
      if (answer) lastMatch = event;
      const isCounted = filter.interval > 0 && ++considered % filter.interval === 0;
      isDue ||= isCounted;
      if (isCounted && live) call.write(checkpointAnswer(event.position, event.position));
    }
    if (isDue && !live) call.write(checkpointOfPage(next === 0 ? 0n : (page[0]?.position ?? 0n), lastMatch));
    next += page.length;
    if (page.length > 0) continue;
    if (!live) await send(call, gone, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
    live = true;
    if (next === log.events.length) await once(log.changes, 'appended', { signal: gone }).catch(() => undefined);
  }
}

/** Catching up the server says so after a page: its last match, or where it began, with nothing prepared, where it has none. */
const checkpointOfPage = (began: bigint, lastMatch: LoggedEvent | undefined): ReadAnswer =>
  lastMatch ? checkpointAnswer(lastMatch.position, lastMatch.position) : checkpointAnswer(began, 0n);

/** What a filter lets through, and after how many considered events it tells its position; never without a filter. */
function readFilter(filter: Filter): { matches: (event: LoggedEvent) => boolean; interval: number } {
  if (!filter) return { matches: () => true, interval: 0 };
  const expression = filter.getEventType() ?? filter.getStreamIdentifier();
  const pattern = expression?.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  const prefixes = expression?.getPrefixList() ?? [];
  const subject = (event: LoggedEvent): string => (filter.hasEventType() ? event.type : event.stream);
  return {
    matches: (event) => pattern?.test(subject(event)) ?? prefixes.some((prefix) => subject(event).startsWith(prefix)),
    interval: filter.getCheckpointintervalmultiplier() * (filter.hasMax() ? filter.getMax() : PAGE),
  };
}
