import { AsyncResource } from 'node:async_hooks';
import type { StepResult } from '../../../domain/documents/index.js';
import { engineQueuedJobs, gaugeAtScrape } from '../../../platform/metrics.js';
import type { FaceLook } from '../../faces/faceEngine.js';
import { EngineUnavailable, TooMuchWaiting, type DocumentJob } from '../documentEngine.js';
import type { Isolation } from '../isolated.js';
import type { ThumbnailOptions } from '../thumbnails/thumbnail.js';
import { type EngineChild, type FacesDone, type JobDone, type ThumbnailDone } from './engineChild.js';
import { EngineProcessDied } from './engineProcessDied.js';
import { createEngineQueue, type EngineQueueLimits, type Queued } from './engineQueue.js';
import { gaveWay, jobInTurns, type Turn } from './jobInTurns.js';
import { createProcessSlot, type ProcessSlot, type SlotOptions } from './processSlot.js';
import { createEngineStarter, type EngineStart } from './startIsolated.js';

/** How the pool runs its processes. Bytes and milliseconds. */
export interface EnginePoolOptions extends EngineStart, Omit<SlotOptions, 'starter'> {
  processes: number;
  /** Longest a job may take once it has begun, or half of it where it gives way to others; the process is killed then. */
  jobTimeoutMs: number;
  /** How much waits. */
  queue: EngineQueueLimits;
  /** Milliseconds since any beginning. */
  now?: () => number;
}

/** Engine processes and the jobs that wait for them: tenants share their time, page by page. */
export interface EnginePool {
  /** Names of the networks that are read with. */
  readonly models: string;
  readonly isolation: Isolation;
  /**
   * Runs a job in the next free process, of the tenant that has used least of their time; behind each page it gives way to one that
   * has used less. A job whose process crashed is tried once more in a fresh one, and so is one that took too much memory where
   * its process had had others before; steps that were reported before are not reported again. Steps are reported in the async
   * context of the caller, whoever the process was started for.
   * @throws TooMuchWaiting when too much waits already, and most of it is the tenant's
   * @throws EngineUnavailable when the pool is closed or no process can be started
   * @throws EngineProcessDied when the job took too much time or memory, or its second process died too
   */
  run(job: DocumentJob, onStep: (step: StepResult) => void): Promise<JobDone>;
  /** Makes a picture of a document; it waits like a job and fails like one. @throws EngineUnavailable @throws EngineProcessDied */
  thumbnail(bytes: Uint8Array, options: ThumbnailOptions): Promise<ThumbnailDone>;
  /**
   * Looks at the faces of a picture; it waits like a job and fails like one. A tenant's faces have turns of their own beside those of its
   * documents, so that neither waits for all of the other.
   * @throws EngineUnavailable @throws EngineProcessDied
   */
  faces(bytes: Uint8Array, look: FaceLook): Promise<FacesDone>;
  /** Refuses what waits, and ends the processes once their jobs are done or `graceMs` have passed. */
  close(graceMs?: number): Promise<void>;
}

/** Whose turns the faces of a tenant take; no tenant has a name with such a character. */
const laneOfFaces = (tenant: string): string => `${tenant}${FACES}`;

const FACES = '\0faces';

const tenantOfLane = (lane: string): string => lane.replace(FACES, '');

/** Processes a job may cost. */
const MOST_LOST = 2;

/**
 * Starts the processes; resolves when the first can take jobs.
 * @throws EngineProcessFailed when it cannot start
 */
export async function createEnginePool(options: EnginePoolOptions): Promise<EnginePool> {
  const starter = createEngineStarter(options);
  const slots = told(Array.from({ length: options.processes }, () => createProcessSlot({ ...options, starter })));
  const { jobTimeoutMs: timeoutMs, now = () => performance.now() } = options;
  const queue = createEngineQueue(options.queue, now);
  const state = { closed: false };

  const serve = (): void => {
    for (const slot of slots) {
      const queued = slot.busy ? undefined : queue.next();
      if (queued) void use(slot, () => attempt(slot, queued).finally(() => queue.over(queued.tenant)));
    }
    engineQueuedJobs.set(queue.size);
  };
  /** Keeps a slot busy for as long as `work` takes. Afterwards it takes the next job, or prepares a process for it. */
  const use = async (slot: ProcessSlot, work: () => Promise<void>): Promise<void> => {
    slot.busy = true;
    await work();
    slot.busy = false;
    serve();
    if (isIdle(slot) && !state.closed) await slot.child().catch((error: unknown) => cannotStart(options, error));
  };
  const goOnLater = (queued: Queued): void =>
    state.closed ? queued.reject(new EngineUnavailable(CLOSED)) : queue.putBack(queued);
  const processes = createWornProcesses();
  const attempt = async (slot: ProcessSlot, queued: Queued): Promise<void> => {
    try {
      const child = await processes.take(slot, queued).catch(unavailable);
      const { rss, handedOver } = await queued.attempt(child, () => state.closed || queue.goesOn(queued.tenant));
      if (handedOver === undefined) return await slot.recycle(rss);
      if (rss > mostBehindATurn(options)) await slot.recycle(rss);
      goOnLater(Object.assign(queued, { handedOver }));
    } catch (error) {
      if (state.closed || !processes.areAskedAgain(queued, error)) return queued.reject(error);
      queue.putBack(queued);
    }
  };

  const offer = <Done extends { rss: number }>(tenant: string, { byteLength: size }: Uint8Array, work: Turn<Done>) =>
    new Promise<Done>((resolve, reject) => {
      const queued: Queued = { tenant, size, handedOver: 0, lost: 0, reject, attempt: attemptOf(work, resolve) };
      if (state.closed) reject(new EngineUnavailable(CLOSED));
      else for (const refused of queue.add(queued)) refused.reject(new TooMuchWaiting(tenantOfLane(refused.tenant)));
      serve();
    });

  const [first, ...others] = slots;
  const { models } = await first!.child();
  for (const slot of others) void use(slot, () => Promise.resolve());

  return {
    ...{ models, isolation: starter.isolation()! },
    run: (job, onStep) =>
      offer(job.tenant_id, job.bytes, jobInTurns(job, { onStep: reportOnce(onStep), timeoutMs, now })),
    thumbnail: (bytes, wanted) => offer(wanted.tenant_id, bytes, (child) => child.thumbnail(bytes, wanted, timeoutMs)),
    faces: (bytes, look) => offer(laneOfFaces(look.tenant_id), bytes, (child) => child.faces(bytes, look, timeoutMs)),
    async close(graceMs = 5000) {
      state.closed = true;
      for (const queued of queue.clear()) queued.reject(new EngineUnavailable(CLOSED));
      await idleWithin(slots, graceMs);
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}

/** Knows which processes have had something before: what they hold is not of the next document alone. */
function createWornProcesses() {
  const worn = new WeakSet<EngineChild>();
  const inWorn = new WeakSet<Queued>();
  const forFresh = new WeakSet<Queued>();
  return {
    /** The process of a slot; a fresh one for what cost one in its last turn. */
    async take(slot: ProcessSlot, queued: Queued): Promise<EngineChild> {
      if (forFresh.delete(queued) && worn.has(await slot.child())) await slot.recycle(Infinity);
      const child = await slot.child();
      if (worn.has(child)) inWorn.add(queued);
      else inWorn.delete(queued);
      worn.add(child);
      return child;
    },
    /** Whether one more is worth trying for what has cost one by now. */
    areAskedAgain(queued: Queued, error: unknown): boolean {
      queued.lost++;
      forFresh.add(queued);
      return queued.lost < MOST_LOST && isWorthRetrying(error, inWorn.has(queued));
    },
  };
}

const attemptOf =
  <Done extends { rss: number }>(work: Turn<Done>, resolve: (done: Done) => void): Queued['attempt'] =>
  async (child, goesOn) => {
    const answer = await work(child, goesOn);
    if (gaveWay(answer)) return { rss: answer.rss, handedOver: answer.read.byteLength };
    resolve(answer);
    return { rss: answer.rss };
  };

/**
 * Bytes that a process may hold behind a turn, in the middle between what it may begin a document with and what it may hold at all: to
 * start another one for every page of everybody would cost more than the pages.
 */
const mostBehindATurn = ({ recycleAbove, process: { memoryCeiling } }: EnginePoolOptions): number =>
  (recycleAbove + memoryCeiling) / 2;

/** Has the metrics tell how many of them are at work. */
function told(slots: ProcessSlot[]): ProcessSlot[] {
  const busy = (): number => slots.filter((slot) => slot.busy).length;
  gaugeAtScrape({
    name: 'attest_engine_processes',
    help: 'Engine processes that are at work on a document, and that wait for one.',
    labelNames: ['state'],
    ask: () =>
      Promise.resolve([
        { labels: { state: 'busy' }, value: busy() },
        { labels: { state: 'idle' }, value: slots.length - busy() },
      ]),
  });
  return slots;
}

const isIdle = (slot: ProcessSlot): boolean => !slot.busy;

const CLOSED = 'The document engine is shutting down.';

/** What took too much time, or memory that was all its own, would only do so again, and keep others waiting for as long. */
const isWorthRetrying = (error: unknown, wasWorn: boolean): boolean =>
  error instanceof EngineProcessDied &&
  (error.reason === 'crashed' || error.reason === 'killed' || (error.reason === 'out_of_memory' && wasWorn));

function unavailable(error: unknown): never {
  throw new EngineUnavailable('The document engine cannot be started.', { cause: error });
}

/** Said in the log only: the next job will ask for a process again. */
const cannotStart = ({ log }: EnginePoolOptions, error: unknown): void =>
  log.error({ err: error }, 'an engine process could not start');

/** After a retry the first steps run again. */
function reportOnce(onStep: (step: StepResult) => void): (step: StepResult) => void {
  let reported = 0;
  return AsyncResource.bind((step: StepResult) => {
    if (step.order < reported) return;
    reported = step.order + 1;
    onStep(step);
  });
}

async function idleWithin(slots: readonly ProcessSlot[], graceMs: number): Promise<void> {
  const deadline = Date.now() + graceMs;
  while (slots.some((slot) => slot.busy) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
