import { knownFor } from '../platform/knownFor.js';
import { gaugeAtScrape, type Sample } from '../platform/metrics.js';
import type { Behind } from '../projections/core/behind.js';
import type { Queries } from '../projections/core/queries.js';
import type { Unfinished } from '../projections/core/unfinished.js';
import { readDueBacklog } from '../workers/core/dueWork.js';
import { createRelayLag } from '../workers/core/relayLag.js';
import { queriesOf } from './feature.js';
import { allProjections, allWork, features, routes } from './features.js';
import type { Stores } from './stores.js';

/** How old an answer to a scrape may be: whoever scrapes faster costs no more. */
const KNOWN_FOR_MS = 1_000;

/**
 * Lets every process tell, at the moment of a scrape, what waits: for read models, for the relay, and for workers. Not only
 * the processes whose task it is: theirs can be gone.
 */
export function watchLag(stores: Stores, behind: Behind): void {
  const queries = queriesOf(features, stores.readModels);
  const relayLag = createRelayLag({ ...stores, routes });
  const unfinished = knownFor(KNOWN_FOR_MS, () => readUnfinished(queries));
  gaugeAtScrape({
    name: 'attest_projection_lag_seconds',
    help: 'For how long the oldest event that a read model lacks has waited; 0 when it has them all.',
    labelNames: ['projection'],
    ask: () =>
      Promise.all(
        allProjections.map(async ({ name }) => ({ labels: { projection: name }, value: await behind.secondsOf(name) })),
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
    ask: async () => (await unfinished()).map(({ work, count }) => ({ labels: { work }, value: count })),
  });
  gaugeAtScrape({
    name: 'attest_unfinished_work_age_seconds',
    help: 'Age of the oldest accepted work that has not ended, by its kind; 0 when there is none.',
    labelNames: ['work'],
    ask: async () => (await unfinished()).map(ageOf),
  });
  watchDue(stores);
}

/** What stands in the table of what is due; ticks of schedules do so all the time, and are left out. */
function watchDue({ database }: Stores): void {
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

type UnfinishedOf = Unfinished & { work: string };

const readUnfinished = ({ executions, cases, webhookDeliveries }: Queries): Promise<UnfinishedOf[]> =>
  Promise.all([
    executions.unfinished().then((found) => ({ work: 'runs', ...found })),
    cases.unfinished().then((found) => ({ work: 'replays', ...found })),
    webhookDeliveries.unfinished().then((found) => ({ work: 'deliveries', ...found })),
  ]);

const ageOf = ({ work, since }: UnfinishedOf): Sample => ({
  labels: { work },
  value: since === null ? 0 : Math.max(0, Date.now() - Date.parse(since)) / 1000,
});
