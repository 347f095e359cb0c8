import { EventEmitter, once } from 'node:events';
import { NotWell } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import type { DueWork } from './dueWork.js';

/** How often a process looks whether something is due, so that it is late by no more where nobody said so. */
const LOOK_MS = 1_000;

/** Looks all the time for what is due. */
export interface DueLooking {
  /** Calls back when something of the topic may be due. */
  watch(topic: string, onDue: () => void): void;
  /**
   * Resolves when there is room for more of the topic in the table: at once, or when it was looked and there is. Rejects when
   * `signal` is aborted.
   */
  room(topic: string, signal: AbortSignal): Promise<void>;
  /** Something of the topic is due in so many milliseconds: sooner than the next look by itself, if at all. */
  dueIn(topic: string, ms: number): void;
  /** @throws NotWell while it cannot be read what is due */
  assertLooks(): void;
  /** Resolves when the last look is over. */
  stop(): Promise<void>;
}

/** Begins to look: one statement for all topics, every second. */
export function startDueLooking({ due, log }: { due: Pick<DueWork, 'look'>; log: Log }): DueLooking {
  const watched = new Map<string, () => void>();
  let full: ReadonlySet<string> = new Set();
  const looks = new EventEmitter().setMaxListeners(0); // one for each message that waits for room
  let stopped = false;
  let fails = false;
  const look = oneAtATime(async () => {
    if (stopped || watched.size === 0) return;
    try {
      const looked = await due.look([...watched.keys()]);
      for (const topic of looked.due) watched.get(topic)?.();
      full = new Set(looked.full);
      fails = false;
      looks.emit('over');
    } catch (error) {
      fails = true;
      log.warn({ err: error }, 'what is due could not be read; trying again');
    }
  });
  const timer = setInterval(() => void look(), LOOK_MS);
  return {
    watch(topic, onDue) {
      watched.set(topic, onDue);
      onDue();
    },
    async room(topic, signal) {
      while (full.has(topic)) await once(looks, 'over', { signal });
    },
    dueIn(topic, ms) {
      if (ms < LOOK_MS) setTimeout(() => watched.get(topic)?.(), ms).unref();
    },
    assertLooks() {
      if (fails) throw new NotWell('What is due cannot be read from the database');
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      await look();
    },
  };
}
