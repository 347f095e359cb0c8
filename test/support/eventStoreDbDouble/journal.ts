import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { ProposedEvent } from './memoryLog.js';

/** What a log writes down: an append, or that a stream was closed for good. */
export type JournalEntry =
  { stream: string; events: readonly ProposedEvent[]; created: bigint } | { tombstone: string };

/** Where a log keeps what it holds, so that it is there again when its process was killed. */
export interface Journal {
  /** All that was written down, oldest first. */
  read(): JournalEntry[];
  /** Has written it down when it returns: an append is there whole or not at all. */
  write(entry: JournalEntry): void;
}

interface StoredEvent extends Omit<ProposedEvent, 'data' | 'metadata'> {
  /** base64, as is `metadata` */
  data: string;
  metadata: string;
}

type StoredEntry = { stream: string; events: StoredEvent[]; created: string } | { tombstone: string };

/** A journal in a file, a line of JSON for each entry. */
export function openJournal(file: string): Journal {
  return {
    read() {
      if (!existsSync(file)) return [];
      const text = readFileSync(file, 'utf8');
      // What it was at when it was killed was answered to nobody.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      truncateSync(file, Buffer.byteLength(whole));
      const lines = whole.split('\n').slice(0, -1);
      return lines.map((line) => toEntry(JSON.parse(line) as StoredEntry));
    },
    write: (entry) => appendFileSync(file, `${JSON.stringify(toStored(entry))}\n`),
  };
}

const toStored = (entry: JournalEntry): StoredEntry =>
  'tombstone' in entry
    ? entry
    : {
        ...{ stream: entry.stream, created: entry.created.toString() },
        events: entry.events.map((event) => ({
          ...event,
          data: Buffer.from(event.data).toString('base64'),
          metadata: Buffer.from(event.metadata).toString('base64'),
        })),
      };

const toEntry = (entry: StoredEntry): JournalEntry =>
  'tombstone' in entry
    ? entry
    : {
        ...{ stream: entry.stream, created: BigInt(entry.created) },
        events: entry.events.map((event) => ({
          ...event,
          data: Buffer.from(event.data, 'base64'),
          metadata: Buffer.from(event.metadata, 'base64'),
        })),
      };
