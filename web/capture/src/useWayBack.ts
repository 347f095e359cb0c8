import { useEffect } from 'react';

/** What an entry of the browser's history says that the page made while the customer was away from where a step begins. */
const AWAY = 'attest away';

/**
 * While the customer is away from where a step begins (at the camera, looking at a picture), the browser's own way back leads there, and not out
 * of the page.
 * @param onBack called where they went back; the same from one call to the next. False where that cannot be: what is on its way stays so
 */
export function useWayBack(isAway: boolean, onBack: () => boolean): void {
  useEffect(() => {
    if (!isAway) return undefined;
    history.scrollRestoration = 'manual';
    const enter = (): void => {
      // Loaded again in the middle of it, the page is on the entry that it made before.
      if (history.state !== AWAY) history.pushState(AWAY, '');
    };
    enter();
    let wentBack = false;
    const onPop = (): void => {
      wentBack = onBack();
      if (!wentBack) enter();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      // They came back by the page: the entry that was made for the browser's way is there no more than they are.
      if (!wentBack) history.back();
    };
  }, [isAway, onBack]);
}
