import { forgetOldAnswers } from '../api/http/idempotency/keptAnswers.js';
import { forgetEndedJobs } from '../platform/bulkWork/bulkWork.js';
import { startBulkWorker } from '../platform/bulkWork/bulkWorker.js';
import type { Config } from '../platform/config.js';
import { forgetEndedHolds } from '../platform/exclusive/exclusive.js';
import type { ProcessProbes } from '../platform/health.js';
import type { Log } from '../platform/log.js';
import { rotationKind } from '../platform/sealing/rotateKeys.js';
import { startConsumers } from '../workers/core/consumers.js';
import { startDueLooking } from '../workers/core/dueLooking.js';
import { createDueWork, forgetDoneWork } from '../workers/core/dueWork.js';
import { startRelay } from '../workers/core/relay.js';
import { startSchedules, type Schedule } from '../workers/core/schedules.js';
import { jobsOf } from '../workers/core/work.js';
import type { Closing } from './closing.js';
import type { Services } from './createServices.js';
import type { Feature, WorkerParts } from './feature.js';
import { allWork, features, ownRelays, routes } from './features.js';
import type { Stores } from './stores.js';

/** Starts what the role `worker` does: work from the bus, what is due later or by the clock, and what goes on all the time. */
export async function startWorkers(
  services: Services,
  { closing, probes }: { closing: Closing; probes: ProcessProbes },
): Promise<void> {
  const { commands, bus, database, config, log, engine } = services;
  const due = closing.add(createDueWork({ database, log }), (opened) => opened.leave());
  const looking = closing.add(startDueLooking({ due, log }), (started) => started.stop());
  closing.drain(startSchedules({ database, due, looking, log, schedules: schedulesOf(services) }));
  const { processes } = await engine.describe();
  const { parkedWork } = commands;
  const consumers = startConsumers({
    ...{ bus, due, looking, parkedWork, log, jobs: jobsOf(allWork, commands, processes) },
  });
  closing.drain(() => consumers.stop());
  probes.watch({
    ...{ name: 'work', kind: bus.kind, needed: !config.roles.has('api') },
    ask: () => consumers.assertTaking(),
  });
  const ofFeatures = (features as readonly Feature[]).flatMap(({ bulkWork }) => bulkWork?.(services) ?? []);
  const kinds = [rotationKind(database, services.masterKeys), ...ofFeatures];
  closing.drain(startBulkWorker({ database, kinds, log }));
  for (const { background } of features as readonly Feature[]) if (background) closing.drain(background(services));
}

/** What is done by the clock; each tick is run by one process. */
export const schedulesOf = (parts: WorkerParts): readonly Schedule[] => [
  {
    ...{ name: 'kept-answers', cron: '*/10 * * * *', actor: 'system' },
    run: () => forgetOldAnswers(parts.database.knex),
  },
  { name: 'done-work', cron: '*/10 * * * *', actor: 'system', run: () => forgetDoneWork(parts.database) },
  { name: 'ended-holds', cron: '50 * * * *', actor: 'system', run: () => forgetEndedHolds(parts.database) },
  { name: 'ended-bulk-work', cron: '40 * * * *', actor: 'system', run: () => forgetEndedJobs(parts.database) },
  ...features.flatMap((feature: Feature) => feature.schedules?.(parts) ?? []),
];

/** Starts what the role `relay` does. */
export function startRelayRole(
  { eventStore, bus, database, exclusive }: Stores,
  { config, log, closing, probes }: { config: Config; log: Log; closing: Closing; probes: ProcessProbes },
): void {
  const deps = { eventStore, bus, database, exclusive, log };
  const relays = [{ routes }, ...ownRelays].map((one) => startRelay({ ...deps, ...one }));
  for (const relay of relays) closing.drain(() => relay.stop());
  probes.watch({
    ...{ name: 'relay', kind: bus.kind, needed: !config.roles.has('api') },
    ask: () => relays.forEach((relay) => relay.assertGoesOn()),
  });
}
