import type { StepResult } from '../../../domain/documents/index.js';
import { engineQueuedJobs } from '../../../platform/metrics.js';
import { EngineUnavailable, type DocumentJob } from '../documentEngine.js';
import type { Isolation } from '../isolated.js';
import type { ThumbnailOptions } from '../thumbnails/thumbnail.js';
import { EngineProcessDied, type EngineChild, type JobDone, type ThumbnailDone } from './engineChild.js';
import { createProcessSlot, type ProcessSlot, type SlotOptions } from './processSlot.js';
import { createEngineStarter, type StartOptions } from './startIsolated.js';

/** How the pool runs its processes. Bytes and milliseconds. */
export interface EnginePoolOptions extends StartOptions, Omit<SlotOptions, 'starter'> {
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
  readonly isolation: Isolation;
  /**
   * Runs a job in the next free process. A job whose process crashed is tried once more in a fresh one; steps that were
   * reported before are not reported again.
   * @throws EngineUnavailable when too much waits already, the pool is closed or no process can be started
   * @throws EngineProcessDied when the job took too much time or memory, or its second process died too
   */
  run(job: DocumentJob, onStep: (step: StepResult) => void): Promise<JobDone>;
  /** Makes a picture of a document; it waits like a job and fails like one. @throws EngineUnavailable @throws EngineProcessDied */
  thumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<ThumbnailDone>;
  /** Refuses what waits, and ends the processes once their jobs are done or `graceMs` have passed. */
  close(graceMs?: number): Promise<void>;
}

/** A job or a picture that waits for a process. */
interface Queued {
  /** Bytes of its document. */
  size: number;
  attempts: number;
  /** Does it, and answers its caller; resolves with the bytes that the process holds then. */
  attempt: (child: EngineChild) => Promise<number>;
  reject: (error: unknown) => void;
}

interface WorkDone {
  rss: number;
}

type Work<Done extends WorkDone> = (child: EngineChild) => Promise<Done>;

/** Puts work behind what waits; resolves with what comes of it. */
function enqueue<Done extends WorkDone>(queue: Queued[], size: number, work: Work<Done>): Promise<Done> {
  return new Promise((resolve, reject) => {
    const attempt = async (child: EngineChild) => {
      const done = await work(child);
      resolve(done);
      return done.rss;
    };
    queue.push({ size, attempts: 0, attempt, reject });
  });
}

/** Processes a job may cost. */
const MOST_ATTEMPTS = 2;

/**
 * Starts the processes; resolves when the first can take jobs.
 * @throws EngineProcessFailed when it cannot start
 */
export async function createEnginePool(options: EnginePoolOptions): Promise<EnginePool> {
  const starter = createEngineStarter(options);
  const slots = Array.from({ length: options.processes }, () => createProcessSlot({ ...options, starter }));
  const queue: Queued[] = [];
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
  const attempt = async (slot: ProcessSlot, queued: Queued): Promise<void> => {
    queued.attempts++;
    try {
      const child = await slot.child().catch(unavailable);
      await slot.recycle(await queued.attempt(child));
    } catch (error) {
      if (!state.closed && queued.attempts < MOST_ATTEMPTS && isWorthRetrying(error)) queue.unshift(queued);
      else queued.reject(error);
    }
  };

  const offer = <Done extends WorkDone>(size: number, work: Work<Done>): Promise<Done> => {
    const refusal = state.closed ? CLOSED : overLimit(size, queue, options.queue);
    if (refusal) return Promise.reject(new EngineUnavailable(refusal));
    const done = enqueue(queue, size, work);
    serve();
    return done;
  };

  const [first, ...others] = slots;
  const { models } = await first!.child();
  const isolation = starter.isolation()!;
  for (const slot of others) void use(slot, () => Promise.resolve());

  return {
    ...{ models, isolation },
    run(job, onStep) {
      const report = reportOnce(onStep);
      return offer(job.bytes.byteLength, (child) => child.run(job, options.jobTimeoutMs, report));
    },
    thumbnail: (bytes, wanted) =>
      offer(bytes.byteLength, (child) => child.thumbnail(bytes, wanted, options.jobTimeoutMs)),
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

/** Why a document of so many bytes cannot wait, in a sentence; `undefined` when it can. */
function overLimit(size: number, queue: readonly Queued[], limit: EnginePoolOptions['queue']): string | undefined {
  const bytes = queue.reduce((sum, waiting) => sum + waiting.size, size);
  const fits = queue.length < limit.jobs && bytes <= limit.bytes;
  return fits ? undefined : 'Too many documents are waiting to be read; try again later.';
}

/** A document that takes too much time or memory would only do so again, and keep others waiting for as long. */
const isWorthRetrying = (error: unknown): boolean => error instanceof EngineProcessDied && error.reason === 'crashed';

function unavailable(error: unknown): never {
  throw new EngineUnavailable('The document engine cannot be started.', { cause: error });
}

/** Said in the log only: the next job will ask for a process again. */
const cannotStart = ({ log }: EnginePoolOptions, error: unknown): void =>
  log.error({ err: error }, 'an engine process could not start');

/** After a retry the first steps run again. */
function reportOnce(onStep: (step: StepResult) => void): (step: StepResult) => void {
  let reported = 0;
  return (step) => {
    if (step.order < reported) return;
    reported = step.order + 1;
    onStep(step);
  };
}

async function idleWithin(slots: readonly ProcessSlot[], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (slots.some((slot) => slot.busy) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
