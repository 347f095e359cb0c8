import type { DomainEvent } from '../../domain/core/event.js';
import type { BlobStore } from '../../platform/blobs/blobStore.js';
import { sealedBlobKeys } from '../../platform/eventStore/eventCodec.js';
import type { EventStore, Position, RecordedEvent } from '../../platform/eventStore/eventStore.js';
import type { ErasureNote, SubjectKeys } from '../../platform/sealing/subjectKeys.js';
import type { Handled } from './commandHandler.js';
import type { CommandContext } from './context.js';

/** What forgetting stands on. */
export interface ForgetDeps {
  eventStore: Pick<EventStore, 'readStream'>;
  blobs: Pick<BlobStore, 'delete'>;
  subjectKeys: Pick<SubjectKeys, 'erase' | 'noteOf' | 'erasureDone'>;
}

/** Where something is kept that was made of an aggregate, beside its stream and its blobs. All of it is harmless where nothing is. */
export interface ForgetElsewhere {
  /** Forgets what is kept of the answers that speak of what has that id. */
  forgetAnswers(id: string): Promise<void>;
  /**
   * Forgets the rows of what has that id where the fact of its erasure, at that position, does not come. False where it is not
   * known yet whether it comes: the erasure is not done then, and a worker asks again.
   */
  forgetRows(id: string, erased: Position): Promise<boolean>;
}

/** What an erasure did, as its certificate says it: nothing of it is personal. */
export interface Erasure {
  /** Whose data key is gone: the stream of the aggregate. */
  subject: string;
  /** ISO 8601 */
  erased_at: string;
  /**
   * Sealed values of its events, files that were kept of it, rows of its read model, and saved searches that lost their texts as these
   * held values of it.
   */
  erased: { values: number; blobs: number; rows: number; saved_searches?: number };
  /** Where in the log the fact stands: a `Position` as text. */
  log_position: string;
}

/** An aggregate that is to be forgotten. */
export interface Forgetting<State, Event> {
  /** Its stream, which is its own subject. */
  stream: string;
  /** Who asks. */
  context: CommandContext;
  /** What is to be known beside that by whoever finishes it after a crash. */
  note?: ErasureNote;
  /**
   * Records the fact. By then nothing in the stream can be lost any more: what was sealed in it is erased. It is given what was noted when
   * that happened, which is of an earlier attempt where there was one; nothing once an erasure was done to its end.
   */
  record(noted: ErasureNote): Promise<Handled<State, Event>>;
  /** Its own blobs, but for those that its events are stored in. */
  blobKeys(after: State): readonly string[];
}

/** What was forgotten. */
export interface Forgotten<State, Event> extends Handled<State, Event> {
  /** The whole stream, the fact last. */
  recorded: RecordedEvent[];
}

/**
 * Forgets the personal values of an aggregate. Key, fact and blobs go in this order, and all of it can be repeated. From the
 * moment at which the key is gone, `unfinishedErasures` names the stream until `erasureDone` is said of it: whoever erases
 * says so once all else is done too, and a worker does again what a crash broke off.
 */
export async function forget<State, Event extends DomainEvent>(
  { eventStore, blobs, subjectKeys }: ForgetDeps,
  { stream, context, note, record, blobKeys }: Forgetting<State, Event>,
): Promise<Forgotten<State, Event>> {
  const { tenant_id, actor, correlation_id, causation_id } = context;
  await subjectKeys.erase(stream, { ...note, tenant_id, actor, correlation_id, causation_id });
  const handled = await record((await subjectKeys.noteOf(stream)) ?? {});
  const recorded: RecordedEvent[] = [];
  for await (const event of eventStore.readStream(stream)) recorded.push(event);
  const keys = new Set([...blobKeys(handled.state), ...sealedBlobKeys(recorded)]);
  for (const key of keys) await blobs.delete(key);
  return { ...handled, recorded };
}

/** An aggregate that is all in its stream, in rows by its id, and in what hangs on its data key. */
export interface ForgettingWhole<State, Event> extends Pick<
  Forgetting<State, Event>,
  'stream' | 'context' | 'note' | 'record'
> {
  /** By which its rows and the answers that speak of it go. */
  id: string;
  /** Its own blobs; none where it is left out. */
  blobKeys?: Forgetting<State, Event>['blobKeys'];
}

/** Forgets such an aggregate everywhere, to the end. Can be repeated, and finishes what a crash broke off. */
export async function forgetWhole<State, Event extends DomainEvent>(
  deps: ForgetDeps & ForgetElsewhere,
  { id, blobKeys = () => [], ...forgetting }: ForgettingWhole<State, Event>,
): Promise<Forgotten<State, Event>> {
  const forgotten = await forget(deps, { ...forgetting, blobKeys });
  const [made, erased] = [forgotten.recorded[0], forgotten.recorded.at(-1)];
  // The answer to the request that made it goes by the id of that where it named its own.
  for (const one of new Set([id, made?.metadata.command_id ?? id])) await deps.forgetAnswers(one);
  const everywhere = !erased || (await deps.forgetRows(id, erased.position));
  if (everywhere) await deps.subjectKeys.erasureDone(forgetting.stream);
  return forgotten;
}
