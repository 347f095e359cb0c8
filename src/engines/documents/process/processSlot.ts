import { asTheService } from '../../../platform/database/onBehalfOf.js';
import type { Log } from '../../../platform/log.js';
import { engineProcessEnds } from '../../../platform/metrics.js';
import type { EngineChild } from './engineChild.js';
import type { EngineStarter } from './startIsolated.js';

/** How the process of a slot is started and when it is replaced. */
export interface SlotOptions {
  starter: Pick<EngineStarter, 'start'>;
  /** A process that holds more bytes than this after a job is replaced: allocators do not give memory back. */
  recycleAbove: number;
  log: Log;
}

/** A place for one engine process at a time. */
export interface ProcessSlot {
  /** A job runs, or a process starts. Kept by whoever uses the slot. */
  busy: boolean;
  /** The process of this slot; a fresh one when there is none. @throws EngineProcessFailed */
  child(): Promise<EngineChild>;
  /** Ends the process when it has grown too large. @param rss bytes it held after its last job */
  recycle(rss: number): Promise<void>;
  /** Ends the process, also one that is still starting, and starts no other. */
  close(): Promise<void>;
}

/** An empty slot. */
export function createProcessSlot(options: SlotOptions): ProcessSlot {
  const { starter, recycleAbove, log } = options;
  let running: Promise<EngineChild> | undefined;

  const start = async (): Promise<EngineChild> => {
    // It is there for all, whoever it was that needed it first.
    const child = await asTheService(() => starter.start());
    log.debug({ pid: child.pid }, 'an engine process is ready');
    void child.gone.then((reason) => {
      running = undefined;
      if (reason === 'closed') return;
      engineProcessEnds.inc({ reason });
      log.warn({ pid: child.pid, reason }, 'an engine process ended');
    });
    return child;
  };

  return {
    busy: false,
    child() {
      running ??= start().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      return running;
    },
    async recycle(rss) {
      if (rss <= recycleAbove) return;
      engineProcessEnds.inc({ reason: 'recycled' });
      await this.close();
    },
    async close() {
      const child = await running?.catch(() => undefined);
      await child?.kill();
    },
  };
}
