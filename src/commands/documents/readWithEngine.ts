import { isOfScenes } from '../../domain/documentTypes/index.js';
import type { PipelineResult, StepResult } from '../../domain/documents/pipeline.js';
import {
  EngineUnavailable,
  understandsScenes,
  type DocumentEngine,
  type DocumentJob,
} from '../../engines/documents/documentEngine.js';
import { BlobDamaged, BlobNotFound } from '../../platform/blobs/blobStore.js';
import type { Log } from '../../platform/log.js';

/** Why nothing was read from a document, in a sentence that a user understands. */
export interface Unread<Reason extends string = 'unreadable' | 'engine_unavailable' | 'internal'> {
  status: 'failed';
  reason: Reason;
  error: string;
}

const unread = <Reason extends string>(reason: Reason, error: string): Unread<Reason> => ({
  status: 'failed',
  reason,
  error,
});

/** Where the engine found nothing to read; it mostly says why itself. */
const unreadable = (error = 'The document could not be read'): Unread => unread('unreadable', error);

const NOBODY_SEES = 'This document is a scene, which a model that sees understands; there is none that may be asked';

/** The document is not to blame: no engine could be had. */
export const NO_ENGINE = unread('engine_unavailable', 'No document engine was available; send it again');

/** Trying again would not bring it back. */
const FILE_GONE = unread('internal', 'The file of the document is no longer there; send it again');

/** The service is to blame. */
export const INTERNAL_FAILURE = unread(
  'internal',
  'Something went wrong on our side while the document was processed; send it again',
);

/** Nobody is going to read it any more. */
export const GIVEN_UP = unread(
  'internal',
  'Something went wrong on our side again and again, and the document was given up; send it again',
);

/** The process that read it was stopped. */
export const INTERRUPTED = unread(
  'interrupted',
  'The service was stopped while it processed this document; send it again',
);

/** A document to read: a job whose file is fetched when it is its turn. */
export interface DocumentToRead extends Omit<DocumentJob, 'bytes'> {
  file: () => Promise<Uint8Array>;
  /** Ids that the log is to name it by. */
  about: { [id: string]: string };
}

/** What came of reading a document. `unavailable` is set when no engine could be had: reading it later may go well, and `steps` say what a model was shown all the same. */
export type DocumentRead = { steps: StepResult[] } & (
  { result: PipelineResult } | { unread: Unread; unavailable?: EngineUnavailable }
);

/** What reading stands on. */
export interface ReadWithEngineDeps {
  engine: Pick<DocumentEngine, 'process' | 'understandsScenes'>;
  log: Log;
}

/**
 * The one way to read a document: puts it through the engine and says what came of it.
 * @param onStep told of each step as it ends
 * @throws what `file` throws, other than that it is gone or damaged
 */
export async function readWithEngine(
  { engine, log }: ReadWithEngineDeps,
  { file, about, ...job }: DocumentToRead,
  onStep?: (step: StepResult) => void,
): Promise<DocumentRead> {
  // Where the run was accepted, somebody did.
  if (isOfScenes(job.documentType) && !understandsScenes(engine, job.allows_cloud)) {
    return { steps: [], unread: unreadable(NOBODY_SEES) };
  }
  let bytes: Uint8Array;
  try {
    bytes = await file();
  } catch (error) {
    if (!(error instanceof BlobNotFound || error instanceof BlobDamaged)) throw error;
    log.error({ err: error, ...about }, 'the file of a document is gone');
    return { steps: [], unread: FILE_GONE };
  }
  try {
    const { result, steps, error, unavailable } = await engine.process({ ...job, bytes }, onStep);
    if (unavailable) return { steps: steps.filter(({ tool }) => tool === 'model'), unread: NO_ENGINE, unavailable };
    return result ? { result, steps } : { steps, unread: unreadable(error) };
  } catch (error) {
    if (error instanceof EngineUnavailable) return { steps: [], unread: NO_ENGINE, unavailable: error };
    // Only the kind of error: its message could quote the document.
    log.error({ ...about, error: error instanceof Error ? error.name : typeof error }, 'the document engine failed');
    return { steps: [], unread: INTERNAL_FAILURE };
  }
}
