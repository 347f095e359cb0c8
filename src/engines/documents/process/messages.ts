import type { StepResult } from '../../../domain/documents/index.js';
import type { FaceLook, FacesSeen, LookFault } from '../../faces/faceEngine.js';
import type { DocumentJob } from '../documentEngine.js';
import type { Reach } from '../isolated.js';
import type { RanPipeline } from '../pipeline.js';
import type { Thumbnail, ThumbnailOptions } from '../thumbnails/thumbnail.js';
import type { LookFor } from './reach.js';

/** What an engine process is started with, as JSON in its only argument. */
export interface EngineProcessOptions {
  /** Folder of the OCR manifest; the shipped one when absent. */
  models?: string;
  /** Folder of the manifest of face networks; the shipped one when absent. */
  face_models?: string;
  /** Folder of the manifest of the face networks that registers were made with before, where they are wanted too. */
  earlier_face_models?: string;
  /** Threads each network computes with. */
  threads: number;
  /** Resident bytes beyond which the service ends the process, or it ends itself: rather that than take the machine's memory. */
  memoryCeiling: number;
  /** What it is to look for when it starts. */
  look_for: LookFor;
}

/**
 * To an engine process: the next job. It has one at a time. The document's bytes follow on `DOCUMENT_PIPE`: as part of
 * a message they would be copied in one go, which stops the event loop of the service for as long.
 */
export interface JobMessage {
  kind: 'job';
  job: Omit<DocumentJob, 'bytes'>;
  /** What was read of it before it gave way to others (`packReadings`); absent where it is begun. */
  read?: Uint8Array | undefined;
  /** Bytes that follow on the pipe. */
  size: number;
}

/** To an engine process, which waits for it behind each page: whether it may read the next one of its document now. */
export interface TurnMessage {
  kind: 'turn';
  goes_on: boolean;
}

/** To an engine process: a picture of a document is wanted. Its bytes follow as those of a job do. */
export interface ThumbnailMessage {
  kind: 'thumbnail';
  options: ThumbnailOptions;
  /** Bytes that follow on the pipe. */
  size: number;
}

/** To an engine process: the faces of a picture are to be looked at. Its bytes follow as those of a job do. */
export interface FacesMessage {
  kind: 'faces';
  look: FaceLook;
  /** Bytes that follow on the pipe. */
  size: number;
}

/** File descriptor of the pipe that documents come through. */
export const DOCUMENT_PIPE = 4;

/** From an engine process. */
export type EngineMessage =
  /** It can take jobs; `models` names what it reads with, and `reach` says what it can get at. */
  | { kind: 'ready'; models: string; reach: Reach }
  /** It cannot start; `unusable_models` when the manifest or one of its files is to blame. */
  | { kind: 'cannot_start'; message: string; unusable_models: boolean }
  | { kind: 'step'; step: StepResult }
  /** The document is open, and its pages are read now. */
  | { kind: 'opened' }
  /** A page was read, and there is another one. */
  | { kind: 'page_read' }
  /** It stopped behind a page as it was told to, and can take another job; `read` are at most `MOST_HANDED_OVER` bytes. */
  | { kind: 'gave_way'; rss: number; read: Uint8Array }
  /** The job is over; `rss` is what the process holds now, in bytes. */
  | ({ kind: 'done'; rss: number } & RanPipeline)
  /** The picture that was wanted; null when the document cannot be shown. */
  | { kind: 'thumbnail'; rss: number; thumbnail: Thumbnail | null }
  /** What is seen of faces, why the picture cannot be looked at, or where looking itself failed. */
  | { kind: 'faces'; rss: number; seen: FacesSeen | { error: string } | LookFault };

/** Exit code of a process that ended itself at its memory ceiling. */
export const EXIT_OUT_OF_MEMORY = 78;
