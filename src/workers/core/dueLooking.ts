import { NotWell } from '../../platform/health.js';
import type { Log } from '../../platform/log.js';
import { oneAtATime } from '../../platform/oneAtATime.js';
import type { DueWork, Looked } from './dueWork.js';

/** How often a process looks whether something is due, so that it is late by no more where nobody said so. */
const LOOK_MS = 1_000;

/** Every so manieth look counts what is there: in a few seconds the table gets no fuller than it may be, and counting reads all of it. */
const LOOKS_PER_COUNT = 5;

/** Looks all the time for what is due. */
export interface DueLooking {
  /** Calls back when something of the topic may be due. */
  watch(topic: string, onDue: () => void): void;
  /** Whether the table was full of the topic when it was counted last, and the tenant has its part of it. */
  isFullOf(topic: string, tenant: string): boolean;
  /** Something of the topic is due in so many milliseconds: sooner than the next look by itself, if at all. */
  dueIn(topic: string, ms: number): void;
  /** @throws NotWell while it cannot be read what is due */
  assertLooks(): void;
  /** Resolves when the last look is over. */
  stop(): Promise<void>;
}

/** Begins to look: one statement for all topics, every second; the first look counts. */
export function startDueLooking({ due, log }: { due: Pick<DueWork, 'look'>; log: Log }): DueLooking {
  const watched = new Map<string, () => void>();
  let full: NonNullable<Looked['full']> = new Map();
  let looks = 0;
  let stopped = false;
  let fails = false;
  const look = oneAtATime(async () => {
    if (stopped || watched.size === 0) return;
    try {
      const looked = await due.look([...watched.keys()], looks % LOOKS_PER_COUNT === 0);
      looks++;
      for (const topic of looked.due) watched.get(topic)?.();
      full = looked.full ?? full;
      fails = false;
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
    isFullOf: (topic, tenant) => full.get(topic)?.includes(tenant) ?? false,
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
