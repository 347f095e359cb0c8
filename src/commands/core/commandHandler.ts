import { SpanKind } from '@opentelemetry/api';
import { DomainError, fold, type Decider } from '../../domain/core/decider.js';
import type { DomainEvent } from '../../domain/core/event.js';
import { assertOwnWorld } from '../../domain/core/ownWorld.js';
import type { Clock } from '../../platform/clock.js';
import { openedOrThrow, type EventCodec } from '../../platform/eventStore/eventCodec.js';
import {
  WrongExpectedRevision,
  type EventMode,
  type EventStore,
  type Position,
  type RecordedEvent,
} from '../../platform/eventStore/eventStore.js';
import { traced, traceparentOf } from '../../platform/tracing/tracing.js';
import type { CommandContext, Committed } from './context.js';

/** An aggregate as it was read: its state, and the last revision of its stream (`no_stream` where there is none). */
export interface Loaded<State> {
  state: State;
  revision: bigint | 'no_stream';
  /** W3C trace context of its last event, where that was written while tracing was on. */
  traceparent?: string;
  /** Of its last event: whoever goes on with what a test began goes on with a test. Absent where there is no stream. */
  mode?: EventMode;
}

/** What a command did: the state after it, and the events that were appended, none when it changed nothing. */
export interface Handled<State, Event> extends Loaded<State> {
  events: Event[];
  /** Position of the last event; absent without events. */
  position?: Position;
}

/** One command for one aggregate. */
export interface CommandRequest<State, Command, Event extends DomainEvent> {
  stream: string;
  decider: Decider<State, Command, Event>;
  command: Command;
  context: CommandContext;
  /** The aggregate as it is known already, which saves reading it; wrong knowledge costs a conflict and a read. */
  known?: Loaded<State>;
  /**
   * Where the context has a `command_id`: a command that was handled under it is not decided again, and answers with what
   * it did then. For commands that would be refused the second time, or do something else.
   */
  once?: boolean;
  /** What is lost of the stream's sealed values counts as erased, for commands that need none of them. */
  lostAsErased?: boolean;
  /** Revisions of the stream at one of which alone it may be handled; any where it is left out. */
  ifRevision?: readonly bigint[] | undefined;
}

/** Runs commands: load, decide, append. */
export interface CommandHandler {
  /**
   * Runs one command. When others wrote to the stream meanwhile it reads again and decides again, up to 3 times.
   * @throws DomainError what the decider refuses, `conflict` when the stream keeps changing, `changed` where it is at another revision
   * @throws EventUnreadable, EventStoreUnavailable
   */
  handle<State, Command, Event extends DomainEvent>(
    request: CommandRequest<State, Command, Event>,
  ): Promise<Handled<State, Event>>;
  /** What a command did that was handled under the `command_id` of a context before, if it was; undefined also where the context has none. */
  handledBefore<State, Event extends DomainEvent>(
    stream: string,
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    context: Pick<CommandContext, 'command_id'>,
  ): Promise<Handled<State, Event> | undefined>;
  /** An aggregate as it is now, or as it was at a revision. */
  load<State, Event extends DomainEvent>(
    stream: string,
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    atRevision?: bigint,
  ): Promise<Loaded<State>>;
  /** The tenant of an aggregate, which is known before anything of it is opened; undefined where there is none. */
  tenantOf(stream: string): Promise<string | undefined>;
  /** An aggregate as it is for who erases it: what is lost of its sealed values counts as erased already. */
  loadToErase<State, Event extends DomainEvent>(
    stream: string,
    decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    atRevision?: bigint,
  ): Promise<Loaded<State>>;
}

/**
 * What a decider makes of a command, of a stream at a revision at which the caller saw it. What is not there has not changed: that it is gone is more.
 * @throws DomainError `changed`, and what the decider refuses
 */
function decideAtRevision<State, Command, Event extends DomainEvent>(
  { decider, command, ifRevision }: CommandRequest<State, Command, Event>,
  { state, revision }: Loaded<State>,
): Event[] {
  try {
    assertRevision(revision, ifRevision);
  } catch (changed) {
    try {
      decider.decide(command, state);
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'not_found') throw error;
    }
    throw changed;
  }
  return decider.decide(command, state);
}

/** Holds a stream to the revisions at which the caller saw it. @throws DomainError `changed` */
export function assertRevision(revision: Loaded<unknown>['revision'], wanted: readonly bigint[] | undefined): void {
  if (wanted === undefined || (revision !== 'no_stream' && wanted.includes(revision))) return;
  throw new DomainError('changed', 'It has changed since you read it; read it again and repeat the request');
}

/** What a stream is from here on, which was of a mode before, where it was there. @throws DomainError `forbidden` for a test key that is to leave it alone */
function modeAfter(
  { trialsApart }: Pick<Decider<never, never, never>, 'trialsApart'>,
  context: Pick<CommandContext, 'mode'>,
  before: EventMode | undefined,
): EventMode {
  if (trialsApart && before) assertOwnWorld(context, before);
  const asked = context.mode ?? 'live';
  return trialsApart === 'until_meant' ? asked : (before ?? asked);
}

/** How often a command is decided anew after a conflict. */
const RETRIES = 3;

/** What the handler stands on. */
export interface CommandHandlerDeps {
  eventStore: Pick<EventStore, 'append' | 'readStream'>;
  codec: EventCodec<DomainEvent>;
  clock: Clock;
}

/** The write side's one path to the event store. */
export function createCommandHandler({ eventStore, codec, clock }: CommandHandlerDeps): CommandHandler {
  const load: CommandHandler['load'] = async (stream, decider, atRevision) =>
    (await loadedFrom(codec, await read(eventStore, stream, atRevision), decider)).loaded;

  const loadToErase: CommandHandler['loadToErase'] = async (stream, decider, atRevision) =>
    (await openedFrom(codec, await read(eventStore, stream, atRevision), decider)).loaded;

  const attempt = async <State, Command, Event extends DomainEvent>(
    request: CommandRequest<State, Command, Event>,
    known: Loaded<State>,
  ): Promise<Handled<State, Event>> => {
    const { stream, decider, context } = request;
    const { state, revision } = known;
    const mode = modeAfter(decider, context, known.mode);
    const events = codec.check(decideAtRevision(request, known));
    if (events.length === 0) return { state, revision, events, mode };
    const metadata = { ...context, mode, occurred_at: clock().toISOString(), traceparent: traceparentOf() };
    const encoded = await codec.encode(stream, events, metadata);
    const appended = await traced(`append ${kindOf(stream)}`, { kind: SpanKind.CLIENT }, () =>
      eventStore.append(stream, encoded, revision),
    );
    return { ...appended, events, mode, state: fold({ ...decider, initial: state }, events) };
  };

  const loadFor = <State, Command, Event extends DomainEvent>({
    stream,
    decider,
    lostAsErased,
  }: CommandRequest<State, Command, Event>): Promise<Loaded<State>> =>
    (lostAsErased ? loadToErase : load)(stream, decider);

  const handle: CommandHandler['handle'] = async (request) => {
    const command_id = request.once ? request.context.command_id : undefined;
    let known = request.known;
    for (let retry = 0; retry <= RETRIES; retry++) {
      if (command_id !== undefined) {
        const found = await loadOnce({ eventStore, codec }, request, command_id);
        if ('before' in found) return found.before;
        known = found.known;
      }
      try {
        return await attempt(request, known ?? (await loadFor(request)));
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) throw error;
        known = undefined;
      }
    }
    throw new DomainError('conflict', 'It is being changed by others at the same time; try again');
  };

  return {
    load,
    loadToErase,
    async handledBefore(stream, decider, { command_id }) {
      if (command_id === undefined) return undefined;
      const found = await loadOnce({ eventStore, codec }, { stream, decider }, command_id);
      return 'before' in found ? found.before : undefined;
    },
    async tenantOf(stream) {
      const [first] = await read(eventStore, stream, 0n);
      return first?.metadata.tenant_id;
    },
    handle: (request) => traced(`command ${kindOf(request.stream)}`, {}, () => handle(request)),
  };
}

/** A stream, and what makes a state of it. */
interface FoldedStream<State, Event extends DomainEvent> {
  stream: string;
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>;
  lostAsErased?: boolean | undefined;
}

/** What a command did when it was handled before, if it was; else the aggregate as it is. */
async function loadOnce<State, Event extends DomainEvent>(
  { eventStore, codec }: Pick<CommandHandlerDeps, 'eventStore' | 'codec'>,
  { stream, decider, lostAsErased }: FoldedStream<State, Event>,
  command_id: string,
): Promise<{ before: Handled<State, Event> } | { known: Loaded<State> }> {
  const recorded = await read(eventStore, stream);
  const isOwn = ({ metadata }: RecordedEvent): boolean => metadata.command_id === command_id;
  const last = recorded.findLastIndex(isOwn);
  const open = lostAsErased ? openedFrom : loadedFrom;
  if (last < 0) return { known: (await open(codec, recorded, decider)).loaded };
  const until = recorded.slice(0, last + 1);
  const { events, loaded } = await open(codec, until, decider);
  const own = events.filter((_, index) => isOwn(until[index]!));
  return { before: { ...loaded, events: own, position: until[last]!.position } };
}

/** A stream from its beginning, up to a revision where one is given. */
async function read(
  eventStore: Pick<EventStore, 'readStream'>,
  stream: string,
  atRevision?: bigint,
): Promise<RecordedEvent[]> {
  const recorded: RecordedEvent[] = [];
  const part = atRevision === undefined ? {} : { limit: Number(atRevision) + 1 };
  for await (const event of eventStore.readStream(stream, part)) recorded.push(event);
  return recorded;
}

/** What the events of one aggregate make of it; a stream holds those of no other. */
async function loadedFrom<State, Event extends DomainEvent>(
  codec: EventCodec<DomainEvent>,
  recorded: readonly RecordedEvent[],
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
): Promise<{ events: Event[]; loaded: Loaded<State> }> {
  const events = (await codec.decodeBatch(recorded)) as DomainEvent[] as Event[];
  return { events, loaded: stateOf(recorded, events, decider) };
}

/** The same, where what is lost counts as erased. */
async function openedFrom<State, Event extends DomainEvent>(
  codec: EventCodec<DomainEvent>,
  recorded: readonly RecordedEvent[],
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
): Promise<{ events: Event[]; loaded: Loaded<State> }> {
  const opened = (await codec.openBatch(recorded)).map((one) => openedOrThrow(one).event);
  const events = opened as DomainEvent[] as Event[];
  return { events, loaded: stateOf(recorded, events, decider) };
}

function stateOf<State, Event extends DomainEvent>(
  recorded: readonly RecordedEvent[],
  events: readonly Event[],
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
): Loaded<State> {
  const last = recorded.at(-1);
  const revision = last?.revision ?? 'no_stream';
  const { traceparent, mode } = last?.metadata ?? {};
  return { state: fold(decider, events), revision, traceparent, mode };
}

/** What kind of aggregate a stream is of: the part of its name before its id. */
const kindOf = (stream: string): string => stream.replace(/-.*$/s, '');

/** The answer of a command that ran through the handler, or of several. */
export function committed<Value>(
  value: Value,
  ...handled: readonly Pick<Handled<unknown, { type: string }>, 'events' | 'position'>[]
): Committed<Value> {
  const positions = handled.flatMap(({ position }) => position ?? []);
  const event_types = [...new Set(handled.flatMap(({ events }) => events.map(({ type }) => type)))];
  const [first, ...rest] = positions;
  if (first === undefined) return { value, event_types };
  return { value, event_types, position: rest.reduce((last, one) => (one > last ? one : last), first) };
}

/** The revision at which a command left a stream that it changed, or found as it was to be. */
export function revisionAfter({ revision }: Pick<Handled<unknown, unknown>, 'revision'>): bigint {
  if (revision === 'no_stream') throw new Error('What was handled has no stream');
  return revision;
}

/** One answer of several things that were done by commands of their own. */
export const committedTogether = <Value>(value: Value, parts: readonly Committed<unknown>[]): Committed<Value> =>
  committed(
    value,
    ...parts.map(({ event_types, position }) => ({
      events: event_types.map((type) => ({ type })),
      ...(position !== undefined && { position }),
    })),
  );
