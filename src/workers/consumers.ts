import type { AcceptedRunCommands } from '../commands/acceptedRuns.js';
import type { CommandContext } from '../commands/context.js';
import type { WebhookCommands } from '../commands/webhooks.js';
import type { Bus, Consumer, ConsumerOptions, Message } from '../platform/bus/bus.js';
import { ENDED_TOPIC, EXECUTIONS_TOPIC } from './routes.js';

/** Back-off before each further attempt, in milliseconds: a quarter of an hour in all. */
const RETRY_DELAYS = [500, 2_000, 5_000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000];

/** What the consumers stand on. */
export interface ConsumersDeps {
  bus: Bus;
  acceptedRuns: AcceptedRunCommands;
  webhooks: WebhookCommands;
  /** Documents processed at the same time: as many as the engine has processes. */
  concurrency: number;
}

/** Takes work from the bus. Gives back how to stop, which waits for the work under way. */
export async function startConsumers(deps: ConsumersDeps): Promise<() => Promise<void>> {
  const { bus, acceptedRuns, webhooks, concurrency } = deps;
  const consume = (topic: string, most: number, work: (context: CommandContext, id: string) => Promise<unknown>) => {
    const options: ConsumerOptions = {
      ...{ topic, group: 'attest-workers', concurrency: most, retryDelays: RETRY_DELAYS },
      handle: async ({ message }) => void (await work(contextOf(message), executionIn(message))),
      // Kept, and tried again: what a worker cannot do now must not be forgotten.
      park: (_message, error) => Promise.reject(error),
    };
    return bus.consume(options);
  };
  const consumers: Consumer[] = [
    await consume(EXECUTIONS_TOPIC, concurrency, (context, id) => acceptedRuns.process(context, id)),
    await consume(ENDED_TOPIC, 8, (context, id) => webhooks.queueOutcome(context, id)),
  ];
  return async () => {
    await Promise.all(consumers.map((consumer) => consumer.stop()));
  };
}

const contextOf = ({ correlation_id, id }: Message): CommandContext => ({
  ...{ tenant_id: '', actor: 'worker:executions', correlation_id, causation_id: id },
});

function executionIn({ payload }: Message): string {
  const id = payload['execution_id'];
  if (typeof id !== 'string') throw new TypeError('A message names no execution');
  return id;
}
