import os from 'node:os';
import path from 'node:path';
import type { StepName, StepResult } from '../../domain/documents/index.js';
import { compiledProgram } from '../../platform/compiledProgram.js';
import type { Log } from '../../platform/log.js';
import { engineJobDuration, engineJobs, enginePages, engineStepDuration } from '../../platform/metrics.js';
import { type Ceiling, type Ceilings, createCeilings } from './ceilings.js';
import { ORDINARY, shareOutMemory, THREADS, thisMachine } from './engineMemory.js';
import { EngineUnavailable, type DocumentEngine, type DocumentJob, type EngineOutcome } from './documentEngine.js';
import type { FaceEngine, FaceModelFacts } from '../faces/faceEngine.js';
import { createFaceEngine } from '../faces/createFaceEngine.js';
import { readFaceManifest, SHIPPED_FACE_MODELS } from '../faces/models/readFaceManifest.js';
import { ModelsUnusable } from '../models/modelFiles.js';
import { readManifest, SHIPPED_OCR_MODELS } from './models/readManifest.js';
import { EngineProcessFailed } from './process/engineChild.js';
import { createEnginePool, type EnginePool } from './process/enginePool.js';
import { waysToIsolate } from './process/isolation.js';
import type { Thumbnail, ThumbnailEngine, ThumbnailOptions } from './thumbnails/thumbnail.js';
import { whyItFailed } from './whyItFailed.js';

/** Longest one document may take, waiting not counted; it is failed then. */
const DOCUMENT_TIMEOUT_MS = 120_000;

/** Settings of the document engine. */
export interface DocumentEngineOptions {
  /** Documents read at the same time, each in a process of its own; by cores and memory when absent. */
  processes?: number;
  /** Bytes that such a process may hold (`ENGINE_MEMORY`); by `shareOutMemory` when absent. */
  memoryCeiling?: number;
  /** Folder with the manifest of the OCR networks (`OCR_MODELS`); the shipped ones when absent. */
  models?: string;
  /** Folder with the manifest of the face networks (`FACE_MODELS`); the shipped ones when absent. */
  faceModels?: string;
  /** Folder with the manifest of the face networks that registers were made with before (`FACE_MODELS_BEFORE`), or `shipped`; none when absent. */
  faceModelsBefore?: string;
  /** Where the service keeps its files: what an engine process must not get at. */
  dataDir: string;
  /** Files with secrets of the service outside of it: nor these. */
  secretFiles?: readonly string[];
  /** Longest one document may take in milliseconds; `DOCUMENT_TIMEOUT_MS` when absent. */
  documentTimeoutMs?: number;
  log: Log;
}

/** All that is done to files: documents are read and pictured, and faces are looked at. */
export type Engine = DocumentEngine & ThumbnailEngine & FaceEngine;

/**
 * Starts the embedded document engine.
 * @throws ModelsUnusable when a manifest or one of its files cannot be used; the message names it
 * @throws EngineUnavailable when no engine process can be started
 */
export async function createDocumentEngine(options: DocumentEngineOptions): Promise<Engine> {
  const { log, models, faceModels, dataDir: data_folder, documentTimeoutMs = DOCUMENT_TIMEOUT_MS } = options;
  const secret_files = options.secretFiles ?? [];
  await readManifest(models ?? SHIPPED_OCR_MODELS);
  const { facts } = await readFaceManifest(faceModels ?? SHIPPED_FACE_MODELS);
  const earlier = await earlierFaceModels(options.faceModelsBefore, facts);
  const machine = thisMachine();
  const given = { processes: options.processes, ceiling: options.memoryCeiling };
  const { processes, ceiling, recycleAbove, fits } = shareOutMemory(machine, given);
  if (ceiling < ORDINARY) log.warn({ processes, ceiling, limit: machine.limit }, LITTLE_MEMORY);
  if (!fits) log.warn({ processes, ceiling, limit: machine.limit }, NO_ROOM);
  const entry = compiledProgram(new URL('./process/engineProcess.js', import.meta.url));
  const root = path.resolve(entry, '../../../../..');
  const program = [
    ...PROGRAM.map((name) => path.join(root, name)),
    ...[models, faceModels, earlier?.folder].filter((folder) => folder !== undefined),
  ];
  const pool = await createEnginePool({
    entry,
    process: {
      ...{ models, face_models: faceModels, earlier_face_models: earlier?.folder },
      ...{ threads: Math.min(THREADS, machine.cores), memoryCeiling: ceiling },
      look_for: {
        ...{ service_pid: process.pid, data_folder, secret_files },
        folders: [root, ...program, os.tmpdir(), os.homedir()],
      },
    },
    ways: waysToIsolate({ program, mountPoint: path.join(data_folder, 'engine') }),
    processes,
    jobTimeoutMs: documentTimeoutMs,
    startTimeoutMs: 30_000,
    queue: { jobs: 100, bytes: 256 * 1024 ** 2 },
    ...{ recycleAbove, log },
  }).catch(unusable);
  const ceilings = createCeilings();
  return {
    process: (job, onStep) => processJob({ pool, ceilings, log, timeoutMs: documentTimeoutMs }, job, onStep),
    ...createFaceEngine({
      ...{ pool, ceilings, faceModels: facts, earlierFaceModels: earlier?.facts },
      ...{ timeoutMs: documentTimeoutMs, log },
    }),
    thumbnail: (bytes, wanted) => makeThumbnail({ pool, ceilings }, bytes, wanted),
    describe: () => Promise.resolve({ models: pool.models, processes, isolation: pool.isolation }),
    close: () => pool.close(),
  };
}

/** The earlier networks, where there are any that say other numbers than those of now. @throws ModelsUnusable */
async function earlierFaceModels(
  named: string | undefined,
  now: FaceModelFacts,
): Promise<{ folder: string; facts: FaceModelFacts } | undefined> {
  if (named === undefined) return undefined;
  const folder = named === 'shipped' ? SHIPPED_FACE_MODELS : named;
  const { facts } = await readFaceManifest(folder, 'FACE_MODELS_BEFORE');
  return facts.vectors === now.vectors ? undefined : { folder, facts };
}

/** What an engine process is made of, in the folder of the service. */
const PROGRAM = ['dist', 'node_modules', 'models', 'package.json'];

const LITTLE_MEMORY =
  'an engine process may hold less memory than large scans take: give the service more, or set ENGINE_PROCESSES to fewer';

const NO_ROOM =
  'the engine processes may hold more memory together than is left beside the service: give it more, or set ENGINE_PROCESSES or ENGINE_MEMORY to less';

function unusable(error: unknown): never {
  if (error instanceof EngineProcessFailed && error.blame === 'models') throw new ModelsUnusable(error.message);
  if (error instanceof EngineProcessFailed) {
    throw new EngineUnavailable(`The document engine cannot be started: ${error.message}.`, { cause: error });
  }
  throw error;
}

interface Processing {
  pool: EnginePool;
  ceilings: Ceilings;
  log: Log;
  timeoutMs: number;
}

async function processJob(
  { pool, ceilings, log, timeoutMs }: Processing,
  job: DocumentJob,
  onStep: (step: StepResult) => void = () => undefined,
): Promise<EngineOutcome> {
  const started = performance.now();
  const reported: StepResult[] = [];
  const work = (): string => workOf(job);
  const hit = ceilings.hitBy(job.bytes, work);
  if (hit !== undefined) return failedAt(job, reported, { reason: hit, timeoutMs, ms: 0 }, onStep);
  const outcome = await pool
    .run(job, (step) => {
      reported.push(step);
      engineStepDuration.observe({ step: step.tool }, step.duration_ms / 1000);
      onStep(step);
    })
    .then((done) => {
      enginePages.inc({ source: 'text_layer' }, done.pages.text_layer);
      enginePages.inc({ source: 'ocr' }, done.pages.ocr);
      if (done.fault) log.error({ fault: done.fault }, 'a step of the document engine failed');
      return done.outcome;
    })
    .catch((error: unknown) => {
      const reason = whyItFailed(error, { ceilings, bytes: job.bytes, work });
      return failedAt(job, reported, { reason, timeoutMs, ms: performance.now() - started }, onStep);
    });
  engineJobs.inc({ outcome: outcome.status });
  engineJobDuration.observe((performance.now() - started) / 1000);
  return outcome;
}

/**
 * All that decides how long a document takes: a type that was made simpler is other work, and so is that of a tenant whose types
 * are others. The day, the name of the file and what is passed through decide nothing.
 */
const workOf = ({ documentType, candidates, choice, proposes }: DocumentJob): string =>
  JSON.stringify([documentType, candidates, choice, proposes]);

const thumbnailWork = (): string => 'thumbnail';

async function makeThumbnail(
  { pool, ceilings }: Pick<Processing, 'pool' | 'ceilings'>,
  bytes: Uint8Array,
  options: ThumbnailOptions,
): Promise<Thumbnail | undefined> {
  if (ceilings.hitBy(bytes, thumbnailWork) !== undefined) return undefined;
  try {
    return (await pool.thumbnail(bytes, options)).thumbnail ?? undefined;
  } catch (error) {
    whyItFailed(error, { ceilings, bytes, work: thumbnailWork });
    return undefined;
  }
}

const TOO_MUCH_MEMORY = 'Reading the document takes more memory than is allowed; send a smaller or simpler file.';

/** The outcome of a job whose process died: the steps that were done, and the one that was not. */
function failedAt(
  job: DocumentJob,
  reported: readonly StepResult[],
  { reason, timeoutMs, ms }: { reason: Ceiling | 'crashed'; timeoutMs: number; ms: number },
  onStep: (step: StepResult) => void,
): EngineOutcome {
  const order = reported.length;
  const tool = (job.documentType.pipeline_steps[order] ?? 'classify') as StepName;
  const tooLong = `Reading the document took longer than ${Math.round(timeoutMs / 1000)} seconds; send a smaller or simpler file.`;
  const sentence = {
    timed_out: tooLong,
    stood_still: tooLong,
    out_of_memory: TOO_MUCH_MEMORY,
    killed: TOO_MUCH_MEMORY,
    aborted: TOO_MUCH_MEMORY,
    crashed: 'The document could not be read: the reader failed on it. Save or scan it again and send the new file.',
  }[reason];
  const step: StepResult = { tool, order, status: 'failed', output: {}, error: sentence, duration_ms: Math.round(ms) };
  onStep(step);
  return { status: 'failed', steps: [...reported, step], result: null, error: sentence };
}
