import type { StepResult } from '../../../domain/pipeline.js';
import { engineQueuedJobs } from '../../../platform/metrics.js';
import { EngineUnavailable, type DocumentJob } from '../documentEngine.js';
import { EngineProcessDied, type JobDone } from './engineChild.js';
import { createProcessSlot, type ProcessSlot, type SlotOptions } from './processSlot.js';

/** How the pool runs its processes. Bytes and milliseconds. */
export interface EnginePoolOptions extends SlotOptions {
  processes: number;
  /** Longest a job may take once it has begun; the process is killed then. */
  jobTimeoutMs: number;
  /** Most jobs, and most bytes of documents, that wait. */
  queue: { jobs: number; bytes: number };
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

interface QueuedJob {
  job: DocumentJob;
  onStep: (step: StepResult) => void;
  attempts: number;
  reported: number;
  resolve: (done: JobDone) => void;
  reject: (error: unknown) => void;
}

/** Processes a job may cost. */
const MOST_ATTEMPTS = 2;

/**
 * Starts the processes; resolves when the first can take jobs.
 * @throws EngineProcessFailed when it cannot start
 */
export async function createEnginePool(options: EnginePoolOptions): Promise<EnginePool> {
  const slots = Array.from({ length: options.processes }, () => createProcessSlot(options));
  const queue: QueuedJob[] = [];
  const state = { closed: false };

  const serve = (): void => {
    for (const slot of slots) {
      const queued = slot.busy ? undefined : queue.shift();
      if (queued) void use(slot, () => attempt(slot, queued));
    }
    engineQueuedJobs.set(queue.length);
  };
  /** Keeps a slot busy for as long as `work` takes. Afterwards it takes the next job, or prepares a process for it. */
  const use = async (slot: ProcessSlot, work: () => Promise<void>): Promise<void> => {
    slot.busy = true;
    await work();
    slot.busy = false;
    serve();
    if (isIdle(slot) && !state.closed) await slot.child().catch((error: unknown) => cannotStart(options, error));
  };
  const attempt = async (slot: ProcessSlot, queued: QueuedJob): Promise<void> => {
    queued.attempts++;
    try {
      const child = await slot.child().catch(unavailable);
      const done = await child.run(queued.job, options.jobTimeoutMs, (step) => reportOnce(queued, step));
      queued.resolve(done);
      await slot.recycle(done.rss);
    } catch (error) {
      if (!state.closed && queued.attempts < MOST_ATTEMPTS && isWorthRetrying(error)) queue.unshift(queued);
      else queued.reject(error);
    }
  };

  const [first, ...others] = slots;
  const { models } = await first!.child();
  for (const slot of others) void use(slot, () => Promise.resolve());

  return {
    models,
    run(job, onStep) {
      const refusal = state.closed ? CLOSED : overLimit(job, queue, options.queue);
      if (refusal) return Promise.reject(new EngineUnavailable(refusal));
      return new Promise((resolve, reject) => {
        queue.push({ job, onStep, attempts: 0, reported: 0, resolve, reject });
        serve();
      });
    },
    async close(graceMs = 5000) {
      state.closed = true;
      for (const queued of queue.splice(0)) queued.reject(new EngineUnavailable(CLOSED));
      await idleWithin(slots, graceMs);
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

const isIdle = (slot: ProcessSlot): boolean => !slot.busy;

const CLOSED = 'The document engine is shutting down.';

/** Why a job cannot wait, in a sentence; `undefined` when it can. */
function overLimit(
  job: DocumentJob,
  queue: readonly QueuedJob[],
  limit: EnginePoolOptions['queue'],
): string | undefined {
  const bytes = queue.reduce((sum, waiting) => sum + waiting.job.bytes.byteLength, job.bytes.byteLength);
  const fits = queue.length < limit.jobs && bytes <= limit.bytes;
  return fits ? undefined : 'Too many documents are waiting to be read; try again later.';
}

/** A timeout is the document's fault and would only repeat itself. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof EngineProcessDied && (error.reason === 'crashed' || error.reason === 'out_of_memory');

function unavailable(error: unknown): never {
  throw new EngineUnavailable('The document engine cannot be started.', { cause: error });
}

/** Said in the log only: the next job will ask for a process again. */
const cannotStart = ({ log }: EnginePoolOptions, error: unknown): void =>
  log.error({ err: error }, 'an engine process could not start');

/** After a retry the first steps run again. */
function reportOnce(queued: QueuedJob, step: StepResult): void {
  if (step.order < queued.reported) return;
  queued.reported = step.order + 1;
  queued.onStep(step);
}

async function idleWithin(slots: readonly ProcessSlot[], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (slots.some((slot) => slot.busy) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
