import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../../platform/compiledProgram.js';
import type { Log } from '../../platform/log.js';
import { EngineUnavailable } from '../documents/documentEngine.js';
import type { RuleAnswer, RuleRequest } from './ruleMessages.js';

/** How a piece of work of the thread ended: it was done, took too long, or took the thread with it. */
export type HowItEnded = 'done' | 'late' | 'died';

/** The thread that works with rules. One that hangs or dies is replaced. */
export interface RuleThread {
  /** Has a piece of work done, one at a time; says how it ended once that is known. @throws EngineUnavailable */
  ask(request: RuleRequest, ms: number, onAnswer: (answer: RuleAnswer) => void): Promise<HowItEnded>;
  close(): Promise<void>;
}

/** Heap of the thread in MiB: what is within the limits takes a tenth. */
const HEAP_MIB = 256;

/** Longest that a thread may take to load, in milliseconds. */
const START_MS = 60_000;

/** Starts the thread when it is needed. */
export function createRuleThread(log: Log): RuleThread {
  let running: Promise<Worker> | undefined;

  const begin = (): Promise<Worker> => {
    const mine = start();
    const forget = (): void => {
      if (running === mine) running = undefined;
    };
    mine.then((worker) => worker.once('exit', forget), forget);
    return mine;
  };
  const replace = async (worker: Worker, ended: HowItEnded): Promise<void> => {
    log.warn({ ended }, 'work with the rules of a document type did not come to an end; its thread is replaced');
    await worker.terminate();
  };

  return {
    async ask(request, ms, onAnswer) {
      const worker = await (running ??= begin());
      const ended = await exchange(worker, request, ms, onAnswer);
      if (ended !== 'done') await replace(worker, ended);
      return ended;
    },
    async close() {
      await (await running?.catch(() => undefined))?.terminate();
    },
  };
}

/** A thread that can be asked. It keeps no process alive. @throws EngineUnavailable when it ends or is not ready in time */
async function start(): Promise<Worker> {
  const program = compiledProgram(new URL('./ruleThread.js', import.meta.url));
  const worker = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB } });
  // Whoever asks it hears of its end; without a listener the process would end of it.
  worker.on('error', () => undefined);
  const first = new Promise((resolve) => worker.once('message', resolve));
  if ((await until(worker, START_MS, first)) !== 'done') {
    await worker.terminate();
    throw new EngineUnavailable('The thread of rules could not be started');
  }
  worker.unref();
  return worker;
}

async function exchange(
  worker: Worker,
  request: RuleRequest,
  ms: number,
  onAnswer: (answer: RuleAnswer) => void,
): Promise<HowItEnded> {
  let listen: (answer: RuleAnswer) => void = () => undefined;
  const end = new Promise<void>((resolve) => {
    listen = (answer) => (answer.kind === 'end' ? resolve() : onAnswer(answer));
  });
  worker.on('message', listen);
  worker.postMessage(request);
  try {
    return await until(worker, ms, end);
  } finally {
    worker.off('message', listen);
  }
}

/** Waits until something has come, the time is over, or the thread is gone. */
async function until(worker: Worker, ms: number, done: Promise<unknown>): Promise<HowItEnded> {
  let stop: () => void = () => undefined;
  const otherwise = new Promise<HowItEnded>((resolve) => {
    const timer = setTimeout(resolve, ms, 'late');
    const gone = (): void => resolve('died');
    worker.once('exit', gone);
    stop = () => {
      clearTimeout(timer);
      worker.off('exit', gone);
    };
  });
  try {
    return await Promise.race([done.then((): HowItEnded => 'done'), otherwise]);
  } finally {
    stop();
  }
}
