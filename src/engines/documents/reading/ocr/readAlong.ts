import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../../../../platform/compiledProgram.js';
import type { LinesOfBatches, ReadAlong, SharedLines } from './recognizer.js';

/** What the thread is asked. */
export interface ReadAlongAsked {
  id: number;
  lines: SharedLines;
}

/** What it says: that it is ready, and what it read. */
export type ReadAlongSaid = 'ready' | { id: number; read: LinesOfBatches };

/** What the thread is started with. */
export interface ReadAlongOptions {
  /** Folder of the manifest of the networks; the shipped ones when absent. */
  folder: string | undefined;
}

/** A thread that reads lines along with this one. */
export interface ReadingAlong {
  /** Never rejects: a thread that is gone reads nothing. */
  read: ReadAlong;
  close(): Promise<void>;
}

const NOTHING: LinesOfBatches = new Map();

/**
 * Starts a thread with a recogniser of its own. Where none can be had nothing is read along.
 * It is waited for without a limit: it runs what this thread runs, in a process that is ended when a document takes too long.
 */
export async function startReadingAlong(folder: string | undefined): Promise<ReadingAlong> {
  const entry = compiledProgram(new URL('./readAlongThread.js', import.meta.url));
  const worker = new Worker(entry, { workerData: { folder } satisfies ReadAlongOptions });
  worker.unref();
  const waiting = new Map<number, (read: LinesOfBatches) => void>();
  let asked = 0;
  let isThere = true;
  const ready = new Promise<void>((resolve) => {
    const gone = (): void => {
      isThere = false;
      for (const answer of waiting.values()) answer(NOTHING);
      waiting.clear();
      resolve();
    };
    worker.on('error', gone).on('exit', gone);
    worker.on('message', (said: ReadAlongSaid) => {
      if (said === 'ready') return resolve();
      waiting.get(said.id)?.(said.read);
      waiting.delete(said.id);
    });
  });
  worker.ref();
  await ready;
  worker.unref();
  return {
    read(lines) {
      if (!isThere) return Promise.resolve(NOTHING);
      const id = asked++;
      worker.postMessage({ id, lines } satisfies ReadAlongAsked);
      worker.ref();
      return new Promise<LinesOfBatches>((resolve) => waiting.set(id, resolve)).finally(() => worker.unref());
    },
    close: async () => void (await worker.terminate()),
  };
}
