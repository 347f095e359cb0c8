import { queryClient } from '../api/queryClient.js';

/** A page that nobody has touched for so long asks for nothing by itself: a session is to end where its person is gone. */
const RESTS_AFTER_MS = 5 * 60_000;

let touched = Date.now();

const rests = (): boolean => Date.now() - touched >= RESTS_AFTER_MS;

for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  addEventListener(
    sign,
    () => {
      const rested = rests();
      touched = Date.now();
      if (rested) void queryClient.invalidateQueries();
    },
    { passive: true, capture: true },
  );
}

/** How often something is asked for again while somebody uses the page. @param ms Milliseconds */
export const whileUsed = (ms: number) => (): number | false => (rests() ? false : ms);
