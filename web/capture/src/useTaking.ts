import { useCallback, useRef, useState } from 'react';
import { forget, keep, noteOnItsWay, type Kept } from './kept.js';
import type { ReadyFile } from './picture/readyPicture.js';
import { asRefused, handIn, newKey, type Refused, type Captured } from './service.js';

/** Where the customer is with one thing: choosing how, at the camera, waiting for a picture, looking at it, or waiting for what comes of it. */
export type Stage =
  { name: 'choosing' | 'camera' | 'readying' | 'sending' } | { name: 'looking'; ready: ReadyFile; key: string };

/** Statuses of a file that is not taken however often it is sent: another one is needed. */
const REFUSED_FOR_GOOD = [400, 403, 404, 413, 415, 422];

/** Statuses that say that the link, or what is to be agreed to, is not what it was. */
const ANOTHER_LINK = [403, 404];

/** Where the customer is, why what was sent is not taken, and the ways on from there. */
export interface Taking {
  stage: Stage;
  wrong: Refused | undefined;
  /** To the camera. */
  openCamera: () => void;
  /** Back to where it begins; what was looked at is forgotten. False where that cannot be: what is on its way cannot be taken back. */
  choose: () => boolean;
  /** Makes ready what was taken, and looks at it; nothing comes of it where the customer went elsewhere meanwhile. */
  look: (makeReady: () => Promise<ReadyFile | undefined>) => Promise<void>;
  /** Sends it. */
  send: (ready: ReadyFile, key: string, wasOnItsWay?: boolean) => Promise<void>;
  /** Goes on with what was kept when the page was loaded again. */
  goOn: (kept: Kept) => void;
}

/**
 * Takes one thing of a customer.
 * @param label as what it is handed in
 * @param onOver called where the link is not what it was
 */
export function useTaking(label: string, onHandedIn: (captured: Captured) => void, onOver: () => void): Taking {
  const [stage, setStage] = useState<Stage>({ name: 'choosing' });
  const [wrong, setWrong] = useState<Refused>();
  /** The stage that counts, for what comes back later. */
  const now = useRef(stage);
  const go = useCallback((next: Stage): void => {
    now.current = next;
    setStage(next);
  }, []);
  const send = useCallback(
    async (ready: ReadyFile, key: string, wasOnItsWay = false): Promise<void> => {
      go({ name: 'sending' });
      setWrong(undefined);
      noteOnItsWay();
      try {
        const captured = await handIn(ready, label, key, wasOnItsWay);
        forget();
        go({ name: 'choosing' });
        onHandedIn(captured);
      } catch (error) {
        const refused = asRefused(error);
        setWrong(refused);
        const isRefusedForGood = REFUSED_FOR_GOOD.includes(refused.status);
        if (isRefusedForGood) forget();
        // What may have arrived all the same is sent again as the same thing.
        go(isRefusedForGood ? { name: 'choosing' } : { name: 'looking', ready, key });
        if (ANOTHER_LINK.includes(refused.status)) onOver();
      }
    },
    [label, onHandedIn, onOver, go],
  );
  const look = useCallback(
    async (makeReady: () => Promise<ReadyFile | undefined>): Promise<void> => {
      const readying: Stage = { name: 'readying' };
      setWrong(undefined);
      go(readying);
      const ready = await makeReady();
      const key = newKey();
      const isStillWanted = (): boolean => now.current === readying;
      if (ready) await keep({ ready, label, key, isOnItsWay: false }, isStillWanted);
      if (!isStillWanted()) return;
      go(ready ? { name: 'looking', ready, key } : { name: 'choosing' });
    },
    [label, go],
  );
  const goOn = useCallback(
    ({ ready, key, isOnItsWay }: Kept): void => {
      if (isOnItsWay) void send(ready, key, true);
      else go({ name: 'looking', ready, key });
    },
    [send, go],
  );
  const choose = useCallback((): boolean => {
    if (now.current.name === 'sending') return false;
    forget();
    go({ name: 'choosing' });
    return true;
  }, [go]);
  const openCamera = useCallback(() => {
    setWrong(undefined);
    go({ name: 'camera' });
  }, [go]);
  return { stage, wrong, openCamera, choose, look, send, goOn };
}
