import { createSearchIndexSink, OWN_FIELDS, SEARCHED_NAME } from '../../projections/search/searchIndexSink.js';
import { createSearchQueries } from '../../projections/search/searchQueries.js';
import { TIME_FIELD } from '../../projections/search/searchWanted.js';
import type { Feature } from '../feature.js';

const INDEXES = { documents: { name: SEARCHED_NAME, own: OWN_FIELDS, time: TIME_FIELD.documents } };

/** Finding what was read. */
export const search = {
  queries: (readModels, { searchCluster }) => ({
    search: createSearchQueries(readModels, searchCluster?.searchOn(INDEXES)),
  }),
  commands: () => ({}),
  sinks: ({ searchCluster, ...parts }) =>
    searchCluster ? [createSearchIndexSink({ ...parts, writer: searchCluster.writer })] : [],
  watch({ searchCluster }, probes) {
    if (!searchCluster) return;
    // All but searches goes on without it.
    probes.watch({ name: 'search', kind: 'elasticsearch', ask: () => searchCluster.ping(), needed: false });
  },
} satisfies Feature;
