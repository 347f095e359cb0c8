import { once } from 'node:events';
import { Socket } from 'node:net';
import os from 'node:os';
import sharp from 'sharp';
import type { FacesSeen, LookFault } from '../../faces/faceEngine.js';
import { lookAtFaces, type FaceReaders } from '../../faces/lookAtFaces.js';
import { loadEarlierEmbedder, loadFaceModels } from '../../faces/models/loadFaceModels.js';
import { soundFaces } from '../../faces/soundFaces.js';
import { ModelsUnusable } from '../../models/modelFiles.js';
import { lookAtPortrait } from '../face/lookAtPortrait.js';
import { framesOf } from '../framesOf.js';
import { runPipeline } from '../pipeline.js';
import { UnreadableDocument } from '../reading/page.js';
import { GaveWay } from '../reading/pageReading.js';
import { openOcr, type Ocr } from '../reading/ocr/ocr.js';
import { makeThumbnail } from '../thumbnails/makeThumbnail.js';
import { createReadingTurns, packReadings } from './handOver.js';
import {
  DOCUMENT_PIPE,
  EXIT_OUT_OF_MEMORY,
  type EngineMessage,
  type EngineProcessOptions,
  type FacesMessage,
  type JobMessage,
  type ThumbnailMessage,
  type TurnMessage,
} from './messages.js';
import { lookAround } from './reach.js';
import { warmUp } from './warmUp.js';

/**
 * The program of an engine process: everything that touches a hostile file happens in here. It ends with its parent,
 * leaves signals to it (Ctrl-C reaches the whole group), and gives way to it when the processor is short, once it is ready: it is
 * waited for until then.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as EngineProcessOptions;

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
sharp.cache(false);
sharp.concurrency(options.threads);
// Where the service cannot see it (`watchMemory`).
setInterval(() => {
  if (process.memoryUsage.rss() > options.memoryCeiling) process.exit(EXIT_OUT_OF_MEMORY);
}, 200).unref();

const send = (message: EngineMessage) => process.send?.(message);

/** What documents are read and faces are looked at with. */
interface Readers {
  ocr: Ocr;
  faces: FaceReaders;
}

async function start(): Promise<Readers | undefined> {
  try {
    const { threads, earlier_face_models: before } = options;
    const earlier = before === undefined ? undefined : await loadEarlierEmbedder(before, threads);
    const faces = { ...(await loadFaceModels(options.face_models, threads)), earlier };
    return { ocr: (await openOcr(options.models, threads)).ocr, faces };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    send({ kind: 'cannot_start', message, unusable_models: error instanceof ModelsUnusable });
    return undefined;
  }
}

/** Reads exactly `size` bytes of the pipe. */
async function receive(pipe: Socket, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let received = 0;
  while (received < size) {
    const chunk = pipe.read() as Buffer | null;
    if (chunk) {
      bytes.set(chunk, received);
      received += chunk.length;
    } else {
      await once(pipe, 'readable');
    }
  }
  return bytes;
}

/** What bytes follow on the pipe. */
type PictureMessage = JobMessage | ThumbnailMessage | FacesMessage;

/** What a network that fails says of the picture is nobody's business: where it failed is told, and nothing else. */
async function look(
  { look }: FacesMessage,
  bytes: Uint8Array,
  readers: Readers,
): Promise<FacesSeen | { error: string } | LookFault> {
  try {
    const isDocument = look.as === 'document';
    const seen = isDocument
      ? await lookAtPortrait(bytes, look, readers)
      : await lookAtFaces(bytes, look, readers.faces);
    return soundFaces.safeParse(seen).success ? seen : { fault: 'the networks say what is no face' };
  } catch (error) {
    return error instanceof UnreadableDocument ? { error: error.message } : { fault: framesOf(error) };
  }
}

/** Does what a message asks for; never rejects. */
async function answer(message: PictureMessage, bytes: Uint8Array, readers: Readers): Promise<EngineMessage> {
  const { ocr } = readers;
  if (message.kind === 'faces') {
    const seen = await look(message, bytes, readers);
    return { kind: 'faces', seen, rss: process.memoryUsage.rss() };
  }
  if (message.kind === 'thumbnail') {
    const thumbnail = await makeThumbnail(bytes, message.options, ocr).catch(() => null);
    return { kind: 'thumbnail', thumbnail, rss: process.memoryUsage.rss() };
  }
  try {
    const turns = createReadingTurns(message.read, { opened: () => send({ kind: 'opened' }), mayGoOn });
    const run = await runPipeline({ ...message.job, bytes }, readers, (step) => send({ kind: 'step', step }), turns);
    return { kind: 'done', ...run, rss: process.memoryUsage.rss() };
  } catch (error) {
    if (!(error instanceof GaveWay)) throw error;
    return { kind: 'gave_way', read: packReadings(error.read), rss: process.memoryUsage.rss() };
  }
}

/** Asks whether the next page may be read now; the service answers at once, and ends the process where it does not. */
async function mayGoOn(): Promise<boolean> {
  const answered = once(process, 'message') as Promise<[TurnMessage]>;
  send({ kind: 'page_read' });
  const [{ goes_on }] = await answered;
  return goes_on;
}

const readers = await start();
if (readers) {
  const pipe = new Socket({ fd: DOCUMENT_PIPE, readable: true, writable: false });
  send({ kind: 'ready', models: readers.ocr.name, reach: lookAround(options.look_for) });
  giveWay();
  let isWanted = false;
  const warmedUp = warmUp(readers.ocr, () => isWanted);
  process.on('message', (message: PictureMessage | TurnMessage) => {
    if (message.kind === 'turn') return;
    isWanted = true;
    void receive(pipe, message.size)
      .then(async (bytes) => {
        await warmedUp;
        return answer(message, bytes, readers);
      })
      .then(send);
  });
}

function giveWay(): void {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere, and only a courtesy.
  }
}
