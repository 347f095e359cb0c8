import { allProjections } from '../src/start/features.js';
import { apiKeysProjection, apiKeysTable } from '../src/projections/apiKeys/apiKeysProjection.js';
import { createCheckpointSignal } from '../src/projections/core/checkpointSignal.js';
import { startProjector } from '../src/projections/core/projector.js';
import { createReadYourWrites } from '../src/projections/core/readYourWrites.js';
import { percentile, type Benchmark } from './figure.js';
import { issueKey, openScratchService } from './scratchService.js';

const WRITERS = 4;
const COMMANDS = 1_000;

/** From the call of a command until its read model shows what it did, with four at a time. */
export const benchVisible: Benchmark = async (workshop) => {
  const service = await openScratchService(workshop);
  const { handler } = service;
  const signal = createCheckpointSignal();
  const projector = startProjector({ ...service, signal, projections: allProjections });
  workshop.atEnd(() => projector.stop());
  await projector.caughtUp();
  const readYourWrites = createReadYourWrites({ ...service, signal, projections: allProjections });
  const keys = service.readModels.of(apiKeysProjection, apiKeysTable);

  const took: number[] = [];
  const write = async (): Promise<void> => {
    for (let n = 0; n < COMMANDS / WRITERS; n++) {
      const started = performance.now();
      const { key_id, committed } = await issueKey(handler);
      await readYourWrites.wait(committed);
      took.push(performance.now() - started);
      if (!(await keys.find(key_id))) throw new Error('A command was answered before its read model showed it');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));

  const bare: number[] = [];
  for (let n = 0; n < COMMANDS / WRITERS; n++) {
    const started = performance.now();
    await issueKey(handler);
    bare.push(performance.now() - started);
  }
  const figure = (percent: number) =>
    ({
      name: `from a command to its read model, p${percent}`,
      value: percentile(took, percent),
      unit: 'ms',
      baseline: { name: 'the command alone', value: percentile(bare, percent) },
      aim: { of: 'value', at: 'most', is: 50 },
    }) as const;
  return [figure(50), figure(99)];
};
