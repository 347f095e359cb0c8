import type { estypes } from '@elastic/elasticsearch';
import { fieldName } from './searchable.js';
import { MOST_BUCKETS, MOST_FACET_VALUES, PERCENTS, SearchTooDear, type Facet, type SearchAsked } from './search.js';

/** What is counted of all that is found. */
type Counted = Pick<SearchAsked, 'facets' | 'histogram' | 'percentiles'>;

type Aggregation = estypes.AggregationsAggregationContainer;

/** What is counted, as Elasticsearch is asked for it. */
export function countsAsked({ facets, histogram, percentiles }: Counted): { [name: string]: Aggregation } {
  const asked = [
    ...facets.map((field, index) => [`facet${index}`, ofField(field, facetAsked)] as const),
    ...percentiles.map((field, index) => [`percentiles${index}`, ofField(field, percentilesAsked)] as const),
    ...(histogram ? [['histogram', ofField(histogram.field, histogramAsked(histogram.interval))] as const] : []),
  ];
  return Object.fromEntries(asked);
}

/** Of the documents of one field, of which each thing has one at most. */
const ofField = (field: string, values: Aggregation): Aggregation => ({
  nested: { path: 'fields' },
  aggs: {
    field: { filter: { term: { 'fields.path': fieldName(field).toWellFormed() } }, aggs: { values } },
  },
});

const facetAsked: Aggregation = {
  terms: { field: 'fields.v', size: MOST_FACET_VALUES, order: [{ _count: 'desc' }, { _key: 'asc' }] },
};

const percentilesAsked: Aggregation = {
  percentiles: {
    field: 'fields.n',
    percents: [...PERCENTS],
    keyed: false,
    tdigest: { execution_hint: 'high_accuracy' },
  },
};

const histogramAsked = (calendar_interval: estypes.AggregationsCalendarInterval): Aggregation => ({
  date_histogram: { field: 'fields.d.date', calendar_interval, min_doc_count: 1 },
});

/** What comes back of such a question. */
export interface CountsAnswered {
  readonly [name: string]: {
    field: {
      doc_count: number;
      values: {
        buckets?: readonly { key: string | number; doc_count: number }[];
        sum_other_doc_count?: number;
        values?: readonly { key: number; value: number | null }[];
      };
    };
  };
}

/** What was counted. @param total How many things were found @throws SearchTooDear where a histogram has too many parts */
export function countsOf(answered: CountsAnswered, { facets, histogram, percentiles }: Counted, total: number) {
  const valuesOf = (name: string) => answered[name]?.field ?? { doc_count: 0, values: {} };
  const facetOf = (name: string): Facet => {
    const { doc_count, values } = valuesOf(name);
    return {
      values: (values.buckets ?? []).map(({ key, doc_count: count }) => ({ value: String(key), count })),
      missing: total - doc_count,
      other: values.sum_other_doc_count ?? 0,
    };
  };
  const parts = histogram ? (valuesOf('histogram').values.buckets ?? []) : [];
  if (parts.length > MOST_BUCKETS) throw new SearchTooDear(`has a histogram of more than ${MOST_BUCKETS} parts`);
  return {
    facets: new Map(facets.map((field, index) => [field, facetOf(`facet${index}`)])),
    histogram: parts.map(({ key, doc_count: count }) => ({ at: new Date(Number(key)).toISOString(), count })),
    percentiles: new Map(
      percentiles.map((field, index) => {
        const { values = [] } = valuesOf(`percentiles${index}`).values;
        return [field, PERCENTS.map((percent) => values.find(({ key }) => key === percent)?.value ?? null)] as const;
      }),
    ),
  };
}
