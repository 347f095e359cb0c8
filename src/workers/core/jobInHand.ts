import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Delivery } from '../../platform/bus/bus.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import { createWorkInProgress } from '../../platform/workInProgress.js';
import { attempt, type AttemptDeps } from './attempt.js';
import type { DueLooking } from './dueLooking.js';
import type { DueWork, WorkInHand } from './dueWork.js';
import type { Job } from './work.js';

/** What doing a job stands on. */
export interface JobInHandDeps extends AttemptDeps {
  job: Job;
  due: Pick<DueWork, 'begin' | 'take' | 'settle'>;
  looking: Pick<DueLooking, 'dueIn'>;
}

/** A job as a process does it: what the bus delivers and what is due share its slots. */
export interface JobInHand {
  /**
   * Resolves when the bus may forget the message: it was done, or it stands in the table of what is due. Rejects when it
   * was not begun: the table is out of reach, or the process is stopping.
   */
  deliver(delivery: Delivery): Promise<void>;
  /** Takes what is due, as much as there is room for. */
  takeDue(): void;
  /** Takes no more, waits for what is under way (bounded) and hands back the rest. */
  stop(): Promise<void>;
}

/** Nothing is in hand yet. */
export function createJobInHand({ due, looking, ...deps }: JobInHandDeps): JobInHand {
  const { job, log } = deps;
  const slot = pLimit(job.concurrency);
  const inHand = createWorkInProgress();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each slot that pauses
  const hasStopped = (): boolean => stopping.signal.aborted;

  const doNow = async (work: WorkInHand, signal: AbortSignal): Promise<void> => {
    const outcome = await attempt(deps, { ...work, signal });
    const { dueInMs } = await due.settle(work, outcome);
    if (dueInMs === 0) takeDue();
    else if (dueInMs !== undefined) looking.dueIn(job.topic, dueInMs);
    // Where there is no room for one there is none for the next: what comes in its place stays where it is.
    if (outcome !== 'done' && 'inMs' in outcome && outcome.givenBack)
      await sleep(outcome.inMs, undefined, { signal: stopping.signal }).catch(() => undefined);
  };
  /** Whether there was something. It may still be under way: the slot is free when it has ended. */
  const takeOne = (): Promise<boolean> =>
    new Promise((resolve) => {
      const began = async (): Promise<void> => {
        const work = hasStopped() ? undefined : await due.take(job.topic);
        resolve(work !== undefined);
        if (work) await doNow(work, inHand.signal);
      };
      const ended = slot(began).catch((error: unknown) => {
        log.warn({ err: error, topic: job.topic }, 'what is due could not be taken; trying again');
        resolve(false);
      });
      inHand.add(ended);
    });
  const takeAll = oneAtATime(async () => {
    while (!hasStopped() && (await takeOne()));
  });
  const takeDue = (): void => void takeAll();

  return {
    takeDue,
    async deliver({ message, signal }) {
      const done = slot(async () => {
        if (hasStopped()) throw new Error('The process is stopping');
        const work = await due.begin(job.topic, message);
        if (work) await doNow(work, signal);
      });
      inHand.add(done.catch(() => undefined));
      await done;
    },
    async stop() {
      stopping.abort();
      await inHand.drain();
    },
  };
}
