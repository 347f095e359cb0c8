import type { SeedSettings } from './again.js';

type Stack = Pick<SeedSettings, 'kafka' | 'eventStore' | 'elasticsearch'>;

/** The seeds that CI takes of each stack, no two the same: some minutes of it; `npm run chaos` takes others and more runs. */
export const shortSeeds = ({ kafka, eventStore, elasticsearch }: Stack): readonly number[] =>
  kafka ? [4] : eventStore ? [3] : elasticsearch ? [5] : [1];

/** How much of them. With Elasticsearch alone only what comes between it and the events: all else is broken on the other stacks. */
export const shortFaults = ({ kafka, eventStore, elasticsearch }: Stack): Pick<SeedSettings, 'runs' | 'only'> =>
  elasticsearch && !kafka && !eventStore ? { runs: 15, only: ['elasticsearch', 'projector', 'vanish'] } : { runs: 40 };
