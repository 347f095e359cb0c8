import type { Log } from '../platform/log.js';

/** What has been opened, to be closed in the opposite order. */
export interface Closing {
  /** Notes how to close something that was just opened; gives it back. */
  add<Opened>(opened: Opened, close: (opened: Opened) => Promise<void> | void): Opened;
  /** Notes how to end something that takes work. All of these end together, before anything is closed. */
  drain(end: () => Promise<void> | void): void;
  /** Ends what takes work, then closes everything, the last opened first. What fails is logged and keeps nothing open. */
  closeAll(): Promise<void>;
}

/** Longest that work under way may take to end, or to be handed back; what is opened is closed under it then. */
const DRAIN_MS = 20_000;

/** Nothing is open yet. */
export function createClosing(log: Log): Closing {
  const drains: (() => Promise<void> | void)[] = [];
  const steps: (() => Promise<void> | void)[] = [];
  const attempt = async (step: () => Promise<void> | void): Promise<void> => {
    try {
      await step();
    } catch (error) {
      log.error({ err: error }, 'a part could not be closed');
    }
  };
  return {
    add(opened, close) {
      steps.push(() => close(opened));
      return opened;
    },
    drain: (end) => void drains.push(end),
    async closeAll() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<true>((resolve) => (timer = setTimeout(resolve, DRAIN_MS, true)));
      const ended = Promise.all(drains.splice(0).map(attempt)).then(() => false);
      if (await Promise.race([ended, late])) log.warn('work under way did not end in time; others will do it again');
      clearTimeout(timer);
      for (let step = steps.pop(); step; step = steps.pop()) await attempt(step);
    },
  };
}
