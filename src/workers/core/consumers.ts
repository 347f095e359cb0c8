import type { Bus, Consumer } from '../../platform/bus/bus.js';
import { beginAtZero, gaugeAtScrape, parkedMessages } from '../../platform/metrics.js';
import { pauseAfterFailure } from '../../platform/reconnectPause.js';
import type { AttemptDeps } from './attempt.js';
import type { DueLooking } from './dueLooking.js';
import { WORKERS, type DueWork } from './dueWork.js';
import { createJobInHand, type JobInHand } from './jobInHand.js';
import type { Job } from './work.js';

/** What the consumers stand on. */
export interface ConsumersDeps extends Omit<AttemptDeps, 'job'> {
  bus: Bus;
  due: Pick<DueWork, 'begin' | 'keep' | 'take' | 'settle'>;
  looking: Pick<DueLooking, 'watch' | 'dueIn' | 'isFullOf' | 'assertLooks'>;
  jobs: readonly Job[];
}

/** Consumers that take work, or wait for the broker to be there. */
export interface Consumers {
  /**
   * @throws Error while the broker has not been reached, refuses a consumer or is silent, while it cannot be read what is
   * due, and after stopping
   */
  assertTaking(): void;
  /** Takes no more, waits for what is under way (bounded), and hands back the rest. */
  stop(): Promise<void>;
}

/** So many messages more than there are slots are taken from the bus at once: those that there is no slot for are on their way to the table. */
const ON_THEIR_WAY = 4;

/** Takes what is due, and work from the bus from the moment on when the broker can be reached. */
export function startConsumers(deps: ConsumersDeps): Consumers {
  const { jobs, looking } = deps;
  beginAtZero(
    parkedMessages,
    'topic',
    jobs.map(({ topic }) => topic),
  );
  const stopping = new AbortController();
  const taking: Consumer[] = [];
  const inHand = jobs.map((job) => createJobInHand({ ...deps, job }));
  gaugeAtScrape({
    name: 'attest_work_in_hand',
    help: 'Work that this process has in hand, by topic.',
    labelNames: ['topic'],
    ask: () => Promise.resolve(jobs.map(({ topic }, index) => ({ labels: { topic }, value: inHand[index]!.taken() }))),
  });
  const joining = jobs.map(async (job, index) => {
    looking.watch(job.topic, () => inHand[index]!.takeDue());
    const consumer = await consumeWhenReachable(deps, job, inHand[index]!, stopping.signal);
    if (consumer) taking.push(consumer);
  });
  return {
    assertTaking() {
      looking.assertLooks();
      if (taking.length < jobs.length || stopping.signal.aborted) throw new Error('No work is taken from the bus');
      for (const consumer of taking) consumer.assertTaking();
    },
    async stop() {
      stopping.abort();
      const ended = inHand.map((job) => job.stop());
      await Promise.all(joining);
      await Promise.all([...ended, ...taking.map((consumer) => consumer.stop())]);
    },
  };
}

async function consumeWhenReachable(
  { bus, log }: ConsumersDeps,
  { topic, concurrency }: Job,
  inHand: Pick<JobInHand, 'deliver'>,
  signal: AbortSignal,
): Promise<Consumer | undefined> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      return await bus.consume({
        ...{ topic, group: WORKERS, concurrency: concurrency + ON_THEIR_WAY },
        handle: (delivery) => inHand.deliver(delivery),
      });
    } catch (error) {
      log.warn({ err: error, topic }, 'the broker does not answer: no work is taken until it does');
      await pauseAfterFailure(failures, { signal });
    }
  }
  return undefined;
}
