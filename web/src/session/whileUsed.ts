import { queryClient } from '../api/queryClient.js';

/** A page that nobody has touched for so long asks for nothing by itself: a session is to end where its person is gone. */
const RESTS_AFTER_MS = 5 * 60_000;

let touched = Date.now();

/** Who is told that somebody has come back. */
const woken = new Set<() => void>();

const rests = (): boolean => Date.now() - touched >= RESTS_AFTER_MS;

for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(
    sign,
    () => {
      const rested = rests();
      touched = Date.now();
      if (!rested) return;
      void queryClient.invalidateQueries();
      woken.forEach((tell) => tell());
    },
    { passive: true, capture: true },
  );
}

/** So often it is looked whether somebody still uses the page. */
const LOOK_EVERY_MS = 15_000;

/** Whether somebody looks at the page and has touched it lately. */
export const isUsed = (): boolean => document.visibilityState === 'visible' && !rests();

/** Calls back when that may have become otherwise. @returns ends it */
export function onUse(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', listener);
  woken.add(listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
    woken.delete(listener);
  };
}

/** How often something is asked for again while somebody uses the page. @param ms Milliseconds */
export const whileUsed = (ms: number) => (): number | false => (rests() ? false : ms);
