import { EventEmitter } from 'node:events';
import type { Journal } from './journal.js';

/** `MaxAppendSize` of the server, in bytes of data. */
export const MAX_APPEND_SIZE = 1024 * 1024;

/** How the server counts that no stream is expected; 0 and above are exact. */
export const NO_STREAM = -1n;
/** How it counts that the writer does not care. */
export const ANY = -2n;

/** An event as a writer proposes it. */
export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  data: Uint8Array;
  metadata: Uint8Array;
}

/** An event as the log keeps it. */
export interface LoggedEvent extends ProposedEvent {
  stream: string;
  revision: bigint;
  /** Byte offset in the log: commit and prepare position at once. */
  position: bigint;
  /** 100 ns ticks since 1970. */
  created: bigint;
}

/** What became of an append; `current` is -1 for a stream that is not there. */
export type WriteOutcome =
  | { status: 'success'; revision: bigint; position: bigint }
  | { status: 'wrong_version'; current: bigint }
  | { status: 'too_large' }
  | { status: 'stream_deleted' };

/** What comes before is the server's own record of its epoch, which no reader is shown. */
const FIRST_POSITION = 264n;
/** Bytes that the server writes around an event; any number that makes the steps uneven will do. */
const RECORD_OVERHEAD = 117;

/**
 * The transaction log of EventStoreDB 23.10 in memory: offsets as positions, and idempotency by id as the server has it. With
 * a journal it begins with what that holds, and writes down what comes.
 * Without an expected revision an append is written each time: the server recognises ids from a cache that it loses when it
 * ends.
 */
export class MemoryLog {
  readonly events: LoggedEvent[] = [];
  /** `appended` after each append, when all of its events can be read. */
  readonly changes = new EventEmitter<{ appended: [] }>().setMaxListeners(0);
  /** How many subscribers were too slow. */
  droppedSubscribers = 0;
  readonly #streams = new Map<string, LoggedEvent[]>();
  readonly #tombstoned = new Set<string>();
  #end = FIRST_POSITION;

  constructor(private readonly journal?: Journal) {
    for (const entry of journal?.read() ?? []) {
      if ('tombstone' in entry) this.#tombstoned.add(entry.tombstone);
      else this.#add(entry.stream, entry.events, entry.created);
    }
    if (this.events.length > 0) return;
    const metadata = new Uint8Array();
    const event = { type: '$metadata', contentType: 'application/json', data: Buffer.from('{}'), metadata };
    this.append('$$$users', NO_STREAM, [{ ...event, id: '00000000-0000-4000-8000-000000000000' }]);
  }

  /** The events of a stream, oldest first; `undefined` when it does not exist. */
  stream(name: string): readonly LoggedEvent[] | undefined {
    return this.#streams.get(name);
  }

  isTombstoned(name: string): boolean {
    return this.#tombstoned.has(name);
  }

  tombstone(name: string): void {
    this.journal?.write({ tombstone: name });
    this.#tombstoned.add(name);
  }

  append(name: string, expected: bigint, proposed: readonly ProposedEvent[]): WriteOutcome {
    if (this.isTombstoned(name)) return { status: 'stream_deleted' };
    if (proposed.reduce((sum, { data }) => sum + data.length, 0) > MAX_APPEND_SIZE) return { status: 'too_large' };
    const judged = this.#judge(this.#streams.get(name) ?? [], expected, proposed);
    if (judged) return judged;
    const created = BigInt(Date.now()) * 10_000n;
    this.journal?.write({ stream: name, created, events: proposed });
    return success(this.#add(name, proposed, created));
  }

  /** The answer to an append that is not to be written, because it was before or because the version is wrong. */
  #judge(
    stream: readonly LoggedEvent[],
    expected: bigint,
    proposed: readonly ProposedEvent[],
  ): WriteOutcome | undefined {
    const current = BigInt(stream.length) - 1n;
    if (expected === current || expected === ANY) return undefined;
    const first = Number(expected) + 1;
    const same = proposed.every(({ id }, index) => stream[first + index]?.id === id);
    return same ? success(stream[first + proposed.length - 1]) : { status: 'wrong_version', current };
  }

  #add(name: string, proposed: readonly ProposedEvent[], created: bigint): LoggedEvent | undefined {
    const stream = this.#streams.get(name) ?? [];
    for (const event of proposed) {
      const place = { stream: name, revision: BigInt(stream.length), position: this.#end };
      const logged: LoggedEvent = { ...event, ...place, created };
      this.#end += BigInt(
        RECORD_OVERHEAD + name.length + event.type.length + event.data.length + event.metadata.length,
      );
      stream.push(logged);
      this.events.push(logged);
    }
    this.#streams.set(name, stream);
    this.changes.emit('appended');
    return stream.at(-1);
  }
}

function success(last: LoggedEvent | undefined): WriteOutcome {
  if (!last) throw new Error('An append holds at least one event');
  return { status: 'success', revision: last.revision, position: last.position };
}
