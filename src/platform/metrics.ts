import { Counter, Histogram, Registry } from 'prom-client';

/** Every metric of the process; `/metrics` prints it. Names follow the Prometheus conventions, prefixed `attest_`. */
export const registry = new Registry();

/** Time of one append, repeats after an unknown outcome included. */
export const eventStoreAppendDuration = new Histogram({
  name: 'attest_event_store_append_duration_seconds',
  help: 'Time of one append to the event store.',
  labelNames: ['store'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

/** Events that were appended. */
export const eventStoreEventsAppended = new Counter({
  name: 'attest_event_store_events_appended_total',
  help: 'Events appended to the event store.',
  labelNames: ['store'] as const,
  registers: [registry],
});

/** Appends refused because the stream was not at the expected revision. */
export const eventStoreAppendConflicts = new Counter({
  name: 'attest_event_store_append_conflicts_total',
  help: 'Appends refused because the stream was not at the expected revision.',
  labelNames: ['store'] as const,
  registers: [registry],
});

/** Times that a broken subscription was opened again. */
export const eventStoreSubscriptionReconnects = new Counter({
  name: 'attest_event_store_subscription_reconnects_total',
  help: 'Times a broken event store subscription was opened again.',
  labelNames: ['store'] as const,
  registers: [registry],
});
