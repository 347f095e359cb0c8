import { Worker } from 'node:worker_threads';
import { compiledProgram } from '../../platform/compiledProgram.js';
import type { Log } from '../../platform/log.js';
import { BuildLost } from '../../projections/core/builds.js';
import { ShareFailed, SILENT_SECONDS, type ShareThreads } from '../../projections/core/shares.js';
import { RebuildAborted } from '../../projections/core/way.js';
import { roomHere, sharesFor } from './roomForShares.js';
import type { ShareSaid } from './shareMessages.js';

/**
 * How many events a rebuild reads alone before threads are loaded, which takes the better part of a second: what is over
 * within that has nothing of them.
 */
const AFTER_EVENTS = 2_000;

/**
 * Room for young objects, in MiB, a third of which is one of V8's semi-spaces: of an event hardly anything is left once it is
 * written, and who collects it less often has the more time.
 */
const YOUNG_MIB = 192;

/** Most room for old objects, in MiB: who needs more ends, and not the whole process. */
const OLD_MIB = 512;

/** What threads are started with. */
export interface ShareThreadsDeps {
  /** The settings of the service, by their variables, with the database that is open as `DATABASE_URL`. Hold secrets. */
  settings: NodeJS.ProcessEnv;
  log: Log;
  /** Default: as many as there is room for. */
  shares?: number;
  after?: number;
  /** Longest that a thread may say nothing, while it loads or later, in milliseconds. Default: `SILENT_SECONDS`. */
  silentMs?: number;
  /** What they run. */
  program?: string | URL;
}

/** Threads for the shares of a rebuild (`shareThread.ts`). One that ends, or says nothing any more, ends the rebuild. */
export const createShareThreads = ({
  settings,
  log,
  shares = sharesFor(roomHere()).shares,
  after = AFTER_EVENTS,
  silentMs = SILENT_SECONDS * 1_000,
  program = compiledProgram(new URL('./shareThread.js', import.meta.url)),
}: ShareThreadsDeps): ShareThreads => ({
  shares,
  after,
  async start({ name }, signal) {
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MIB, maxOldGenerationSizeMb: OLD_MIB };
    // Without the options of this process: they may load what is not asked for here, a compiler for example.
    const worker = new Worker(program, { env: settings, execArgv: [], workerData: name, resourceLimits });
    const gone = endOf(worker, signal, silentMs);
    const end = (): void => void worker.terminate();
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    try {
      await Promise.race([answerOf(worker, name), gone]);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'a thread for a share of the rebuild could not be started');
      throw error;
    }
    return async (share, onTaken) => {
      const answer = answerOf(worker, name, onTaken);
      worker.postMessage(share);
      await Promise.race([answer, gone]);
    };
  },
});

/** Rejects when a thread ends, or has said nothing for so long: with RebuildAborted where it was to end, else with ShareFailed. */
function endOf(worker: Worker, signal: AbortSignal, silentMs: number): Promise<never> {
  const gone = new Promise<never>((_resolve, reject) => {
    const end = (why: string): void => reject(signal.aborted ? new RebuildAborted() : new ShareFailed(why, 'Error'));
    const silent = setTimeout(() => {
      end(`A thread of the rebuild has said nothing for ${silentMs / 1000} s`);
      void worker.terminate(); // not waited for: what holds it up in native code holds up its end too
    }, silentMs);
    worker.on('message', () => silent.refresh());
    worker.once('error', ({ message, name }: Error) => reject(new ShareFailed(message, name)));
    worker.once('exit', () => {
      clearTimeout(silent);
      end('A thread of the rebuild ended');
    });
  });
  gone.catch(() => undefined); // it can end while nobody waits for it
  return gone;
}

/** Hears a thread until it is ready, or through with a share, of the rebuild of a read model. @throws ShareFailed, BuildLost */
function answerOf(worker: Worker, ofName: string, onTaken: (events: number) => void = () => undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = (said: ShareSaid): void => {
      if (said.kind === 'alive') return;
      if (said.kind === 'taken') {
        onTaken(said.events);
        return;
      }
      worker.off('message', listen);
      if (said.kind === 'failed') reject(errorOf(said, ofName));
      else resolve();
    };
    worker.on('message', listen);
  });
}

/** What a thread could not go on for, as it would be here where somebody else goes by it. */
const errorOf = ({ name, message }: ShareSaid & { kind: 'failed' }, ofName: string): ShareFailed | BuildLost =>
  name === BuildLost.name ? new BuildLost({ name: ofName }) : new ShareFailed(message, name);
