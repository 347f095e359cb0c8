import type { ModelAsked } from '../../src/domain/documents/index.js';
import { type EngineOutcome, NotNow } from '../../src/engines/documents/documentEngine.js';
import type { EventStore } from '../../src/platform/eventStore/eventStore.js';

/** What is told of a model that was shown a document and gave no answer. */
export const SHOWN: ModelAsked = {
  ...{ model: 'small', where: 'local', sent: ['text', 'pictures'], prompt_hashes: ['cd'] },
};

/** What an engine makes of a scene whose model was shown it and gave no answer: it is to be read later. */
export const shownInVain = (): EngineOutcome => ({
  ...{ status: 'failed', result: null, unavailable: new NotNow('The language model gave no answer in its time.') },
  steps: [
    { tool: 'classify', order: 0, status: 'success', output: { document_type: 'unknown' }, duration_ms: 1 },
    {
      ...{ tool: 'model', order: 1, status: 'failed', output: { ...SHOWN, taken_for: 'car_damage' }, duration_ms: 1 },
      error: 'The language model gave no answer in its time.',
    },
  ],
});

/** What a stream says of models that were shown something in vain. */
export async function toldIn(eventStore: Pick<EventStore, 'readStream'>, stream: string): Promise<unknown[]> {
  const told: unknown[] = [];
  for await (const { type, data } of eventStore.readStream(stream)) if (type.endsWith('ShownToModel')) told.push(data);
  return told;
}
