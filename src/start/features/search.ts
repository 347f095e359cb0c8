import type { SearchKind } from '../../platform/search/search.js';
import { searchedName } from '../../projections/search/searchedKind.js';
import { createSearchIndexSink } from '../../projections/search/searchIndexSink.js';
import { createSearchQueries } from '../../projections/search/searchQueries.js';
import { TIME_FIELD } from '../../projections/search/searchWanted.js';
import type { Feature } from '../feature.js';
import { searchedKinds } from '../stored.js';

const indexesOf = (prefix: string) => {
  const indexOf = (kind: SearchKind) => ({
    ...{ name: searchedName(searchedKinds[kind], prefix), own: searchedKinds[kind].own, time: TIME_FIELD[kind] },
  });
  return { documents: indexOf('documents'), cases: indexOf('cases'), events: indexOf('events') };
};

/** Finding what was read, what became of it, and what was done. */
export const search = {
  queries: (readModels, { searchCluster }) => ({
    search: createSearchQueries(readModels, searchedKinds, searchCluster?.searchOn(indexesOf(searchCluster.prefix))),
  }),
  commands: () => ({}),
  sinks: ({ searchCluster, ...parts }) =>
    searchCluster
      ? Object.values(searchedKinds).map((kind) =>
          createSearchIndexSink({ ...parts, kind, writer: searchCluster.writer, prefix: searchCluster.prefix }),
        )
      : [],
  watch({ searchCluster }, probes) {
    if (!searchCluster) return;
    // All but searches goes on without it.
    probes.watch({ name: 'search', kind: 'elasticsearch', ask: () => searchCluster.ping(), needed: false });
  },
} satisfies Feature;
