import type { ApiServices } from '../api/services.js';
import type { Config } from '../platform/config.js';
import { startConsumers } from '../workers/consumers.js';
import { jobsOf } from '../workers/jobs.js';
import { startRelay } from '../workers/relay.js';
import { routes } from '../workers/routes.js';
import { startSchedules } from '../workers/schedules.js';
import { startWebhookDeliverer } from '../workers/webhooks/deliverWebhooks.js';
import type { Closing } from './closing.js';
import type { Stores } from './openStores.js';
import { sweepInterruptedRuns } from './sweepInterruptedRuns.js';

/** Starts what the role `worker` does: runs that were accepted, webhooks, and the sweep of interrupted runs. */
export async function startWorkers(services: ApiServices, config: Config, closing: Closing): Promise<void> {
  const { commands, queries, bus, database, clock, log, engine } = services;
  const sweep = {
    name: 'interrupted-runs',
    cron: '* * * * *',
    run: () => sweepInterruptedRuns(commands.executions, log),
  };
  const schedules = startSchedules({ database, log, schedules: [sweep] });
  closing.add(schedules, (stop) => stop());
  const { processes: documents } = await engine.describe();
  const { acceptedRuns, webhooks, parkedWork } = commands;
  const jobs = jobsOf({ acceptedRuns, webhooks, documents });
  closing.add(startConsumers({ bus, jobs, parkedWork, log }), (consumers) => consumers.stop());
  const deliverer = startWebhookDeliverer({
    ...{ commands: webhooks, queries: queries.webhookDeliveries, database, clock, log },
    allowPrivate: config.webhookAllowPrivate,
    intervalSeconds: config.webhookWorkerInterval,
  });
  closing.add(deliverer, (stop) => stop());
}

/** Starts what the role `relay` does. */
export function startRelayRole({ eventStore, bus, database }: Stores, log: ApiServices['log'], closing: Closing): void {
  closing.add(startRelay({ eventStore, bus, database, routes, log }), (stop) => stop());
}
