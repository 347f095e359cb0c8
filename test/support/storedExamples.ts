import { readdirSync, readFileSync } from 'node:fs';
import { toPosition, type RecordedEvent } from '../../src/platform/eventStore/eventStore.js';

const folder = new URL('../fixtures/events/', import.meta.url);

/** The example in a file, and the name of the variant that it shows, as `faces` of `CaseCompleted.v1.faces.json`; '' for the plain one. */
function exampleIn(file: string): { variant: string; event: RecordedEvent } {
  const example = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Omit<RecordedEvent, 'revision'> & {
    revision: number;
  };
  const [, , variant = ''] = file.replace(/\.json$/, '').split('.');
  return {
    variant,
    event: { ...example, revision: BigInt(example.revision), position: toPosition(example.revision + 1) },
  };
}

/** The stored examples of all events, in the clear, by stream and in the order of their stream; of those that have variants the plain ones. */
export function storedExamples(): Map<string, RecordedEvent[]> {
  const histories = new Map<string, RecordedEvent[]>();
  for (const { variant, event } of readdirSync(folder).map(exampleIn)) {
    if (variant === '') histories.set(event.stream, [...(histories.get(event.stream) ?? []), event]);
  }
  for (const history of histories.values()) history.sort((a, b) => Number(a.revision - b.revision));
  return histories;
}

/** The same for each variant of an event: the history of its stream, in which it stands where the plain event does. */
export function storedVariants(): RecordedEvent[][] {
  const plain = storedExamples();
  return readdirSync(folder)
    .map(exampleIn)
    .filter(({ variant }) => variant !== '')
    .map(({ event }) => (plain.get(event.stream) ?? []).map((one) => (one.revision === event.revision ? event : one)));
}
