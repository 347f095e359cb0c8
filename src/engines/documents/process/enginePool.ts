import type { Log } from '../../../platform/log.js';
import type { StepResult } from '../../../domain/pipeline.js';
import { engineProcessEnds, engineQueuedJobs } from '../../../platform/metrics.js';
import { EngineUnavailable, type DocumentJob } from '../documentEngine.js';
import {
  EngineProcessDied,
  startEngineChild,
  type DeathReason,
  type EngineChild,
  type JobDone,
} from './engineChild.js';
import type { EngineProcessOptions } from './messages.js';

/** How the pool runs its processes. Bytes and milliseconds. */
export interface EnginePoolOptions {
  /** Path of the compiled `engineProcess.js`. */
  entry: string;
  process: EngineProcessOptions;
  processes: number;
  /** Longest a job may take once it has begun; the process is killed then. */
  jobTimeoutMs: number;
  startTimeoutMs: number;
  /** Most jobs, and most bytes of documents, that wait. */
  queue: { jobs: number; bytes: number };
  /** A process that holds more than this after a job is replaced: allocators do not give memory back. */
  recycleAbove: number;
  log: Log;
}

/** Engine processes and the jobs that wait for them. */
export interface EnginePool {
  /** Names of the networks that are read with. */
  readonly models: string;
  /**
   * Runs a job in the next free process. A job whose process crashed is tried once more in a fresh one; steps that were
   * reported before are not reported again.
   * @throws EngineUnavailable when too much waits already, the pool is closed or no process can be started
   * @throws EngineProcessDied when the job took too long, or its second process died too
   */
  run(job: DocumentJob, onStep: (step: StepResult) => void): Promise<JobDone>;
  /** Refuses what waits, and ends the processes once their jobs are done or `graceMs` have passed. */
  close(graceMs?: number): Promise<void>;
}

/** A place for one process at a time. */
interface Slot {
  child?: EngineChild;
  busy: boolean;
}

interface QueuedJob {
  job: DocumentJob;
  onStep: (step: StepResult) => void;
  attempts: number;
  reported: number;
  resolve(done: JobDone): void;
  reject(error: Error): void;
}

/** Processes a job may cost. */
const MOST_ATTEMPTS = 2;

/**
 * Starts the processes; resolves when the first can take jobs.
 * @throws EngineProcessFailed when it cannot start
 */
export async function createEnginePool(options: EnginePoolOptions): Promise<EnginePool> {
  const { log } = options;
  const slots: Slot[] = Array.from({ length: options.processes }, () => ({ busy: false }));
  const queue: QueuedJob[] = [];
  let closed = false;

  const startIn = async (slot: Slot): Promise<EngineChild> => {
    const child = await startEngineChild(options.entry, options.process, options.startTimeoutMs);
    slot.child = child;
    log.debug({ pid: child.pid }, 'an engine process is ready');
    void child.gone.then((reason) => {
      if (slot.child === child) slot.child = undefined;
      if (reason === 'closed') return;
      engineProcessEnds.inc({ reason });
      log.warn({ pid: child.pid, reason }, 'an engine process ended');
    });
    return child;
  };

  /** A fresh process before the next job asks for one; when it cannot start, that job will say so. */
  const warmUp = async (slot: Slot): Promise<void> => {
    if (closed || slot.busy || slot.child) return;
    slot.busy = true;
    try {
      const child = await startIn(slot);
      if (closed) await child.kill();
    } catch (error) {
      log.error({ err: error }, 'an engine process could not start');
    }
    slot.busy = false;
    serve();
  };

  const recycle = async (slot: Slot, rss: number): Promise<void> => {
    if (rss <= options.recycleAbove || !slot.child) return;
    engineProcessEnds.inc({ reason: 'recycled' });
    await slot.child.kill();
  };

  const attempt = async (slot: Slot, queued: QueuedJob): Promise<void> => {
    queued.attempts++;
    try {
      const child = slot.child ?? (await startIn(slot).catch(unavailable));
      const done = await child.run(queued.job, options.jobTimeoutMs, (step) => reportOnce(queued, step));
      queued.resolve(done);
      await recycle(slot, done.rss);
    } catch (error) {
      const again = !closed && queued.attempts < MOST_ATTEMPTS && isWorthRetrying(error);
      if (again) queue.unshift(queued);
      else queued.reject(error instanceof Error ? error : new Error(String(error)));
    }
  };

  const serve = (): void => {
    for (const slot of slots) {
      const queued = slot.busy ? undefined : queue.shift();
      if (!queued) continue;
      slot.busy = true;
      void attempt(slot, queued).then(() => {
        slot.busy = false;
        serve();
        void warmUp(slot);
      });
    }
    engineQueuedJobs.set(queue.length);
  };

  const first = await startIn(slots[0]!);
  for (const slot of slots) void warmUp(slot);

  return {
    models: first.models,
    run(job, onStep) {
      if (closed) return Promise.reject(new EngineUnavailable('The document engine is shutting down.'));
      const bytes = queue.reduce((sum, { job: waiting }) => sum + waiting.bytes.byteLength, job.bytes.byteLength);
      if (queue.length >= options.queue.jobs || bytes > options.queue.bytes) {
        return Promise.reject(new EngineUnavailable('Too many documents are waiting to be read; try again later.'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ job, onStep, attempts: 0, reported: 0, resolve, reject });
        serve();
      });
    },
    async close(graceMs = 5000) {
      closed = true;
      for (const queued of queue.splice(0))
        queued.reject(new EngineUnavailable('The document engine is shutting down.'));
      await idleWithin(slots, graceMs);
      await Promise.all(slots.map((slot) => slot.child?.kill()));
    },
  };
}

/** A timeout is the document's fault and would only repeat itself. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof EngineProcessDied && ['crashed', 'out_of_memory'].includes(error.reason satisfies DeathReason);

function unavailable(error: unknown): never {
  throw new EngineUnavailable('The document engine cannot be started.', { cause: error });
}

/** After a retry the first steps run again. */
function reportOnce(queued: QueuedJob, step: StepResult): void {
  if (step.order < queued.reported) return;
  queued.reported = step.order + 1;
  queued.onStep(step);
}

async function idleWithin(slots: readonly Slot[], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (slots.some((slot) => slot.busy) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
