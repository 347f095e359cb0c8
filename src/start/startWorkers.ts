import type { ApiServices } from '../api/http/services.js';
import type { Config } from '../platform/config.js';
import type { ProcessProbes } from '../platform/health.js';
import { startConsumers } from '../workers/core/consumers.js';
import { jobsOf } from '../workers/core/jobs.js';
import { startRelay } from '../workers/core/relay.js';
import { routes } from '../workers/core/routes.js';
import { startSchedules } from '../workers/core/schedules.js';
import { startWebhookDeliverer } from '../workers/webhooks/deliverWebhooks.js';
import type { Closing } from './closing.js';
import type { Stores } from './openStores.js';
import { schedulesOf } from './schedules.js';

/** Starts what the role `worker` does: work from the bus, webhooks, and what is due by the clock. */
export async function startWorkers(
  services: ApiServices,
  config: Config,
  { closing, probes }: { closing: Closing; probes: ProcessProbes },
): Promise<void> {
  const { commands, queries, bus, database, clock, log, engine } = services;
  closing.drain(startSchedules({ database, log, schedules: schedulesOf(services) }));
  const { processes: documents } = await engine.describe();
  const { acceptedRuns, agentRuns, cases, webhooks, parkedWork } = commands;
  const consumers = startConsumers({
    bus,
    jobs: jobsOf({ acceptedRuns, agentRuns, cases, webhooks, documents }),
    parkedWork,
    log,
  });
  closing.drain(() => consumers.stop());
  probes.watch({
    ...{ name: 'work', kind: bus.kind, needed: !config.roles.has('api') },
    ask: () => consumers.assertTaking(),
  });
  const stopDelivering = startWebhookDeliverer({
    ...{ commands: webhooks, queries: queries.webhookDeliveries, database, clock, log },
    allowPrivate: config.webhookAllowPrivate,
    intervalSeconds: config.webhookWorkerInterval,
  });
  closing.drain(stopDelivering);
}

/** Starts what the role `relay` does. */
export function startRelayRole({ eventStore, bus, database }: Stores, log: ApiServices['log'], closing: Closing): void {
  closing.drain(startRelay({ eventStore, bus, database, routes, log }));
}
