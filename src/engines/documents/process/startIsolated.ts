import type { Log } from '../../../platform/log.js';
import type { Isolation, Reach } from '../isolated.js';
import { EngineProcessFailed, startEngineChild, type EngineChild } from './engineChild.js';
import type { Way } from './isolation.js';
import type { EngineProcessOptions } from './messages.js';
import { reachOfUser } from './reach.js';

/** How to start engine processes. */
export interface EngineStart {
  /** Path of the compiled `engineProcess.js`. */
  entry: string;
  process: EngineProcessOptions;
  startTimeoutMs: number;
  /** Ways to start it, the strongest first; the first that it becomes ready in is the way of all. */
  ways: readonly Way[];
  log: Log;
}

/** Starts engine processes. */
export interface EngineStarter {
  /** @throws EngineProcessFailed when it cannot be started in any way */
  start(): Promise<EngineChild>;
  /** Undefined before the first is ready. */
  isolation(): Isolation | undefined;
}

/** Creates what starts engine processes, as much on their own as the system lets them be. */
export function createEngineStarter(options: EngineStart): EngineStarter {
  const { log } = options;
  let { ways } = options;
  let isolation: Isolation | undefined;
  return {
    isolation: () => isolation,
    async start() {
      for (const way of ways) {
        try {
          const child = await startPatiently(way, options);
          ways = [way];
          isolation = { by: way.by, reach: reachIn(way, child.reach, options) };
          return child;
        } catch (error) {
          if (!(error instanceof EngineProcessFailed) || way === ways.at(-1)) throw error;
          log.warn(
            { err: error, isolated_by: way.by, said: error.said },
            'engine processes cannot be isolated in this way here; a weaker one is tried',
          );
        }
      }
      throw new Error('There is no way to start an engine process');
    },
  };
}

/**
 * What a process that was taken over gets at: what it found, and in a way that only JavaScript is held to what the service finds for
 * itself. What it found itself is there blind to what native code could do.
 */
function reachIn(way: Way, found: Reach, { process: { look_for } }: EngineStart): Reach {
  if (!way.mayWhatServiceMay) return found;
  const { secrets, network, files } = reachOfUser(look_for);
  return { secrets: found.secrets || secrets, network: found.network || network, files: found.files || files };
}

/** A machine that is busy while it starts says nothing about what it can do: it is given its time once more. */
async function startPatiently(way: Way, options: EngineStart): Promise<EngineChild> {
  try {
    return await startEngineChild(way, options);
  } catch (error) {
    if (!(error instanceof EngineProcessFailed) || error.blame !== 'time') throw error;
    return startEngineChild(way, options);
  }
}
