/** Changes of one event of the stream: after as many, all that follows changes is read again. */
export const MOST_TOLD = 200;

/**
 * What a screen shows is read again where one of these has changed: the beginnings of its query keys, by the kind of a stream. Figures are not among it:
 * they are dear (`figuresOf`). Nor is what is searched: rows that move while somebody reads them wait behind a count.
 */
const SHOWN_BY: { readonly [kind: string]: (id: string) => unknown[][] } = {
  case: (id) => [['case', id], ['history', id], ['messages', id], ['queue']],
  agent: (id) => [['agent', id], ['agents']],
  documentType: () => [['type'], ['types']],
  typeExample: () => [['type examples']],
  governanceSet: () => [['governance']],
  governanceRun: () => [['governance'], ['runs'], ['results']],
  blocklistEntry: () => [['blocklist']],
  savedSearch: () => [['saved views']],
  apiKey: () => [['keys']],
  webhookEndpoints: () => [['endpoints']],
  endpointDelivery: () => [['endpoints'], ['sent']],
  webhookDelivery: () => [['deliveries']],
  registeredFace: () => [['registers']],
  parkedWork: () => [['parked']],
};

/** Whether what a query shows follows changes at all. @param queryKey its key */
export const follows = (queryKey: readonly unknown[]): boolean =>
  Object.values(SHOWN_BY).some((keys) => keys('').some(([name]) => name === queryKey[0]));

/** What is to be read again after some things have changed, each once. @param aggregates streams, `case-<session_id>` */
export function queriesOf(aggregates: readonly string[]): unknown[][] {
  const keys = aggregates.flatMap((aggregate) => {
    const end = aggregate.indexOf('-');
    return SHOWN_BY[aggregate.slice(0, end)]?.(aggregate.slice(end + 1)) ?? [];
  });
  return [...new Map(keys.map((key) => [JSON.stringify(key), key])).values()];
}

/** Figures that are of something, by the kind of a stream: the first part of their keys. */
const COUNTED_IN: { readonly [kind: string]: readonly string[] } = {
  case: ['decisions'],
  governanceRun: ['drifts'],
};

/** Which figures are others after some things have changed. @param aggregates streams, `case-<session_id>` */
export const figuresOf = (aggregates: readonly string[]): string[] => [
  ...new Set(aggregates.flatMap((aggregate) => COUNTED_IN[aggregate.slice(0, aggregate.indexOf('-'))] ?? [])),
];
