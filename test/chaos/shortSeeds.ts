import type { SeedSettings } from './again.js';

/** The seeds that CI takes of each stack, no two the same: some minutes of it; `npm run chaos` takes others and more runs. */
export const shortSeeds = ({ kafka, eventStore }: Pick<SeedSettings, 'kafka' | 'eventStore'>): readonly number[] =>
  kafka ? [4] : eventStore ? [3] : [1];
