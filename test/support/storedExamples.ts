import { readdirSync, readFileSync } from 'node:fs';
import { toPosition, type RecordedEvent } from '../../src/platform/eventStore/eventStore.js';

const folder = new URL('../fixtures/events/', import.meta.url);

/** The stored examples of all events, in the clear, by stream and in the order of their stream. */
export function storedExamples(): Map<string, RecordedEvent[]> {
  const histories = new Map<string, RecordedEvent[]>();
  for (const file of readdirSync(folder)) {
    const example = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<RecordedEvent, 'revision'> & {
      revision: number;
    };
    const event = { ...example, revision: BigInt(example.revision), position: toPosition(example.revision + 1) };
    histories.set(example.stream, [...(histories.get(example.stream) ?? []), event]);
  }
  for (const history of histories.values()) history.sort((a, b) => Number(a.revision - b.revision));
  return histories;
}
