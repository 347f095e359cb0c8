import type { GreyImage } from '../../../../src/engines/documents/quality/grey.js';
import { isMoving } from '../picture/isMoving.js';
import { measured } from '../picture/measured.js';
import { pictureAdvice, type Advice, type Subject } from '../picture/pictureAdvice.js';

/** Milliseconds between two looks at what the camera shows. */
const EVERY_MS = 350;

/** After so many looks in a row at which all is well, the picture is taken. */
const LOOKS = 3;

/** What is to be done before a picture is taken; nothing where all is well. */
export type Hint = Advice | 'moving' | undefined;

/**
 * Looks at what the camera shows, and says what should be better about it.
 * @param onReady called once, after all was well for a moment; nothing is looked at any more then
 * @returns what ends it
 */
export function watchFrames(
  video: HTMLVideoElement,
  subject: Subject,
  { onHint, onReady }: { onHint: (hint: Hint) => void; onReady?: (() => void) | undefined },
): () => void {
  let before: GreyImage | undefined;
  let well = 0;
  const timer = setInterval(() => {
    if (video.videoWidth === 0) return;
    const look = measured(video);
    const [advice] = pictureAdvice(look, subject);
    const hint = advice ?? (isMoving(before, look.coarse) ? 'moving' : undefined);
    before = look.coarse;
    well = hint ? 0 : well + 1;
    onHint(hint);
    if (well >= LOOKS && onReady) {
      clearInterval(timer);
      onReady();
    }
  }, EVERY_MS);
  return () => clearInterval(timer);
}
