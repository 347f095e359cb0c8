import { fork, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import type { StepResult } from '../../../domain/documents/index.js';
import type { FaceLook } from '../../faces/faceEngine.js';
import type { DocumentJob } from '../documentEngine.js';
import type { Reach } from '../isolated.js';
import type { ThumbnailOptions } from '../thumbnails/thumbnail.js';
import { type DeathReason, EngineProcessDied } from './engineProcessDied.js';
import { MOST_HANDED_OVER } from './handOver.js';
import type { Way } from './isolation.js';
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
import { processorClock } from './processFiles.js';
import { isSound } from './soundMessage.js';
import { watchMemory } from './watchMemory.js';
import { type TimeAllowed, watchTime } from './watchTime.js';

/** What an engine process answers when a job is over. */
export type JobDone = Extract<EngineMessage, { kind: 'done' }>;

/** What an engine process answers when a job has given way to another one. */
export type JobGaveWay = Extract<EngineMessage, { kind: 'gave_way' }> & {
  /** Milliseconds of its time that are used up (`TimeWatch`). */
  counted_ms?: number;
};

/** How a job is run. */
export interface RunOptions {
  /** Longest that it may take from now on, in milliseconds; the process is killed then (`watchTime.ts`). */
  timeoutMs: number;
  onStep: (step: StepResult) => void;
  /** Called when the document is open, before its pages are read. */
  onOpened: () => void;
  /** What was read of its document before it gave way; absent where it is begun. */
  read?: Uint8Array | undefined;
  /** Asked behind each page: whether the next one may be read now. */
  goesOn: () => boolean;
}

/** What an engine process answers when a picture was wanted. */
export type ThumbnailDone = Extract<EngineMessage, { kind: 'thumbnail' }>;

/** What an engine process answers when faces were to be looked at. */
export type FacesDone = Extract<EngineMessage, { kind: 'faces' }>;

/** The process could not start. */
export class EngineProcessFailed extends Error {
  override readonly name = 'EngineProcessFailed';
  constructor(
    message: string,
    /** What is to blame where that is known: the networks (the message says which file), or that it was not ready in time. */
    readonly blame?: 'models' | 'time',
    /** The last that it said on its standard error. */
    readonly said = '',
  ) {
    super(message);
  }
}

/** A running engine process. */
export interface EngineChild {
  readonly pid: number | undefined;
  /** Names of the networks it reads with. */
  readonly models: string;
  /** What it can get at that is not its own, as its JavaScript found when it started. */
  readonly reach: Reach;
  /** Runs one job, until it is over or gives way; there may be only one at a time. @throws EngineProcessDied */
  run(job: DocumentJob, options: RunOptions): Promise<JobDone | JobGaveWay>;
  /** Makes a picture of a document, under the same conditions. @throws EngineProcessDied */
  thumbnail(bytes: Uint8Array, options: ThumbnailOptions, timeoutMs: number): Promise<ThumbnailDone>;
  /** Looks at the faces of a picture, under the same conditions. @throws EngineProcessDied */
  faces(bytes: Uint8Array, look: FaceLook, timeoutMs: number): Promise<FacesDone>;
  /** Ends the process at once; resolves when it is gone. */
  kill(): Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly gone: Promise<DeathReason>;
}

/** Environment variables a process needs to run at all. The service's secrets are not among them: hostile files are read here. */
const PASSED_ON = /^(PATH|HOME|LANG|LC_.*|TZ|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|DYLD_.*|NODE_ENV)$/i;

/** Heap of the JavaScript engine in MiB; pictures and networks live outside it. */
const HEAP_MIB = 768;

/** How to start an engine process. */
interface ChildOptions {
  /** Path of the compiled `engineProcess.js`. */
  entry: string;
  process: EngineProcessOptions;
  startTimeoutMs: number;
}

/**
 * Starts an engine process in one way and waits until it can take jobs.
 * @throws EngineProcessFailed when it ends, reports that it cannot start, is not ready in time, or could not be ended
 */
export async function startEngineChild(way: Way, options: ChildOptions): Promise<EngineChild> {
  const child = forkIn(way, options);
  const pipe = child.stdio[DOCUMENT_PIPE] as Writable;
  pipe.on('error', () => undefined);
  let death: DeathReason | undefined;
  const gone = new Promise<DeathReason>((resolve) => {
    child.once('exit', (code, signal) => resolve(death ?? endedBy(code, signal)));
    child.once('error', () => resolve(death ?? 'crashed'));
  });
  const ended = new AbortController();
  void gone.then((reason) => ended.abort(reason));
  const kill = async (reason: DeathReason) => {
    death ??= reason;
    child.kill('SIGKILL');
    await gone;
  };
  try {
    const { models, reach } = await readyWithin(child, options.startTimeoutMs);
    assertEndable(child);
    const watched = { pid: child.pid!, ceiling: options.process.memoryCeiling, ended: ended.signal };
    watchMemory(watched, () => void kill('out_of_memory'));
    const running = { child, pipe, ended: ended.signal, kill, processorTime: processorClock(child.pid!) };
    return {
      pid: child.pid,
      ...{ models, reach },
      gone,
      kill: () => kill('closed'),
      run({ bytes, ...job }, { timeoutMs, ...heard }) {
        const message: JobMessage = { kind: 'job', job, read: heard.read, size: bytes.byteLength };
        return exchange(running, { message, bytes, timeoutMs }, hearingJob(running, heard));
      },
      thumbnail(bytes, options, timeoutMs) {
        const message: ThumbnailMessage = { kind: 'thumbnail', options, size: bytes.byteLength };
        return exchange(running, { message, bytes, timeoutMs }, (answer) =>
          answer.kind === 'thumbnail' ? answer : undefined,
        );
      },
      faces(bytes, look, timeoutMs) {
        const message: FacesMessage = { kind: 'faces', look, size: bytes.byteLength };
        return exchange(running, { message, bytes, timeoutMs }, (answer) =>
          answer.kind === 'faces' ? answer : undefined,
        );
      },
    };
  } catch (error) {
    // One that cannot be ended ends itself when nobody is connected to it.
    if (child.connected) child.disconnect();
    await kill('closed');
    throw error;
  }
}

/** Listens to what a process says of a job, until it is over or gives way. */
function hearingJob(
  { child, kill }: Pick<RunningProcess, 'child' | 'kill'>,
  { onStep, onOpened, goesOn }: Pick<RunOptions, 'onStep' | 'onOpened' | 'goesOn'>,
): (answer: EngineMessage, countedMs: () => number) => JobDone | JobGaveWay | undefined {
  let mayGiveWay = false;
  return (answer, countedMs) => {
    if (answer.kind === 'step') onStep(answer.step);
    if (answer.kind === 'opened') onOpened();
    if (answer.kind === 'page_read') {
      mayGiveWay = !goesOn();
      tellTurn(child, { kind: 'turn', goes_on: !mayGiveWay });
    }
    if (answer.kind === 'gave_way') {
      if (mayGiveWay && isHandedOver(answer.read)) return { ...answer, counted_ms: countedMs() };
      void kill('out_of_memory');
    }
    return answer.kind === 'done' ? answer : undefined;
  };
}

/** A process that hostile files are read in is not believed what it says of itself. */
const isHandedOver = (read: unknown): boolean => read instanceof Uint8Array && read.byteLength <= MOST_HANDED_OVER;

/** V8 aborts a process whose heap is full. A shell around it says the number of the signal. */
function endedBy(code: number | null, signal: NodeJS.Signals | null): DeathReason {
  const isEndedBy = (name: 'SIGABRT' | 'SIGKILL') => signal === name || code === 128 + constants.signals[name];
  if (code === EXIT_OUT_OF_MEMORY) return 'out_of_memory';
  if (isEndedBy('SIGKILL')) return 'killed';
  return isEndedBy('SIGABRT') ? 'aborted' : 'crashed';
}

function forkIn({ before, nodeOptions, owner, ownFolder }: Way, options: ChildOptions): ChildProcess {
  const [program = process.execPath, ...args] = before;
  const passedOn = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  const { look_for, ...settings } = options.process;
  const folders = look_for.folders.filter((folder) => folder !== ownFolder);
  return fork(options.entry, [JSON.stringify({ ...settings, look_for: { ...look_for, folders } })], {
    ...{ serialization: 'advanced', stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'], ...owner },
    execPath: program,
    execArgv: [...args, ...nodeOptions, `--max-old-space-size=${HEAP_MIB}`],
    env: { ...passedOn, ...(ownFolder !== undefined && { TMPDIR: ownFolder, HOME: ownFolder }) },
  });
}

/** Root without the capability KILL starts a process of another user and cannot end it: one that hangs would go on for ever. */
function assertEndable({ pid }: ChildProcess): void {
  try {
    process.kill(pid!, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return;
    throw new EngineProcessFailed('The service is not allowed to end an engine process that it started');
  }
}

/** Most characters that are kept of what a process says while it starts. */
const MOST_SAID = 1_000;

/** What a process says while it starts: why it could not. What it says later may be of a document, and is thrown away. */
function listenTo(child: ChildProcess): () => string {
  let said = '';
  let isStarting = true;
  child.stderr
    ?.on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      if (isStarting) said = (said + chunk.toString('utf8')).slice(-MOST_SAID);
    });
  return () => {
    isStarting = false;
    return said.trim();
  };
}

type Ready = Extract<EngineMessage, { kind: 'ready' }>;

/** A message that does not get through means that the process is going. */
const tellTurn = (child: ChildProcess, message: TurnMessage): void => void child.send(message, () => undefined);

function readyWithin(child: ChildProcess, timeoutMs: number): Promise<Ready> {
  const stopListening = listenTo(child);
  return new Promise((resolve, reject) => {
    const fail = (message: string, blame?: EngineProcessFailed['blame']) => {
      clearTimeout(timer);
      reject(new EngineProcessFailed(message, blame, stopListening()));
    };
    const timer = setTimeout(() => fail('The engine process did not become ready in time', 'time'), timeoutMs);
    child.once('error', () => fail('The engine process could not be started'));
    // Behind its end, when all that it said has come.
    child.once('close', () => fail('The engine process ended before it was ready'));
    child.once('message', (message: EngineMessage) => {
      clearTimeout(timer);
      if (message.kind === 'cannot_start') fail(message.message, message.unusable_models ? 'models' : undefined);
      else if (message.kind !== 'ready') fail('The engine process spoke before it was ready');
      else {
        stopListening();
        resolve(message);
      }
    });
  });
}

interface RunningProcess {
  child: ChildProcess;
  pipe: Writable;
  /** Aborted with the reason of its death. */
  ended: AbortSignal;
  kill: (reason: DeathReason) => Promise<void>;
  processorTime: TimeAllowed['processorTime'];
}

/** What bytes follow on the pipe. */
type PictureMessage = JobMessage | ThumbnailMessage | FacesMessage;

/**
 * Sends a message and its bytes, and listens until `isLast` makes something of an answer. Nothing of it is held any longer than that: what
 * waits for a promise of the process is held for as long as the process lives.
 */
function exchange<Last>(
  { child, pipe, ended, kill, processorTime }: RunningProcess,
  { message, bytes, timeoutMs }: { message: PictureMessage; bytes: Uint8Array; timeoutMs: number },
  isLast: (answer: EngineMessage, countedMs: () => number) => Last | undefined,
): Promise<Last> {
  return new Promise((resolve, reject) => {
    const time = watchTime({ timeoutMs, processorTime }, (how) => void kill(how));
    const listen = (answer: unknown) => {
      if (!isSound(answer)) return void kill('crashed');
      const last = isLast(answer, time.countedMs);
      if (last) settle(() => resolve(last));
    };
    const settle = (how: () => void) => {
      time.stop();
      child.off('message', listen);
      ended.removeEventListener('abort', die);
      how();
    };
    const die = () => settle(() => reject(new EngineProcessDied(ended.reason as DeathReason)));
    if (ended.aborted) return die();
    child.on('message', listen);
    ended.addEventListener('abort', die);
    // A failed send or write means the process is going; `ended` says so with the reason.
    child.send(message, () => undefined);
    pipe.write(bytes, () => undefined);
  });
}
