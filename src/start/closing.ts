import type { Log } from '../platform/log.js';

/** What has been opened, to be closed in the opposite order. */
export interface Closing {
  /** Notes how to close something that was just opened; gives it back. */
  add<Opened>(opened: Opened, close: (opened: Opened) => Promise<void> | void): Opened;
  /** Closes everything, the last opened first. What fails to close is logged and does not keep the rest open. */
  closeAll(): Promise<void>;
}

/** Nothing is open yet. */
export function createClosing(log: Log): Closing {
  const steps: (() => Promise<void> | void)[] = [];
  return {
    add(opened, close) {
      steps.push(() => close(opened));
      return opened;
    },
    async closeAll() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          log.error({ err: error }, 'a part could not be closed');
        }
      }
    },
  };
}
