import { createSearchQueries } from '../../projections/search/searchQueries.js';
import type { Feature } from '../feature.js';

/** Finding what was read. */
export const search = {
  queries: (readModels) => ({ search: createSearchQueries(readModels) }),
  commands: () => ({}),
} satisfies Feature;
