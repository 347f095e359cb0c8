import { Counter, Gauge, Histogram, Registry, type LabelValues } from 'prom-client';
import { askedAfresh } from './knownFor.js';
import { within } from './within.js';

/** Every metric of the process; `/metrics` prints it. Names follow the Prometheus conventions, prefixed `attest_`. */
export const registry = new Registry();

/** Making the text takes milliseconds in which nothing else is done, and anybody may ask for it, as often as he likes. */
const TEXT_EVERY_MS = 200;

/** What `/metrics` prints: one text for all who asked for it in the same moment. */
export const metricsText = askedAfresh(TEXT_EVERY_MS, async () => Buffer.from(await registry.metrics()));

/**
 * Shows series of a counter from now on, with 0 as long as there is nothing to count: of a series that begins with its first
 * failure, `increase` does not see that one.
 */
export function beginAtZero<Label extends string>(
  counter: Counter<Label>,
  label: Label,
  values: Iterable<string>,
): void {
  for (const value of values) counter.inc({ [label]: value } as LabelValues<Label>, 0);
}

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

/** Shows what is counted of an event store, before there is anything to count. */
export function countStore(store: string): void {
  for (const counter of [eventStoreEventsAppended, eventStoreAppendConflicts, eventStoreSubscriptionReconnects]) {
    beginAtZero(counter, 'store', [store]);
  }
}

/** How long answers were held back until the read models had taken their write in. */
export const readYourWritesWait = new Histogram({
  name: 'attest_read_your_writes_wait_seconds',
  help: 'Time an answer waited for the read models; outcome timeout means it was given before they were there.',
  labelNames: ['outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2],
  registers: [registry],
});
for (const outcome of ['seen', 'timeout']) readYourWritesWait.zero({ outcome });

/** Events that projections took. */
export const projectionEvents = new Counter({
  name: 'attest_projection_events_total',
  help: 'Events taken by a projection.',
  labelNames: ['projection'] as const,
  registers: [registry],
});

/** From when an event happened to when its read model showed it. */
export const projectionVisibleAfter = new Histogram({
  name: 'attest_projection_visible_after_seconds',
  help: 'Time from an event to its being visible in the read model.',
  labelNames: ['projection'] as const,
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

/** 1 for a projection that met an event it cannot take. */
export const projectionStopped = new Gauge({
  name: 'attest_projection_stopped',
  help: '1 when a projection has stopped at an event it cannot take.',
  labelNames: ['projection'] as const,
  registers: [registry],
});

/** Streams that a projection has set aside, as a value that is sealed in them is lost. */
export const projectionSetAside = new Gauge({
  name: 'attest_projection_set_aside',
  help: 'Streams that are not shown as they are, because a sealed value of theirs cannot be opened.',
  labelNames: ['projection'] as const,
  registers: [registry],
});

/** Documents put through the engine. */
export const engineJobs = new Counter({
  name: 'attest_engine_jobs_total',
  help: 'Documents put through the document engine, by outcome.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
beginAtZero(engineJobs, 'outcome', ['completed', 'failed']);

/** From handing a document to the engine to its outcome, waiting included. */
export const engineJobDuration = new Histogram({
  name: 'attest_engine_job_duration_seconds',
  help: 'Time of one document in the document engine, waiting included.',
  buckets: [0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120],
  registers: [registry],
});

/** Time of one step; the first step of a document includes reading it. */
export const engineStepDuration = new Histogram({
  name: 'attest_engine_step_duration_seconds',
  help: 'Time of one step of a document; its first step includes reading it.',
  labelNames: ['step'] as const,
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60],
  registers: [registry],
});

/** Documents that wait for an engine process. */
export const engineQueuedJobs = new Gauge({
  name: 'attest_engine_queued_jobs',
  help: 'Documents that wait for an engine process.',
  registers: [registry],
});

/** Engine processes that ended, by reason: crashed, killed, aborted, timed_out, starved, stood_still, out_of_memory, recycled. */
export const engineProcessEnds = new Counter({
  name: 'attest_engine_process_ends_total',
  help: 'Engine processes that ended, by reason.',
  labelNames: ['reason'] as const,
  registers: [registry],
});
beginAtZero(engineProcessEnds, 'reason', [
  'crashed',
  'killed',
  'aborted',
  'timed_out',
  'starved',
  'stood_still',
  'out_of_memory',
  'recycled',
]);

/** Pages that were read. */
export const enginePages = new Counter({
  name: 'attest_engine_pages_total',
  help: 'Pages that were read, by where their text came from.',
  labelNames: ['source'] as const,
  registers: [registry],
});
beginAtZero(enginePages, 'source', ['text_layer', 'ocr']);

/** Questions to the language model, by what came of them: answered, or why there was no answer. */
export const modelQuestions = new Counter({
  name: 'attest_model_questions_total',
  help: 'Questions to the language model, by what came of them.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
beginAtZero(modelQuestions, 'outcome', [
  ...['answered', 'late', 'busy', 'budget', 'unready', 'refused', 'nonsense', 'unreachable', 'failing', 'fault'],
]);

/** How long questions to the language model took, waiting for their turn included. */
export const modelQuestionDuration = new Histogram({
  name: 'attest_model_question_duration_seconds',
  help: 'Time of one question to the language model, waiting for its turn included.',
  buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300],
  registers: [registry],
});

/** Tokens that the language model counted. */
export const modelTokens = new Counter({
  name: 'attest_model_tokens_total',
  help: 'Tokens of questions to the language model, and of its answers.',
  labelNames: ['kind'] as const,
  registers: [registry],
});
beginAtZero(modelTokens, 'kind', ['prompt', 'answer']);

/** Messages that the relay put on the bus. */
export const relayedMessages = new Counter({
  name: 'attest_relay_messages_total',
  help: 'Messages the relay put on the bus.',
  labelNames: ['topic'] as const,
  registers: [registry],
});

/** Messages whose work failed for the last time. */
export const parkedMessages = new Counter({
  name: 'attest_parked_messages_total',
  help: 'Messages whose work failed for the last time and was parked.',
  labelNames: ['topic'] as const,
  registers: [registry],
});

/** Attempts to deliver a webhook. */
export const webhookAttempts = new Counter({
  name: 'attest_webhook_attempts_total',
  help: 'Attempts to deliver a webhook, by what came of them.',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
beginAtZero(webhookAttempts, 'outcome', ['delivered', 'failed']);

/** Connections of the pool that are taken, and those who wait for one: for a tenant, or for what the service does by itself. */
export const databaseConnections = new Gauge({
  name: 'attest_database_connections',
  help: 'Connections to the database that are taken or waited for, on behalf of tenants or by the service itself.',
  labelNames: ['of', 'state'] as const,
  registers: [registry],
});
for (const of of ['tenants', 'service'])
  for (const state of ['taken', 'waiting']) databaseConnections.set({ of, state }, 0);

/** A value of a gauge, and the labels that it goes by. */
export interface Sample {
  labels: { [label: string]: string };
  value: number;
}

/** Longest that a scrape waits for what it asks. */
const SCRAPE_MS = 2_000;

/**
 * Registers a gauge whose values are asked for at each scrape, in place of one of this name. What cannot be had, or not in
 * time, is left out: neither a stale value is shown nor do others have to wait.
 */
export function gaugeAtScrape({
  name,
  help,
  labelNames,
  ask,
}: {
  name: string;
  help: string;
  /** At least one: a gauge without a label cannot be left out. */
  labelNames: [string, ...string[]];
  ask: () => Promise<readonly Sample[]>;
}): void {
  registry.removeSingleMetric(name);
  const gauge: Gauge = new Gauge({
    ...{ name, help, labelNames, registers: [registry] },
    async collect() {
      const samples = await within(SCRAPE_MS, ask()).catch(() => []);
      gauge.reset();
      for (const { labels, value } of samples) gauge.set(labels, value);
    },
  });
}
