import type { ApiServices } from '../api/services.js';
import type { Config } from '../platform/config.js';
import { BusUnavailable } from '../platform/bus/bus.js';
import { StartError } from '../platform/startError.js';
import { startConsumers } from '../workers/consumers.js';
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
  const { processes } = await engine.describe();
  const { acceptedRuns, webhooks } = commands;
  const consumers = await startConsumers({ bus, acceptedRuns, webhooks, concurrency: processes }).catch(brokerAway);
  closing.add(consumers, (stop) => stop());
  const deliverer = startWebhookDeliverer({
    ...{ commands: webhooks, queries: queries.webhookDeliveries, database, clock, log },
    allowPrivate: config.webhookAllowPrivate,
    intervalSeconds: config.webhookWorkerInterval,
  });
  closing.add(deliverer, (stop) => stop());
}

const brokerAway = (error: unknown): never => {
  if (!(error instanceof BusUnavailable)) throw error;
  throw new StartError('KAFKA_BROKERS: the broker does not answer: start it, or correct KAFKA_BROKERS.');
};

/** Starts what the role `relay` does. */
export function startRelayRole({ eventStore, bus, database }: Stores, log: ApiServices['log'], closing: Closing): void {
  closing.add(startRelay({ eventStore, bus, database, routes, log }), (stop) => stop());
}
