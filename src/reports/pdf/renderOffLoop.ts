import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../../platform/compiledProgram.js';
import type { CaseReport } from '../caseReport.js';
import type { ReportPictures } from './pictures.js';

/** What the thread is started with. */
export interface RenderJob {
  report: CaseReport;
  pictures: ReportPictures;
}

/** Longest that setting a report may take; a case of 200 documents takes a quarter of it. */
const TIMEOUT_MS = 120_000;

/** Heap of the thread in MiB. */
const HEAP_MIB = 512;

/**
 * Makes a renderer that sets one report after the other, each in a thread of its own, so that requests are answered meanwhile.
 */
export function createOffLoopRenderer(): (report: CaseReport, pictures: ReportPictures) => Promise<Uint8Array> {
  let last: Promise<unknown> = Promise.resolve();
  return (report, pictures) => {
    const mine = last.then(() => renderInThread({ report, pictures }));
    last = mine.catch(() => undefined);
    return mine;
  };
}

async function renderInThread(job: RenderJob): Promise<Uint8Array> {
  const thread = new Worker(compiledProgram(new URL('./renderThread.js', import.meta.url)), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('Setting the report took too long')), TIMEOUT_MS);
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => {
        clearTimeout(timer);
        reject(new Error('The thread that sets a report ended without one'));
      });
    });
  } finally {
    await thread.terminate();
  }
}
