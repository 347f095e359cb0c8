import type { Database } from '../database/database.js';
import type { Log } from '../log.js';
import { BULK_CHANNEL, type BulkKind } from './bulkWork.js';
import { createChunks, MOST_ATTEMPTS, type Chunks, type ChunkTiming, type HeldChunk } from './chunks.js';
import { tellOfEnd } from './endedJobs.js';

const TIMING: ChunkTiming = { holdSeconds: 30, retrySeconds: 2 };
/** How often jobs are looked for where none is announced: chunks of a dead process are nobody's news. */
const LOOK_EVERY_MS = 5_000;

/** What a worker of bulk work stands on. */
export interface BulkWorkerDeps {
  database: Pick<Database, 'knex' | 'listen'>;
  kinds: readonly BulkKind[];
  log: Log;
  /** How long a chunk outlives its holder, and how long a failed one waits; shorter in tests. */
  timing?: ChunkTiming;
}

/** Does chunks, and tells of the ends of jobs, one at a time. */
export interface BulkWorker {
  /** Does one chunk, or tells of one end; false where there was none to do. */
  step(signal: AbortSignal): Promise<boolean>;
}

/** Creates what does chunks. */
export function createBulkWorker({ database, kinds, log, timing = TIMING }: BulkWorkerDeps): BulkWorker {
  const chunks = createChunks(database.knex, kinds, timing, ({ id, kind }, error) =>
    log.warn({ err: error, job_id: id, kind }, 'what is to be done could not be read, and will be asked for again'),
  );
  const telling = { knex: database.knex, kinds, timing, log };
  return {
    async step(signal) {
      if (signal.aborted) return false;
      if (await tellOfEnd(telling)) return true;
      const chunk = await chunks.take();
      const kind = kinds.find(({ name }) => name === chunk?.kind);
      // Looking for a chunk ends the jobs that have none left.
      if (!chunk || !kind) return tellOfEnd(telling);
      const lost = new AbortController();
      const renewal = setInterval(() => void renew(chunks, chunk, lost), (timing.holdSeconds * 1000) / 4).unref();
      const either = AbortSignal.any([signal, lost.signal]);
      try {
        const { parameters, items, job_id, number, attempts } = chunk;
        const isLast = attempts >= MOST_ATTEMPTS;
        const failures = await kind.work(parameters, items, either, { job_id, number, isLast });
        if (either.aborted) await chunks.release(chunk);
        else await chunks.finish(chunk, failures);
      } catch (error) {
        if (either.aborted) await chunks.release(chunk);
        else {
          log.warn({ err: error, job_id: chunk.job_id, kind: chunk.kind, chunk: chunk.number }, 'a chunk failed');
          await chunks.fail(chunk, error instanceof Error ? error.message : 'unknown error');
        }
      } finally {
        clearInterval(renewal);
      }
      return true;
    },
  };
}

async function renew(chunks: Chunks, chunk: HeldChunk, lost: AbortController): Promise<void> {
  // A renewal that fails is made up for by the next one.
  const held = await chunks.renew(chunk).catch(() => true);
  if (!held) lost.abort();
}

/** Does chunks until it is told to stop; resolves then once nothing is in hand. */
export function startBulkWorker(deps: BulkWorkerDeps): () => Promise<void> {
  const worker = createBulkWorker(deps);
  const stopping = new AbortController();
  const stopped = (): boolean => stopping.signal.aborted;
  // What is announced while the last look goes on is looked for at once, not at the next look.
  let announced = false;
  const heard = (): boolean => announced;
  let wake: () => void = () => (announced = true);
  const listening = deps.database.listen(BULK_CHANNEL, () => wake());
  listening.catch((error: unknown) => deps.log.warn({ err: error }, 'bulk work is looked for every few seconds only'));

  const run = async (): Promise<void> => {
    while (!stopped()) {
      announced = false;
      const did = await worker.step(stopping.signal).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'bulk work could not go on and will be tried again');
        return false;
      });
      if (!did && !heard() && !stopped()) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, LOOK_EVERY_MS * (0.5 + Math.random())).unref();
          wake = () => ((announced = true), clearTimeout(timer), resolve());
        });
      }
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    wake();
    await running;
    await (
      await listening.catch(() => undefined)
    )?.();
  };
}
