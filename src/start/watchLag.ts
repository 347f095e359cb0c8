import type { Bus } from '../platform/bus/bus.js';
import { knownFor } from '../platform/knownFor.js';
import { gaugeAtScrape, type Sample } from '../platform/metrics.js';
import type { Behind } from '../projections/core/behind.js';
import type { Queries } from '../projections/core/queries.js';
import type { Unfinished } from '../projections/core/unfinished.js';
import { readDueBacklog } from '../workers/core/dueWork.js';
import { createRelayLag } from '../workers/core/relayLag.js';
import { queriesOf } from './feature.js';
import { allWork, features, routes } from './features.js';
import type { Stores } from './stores.js';

/** How old an answer to a scrape may be: whoever scrapes faster costs no more. */
const KNOWN_FOR_MS = 1_000;

/** What is asked. */
type WatchedStores = Pick<Stores, 'readModels' | 'eventStore' | 'database' | 'clock'> & {
  bus: Pick<Bus, 'kind' | 'identify'>;
};

/**
 * Lets every process tell, at the moment of a scrape, what waits: for read models, for the relay, and for workers. Not only
 * the processes whose task it is: theirs can be gone.
 */
export function watchLag(stores: WatchedStores, behind: Behind): void {
  const relayLag = createRelayLag({ ...stores, routes });
  const unfinished = kindsOfWork(queriesOf(features, stores));
  gaugeAtScrape({
    name: 'attest_projection_lag_seconds',
    help: 'For how long the oldest event that a read model lacks has waited; 0 when it has them all.',
    labelNames: ['projection'],
    ask: () =>
      whatIsKnown(
        behind.names.map(async (name) => ({ labels: { projection: name }, value: await behind.secondsOf(name) })),
      ),
  });
  gaugeAtScrape({
    name: 'attest_relay_lag_seconds',
    help: 'For how long the oldest work that is not on the bus yet has waited; 0 when all is.',
    labelNames: ['bus'],
    ask: knownFor(KNOWN_FOR_MS, async () => [{ labels: { bus: stores.bus.kind }, value: await relayLag() }]),
  });
  gaugeAtScrape({
    name: 'attest_unfinished_work',
    help: 'Accepted work that has not ended, by its kind.',
    labelNames: ['work'],
    ask: () => unfinished(({ count }) => count),
  });
  gaugeAtScrape({
    name: 'attest_unfinished_work_age_seconds',
    help: 'Age of the oldest accepted work that has not ended, by its kind; 0 when there is none.',
    labelNames: ['work'],
    ask: () => unfinished(({ since }) => ageOf(since, stores.clock())),
  });
  watchDue(stores);
}

/** What stands in the table of what is due; ticks of schedules do so all the time, and are left out. */
function watchDue({ database }: Pick<Stores, 'database'>): void {
  const topics = allWork.map(({ topic }) => topic);
  const backlog = knownFor(KNOWN_FOR_MS, () => readDueBacklog(database, topics));
  gaugeAtScrape({
    name: 'attest_due_work',
    help: 'Work that is to be tried again or stands behind such work of its key, by topic.',
    labelNames: ['topic'],
    ask: async () => (await backlog()).map(({ topic, waiting }) => ({ labels: { topic }, value: waiting })),
  });
  gaugeAtScrape({
    name: 'attest_due_work_overdue_seconds',
    help: 'For how long the oldest work has been due that no worker has taken, by topic; 0 when none is due.',
    labelNames: ['topic'],
    ask: async () =>
      (await backlog()).map(({ topic, overdueSeconds }) => ({ labels: { topic }, value: overdueSeconds })),
  });
}

/** Of what is asked at the same time that which can be had: what cannot hides nothing else. */
const whatIsKnown = async <Answer>(asked: readonly Promise<Answer>[]): Promise<Answer[]> =>
  (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));

/** Creates what tells a figure of each kind of work that has not ended. */
function kindsOfWork({ executions, cases, webhookDeliveries }: Queries) {
  const kinds = Object.entries({
    runs: knownFor(KNOWN_FOR_MS, () => executions.unfinished()),
    replays: knownFor(KNOWN_FOR_MS, () => cases.unfinished()),
    deliveries: knownFor(KNOWN_FOR_MS, () => webhookDeliveries.unfinished()),
  });
  return (figureOf: (unfinished: Unfinished) => number): Promise<Sample[]> =>
    whatIsKnown(kinds.map(async ([work, ask]) => ({ labels: { work }, value: figureOf(await ask()) })));
}

/** Seconds. */
const ageOf = (since: string | null, now: Date): number =>
  since === null ? 0 : Math.max(0, now.getTime() - Date.parse(since)) / 1000;
