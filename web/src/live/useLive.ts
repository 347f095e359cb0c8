import { useEffect } from 'react';
import { api, dataOf, Refused } from '../api/client.js';
import { isUsed, onUse } from '../session/whileUsed.js';
import { createStore } from '../state/store.js';
import { changeCursor, moveChangeCursor } from './changeCursor.js';
import { listen, type ToldChanges } from './listen.js';
import { readAgain } from './readAgain.js';
import { MOST_TOLD } from './whatChanged.js';

/** So long after a stream broke it is tried again, and what has changed is asked for meanwhile. */
const AGAIN_AFTER_MS = 2_000;

const isLost = createStore(false);

/** Whether the service cannot be reached: what is shown may be out of date. */
export const useIsLost = (): boolean => isLost.use();

/**
 * Has what is shown follow what others do, for as long as somebody looks at the page and uses it: a session is to end where its person is gone, and a browser has
 * no more than six connections to one service for all its pages. After a pause it goes on where it was.
 */
export function useLive(): void {
  useEffect(() => {
    let listening: AbortController | undefined;
    const follow = (): void => {
      if (isUsed() === (listening !== undefined)) return;
      listening?.abort();
      listening = isUsed() ? new AbortController() : undefined;
      if (listening) void followChanges(listening.signal);
    };
    follow();
    const end = onUse(follow);
    return () => {
      end();
      listening?.abort();
    };
  }, []);
}

/**
 * Listens, and where it cannot asks what has changed, over and over: behind a proxy that keeps streams back, and in a browser that has too many of them, that is
 * what is left. It also says why there was no stream, which a browser does not tell: that the session has ended.
 */
async function followChanges(signal: AbortSignal): Promise<void> {
  const takeIn = (told: ToldChanges): void => {
    if (signal.aborted) return;
    isLost.set(false);
    readAgain(told, changeCursor() === undefined);
    moveChangeCursor(told.next);
  };
  while (!signal.aborted) {
    const stream = new AbortController();
    const stop = (): void => stream.abort();
    signal.addEventListener('abort', stop);
    const onTold = (told: ToldChanges): void => {
      takeIn(told);
      if (told.changes.length < MOST_TOLD) return;
      // So much was missed that all is read again anyway: from now on, and the rest of it need not be told.
      moveChangeCursor(undefined);
      stop();
    };
    await listen({ after: changeCursor(), signal: stream.signal, onTold });
    signal.removeEventListener('abort', stop);
    if (!stream.signal.aborted) await catchUp(signal, takeIn);
  }
}

async function catchUp(signal: AbortSignal, takeIn: (told: ToldChanges) => void): Promise<void> {
  try {
    const query = { after: changeCursor(), limit: MOST_TOLD };
    takeIn({ ...dataOf(await api.GET('/v1/changes', { params: { query }, signal })), behind: true });
  } catch (error) {
    isLost.set(!signal.aborted && !(error instanceof Refused && error.status < 500));
  }
  await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
}
