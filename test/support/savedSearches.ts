import { createSavedSearchCommands } from '../../src/commands/savedSearches/savedSearchCommands.js';
import type { Core } from './core.js';
import { anyone } from './executions.js';

/** Saves a search for whoever is called so, in its name too. */
export const saveSearchFor = (core: Core, surname: string) =>
  createSavedSearchCommands({ ...core, saved: { count: () => Promise.resolve(0) } }).save(anyone, {
    ...{ name: `Is ${surname} here?`, shared: true, alerts: false },
    asks: {
      ...{ kind: 'documents', query: `extracted.surname: ${surname}`, filters: [], time: null, columns: null },
      ...{ sort: [], highlight: false, facets: [], histogram: null, percentiles: [] },
    },
  });
