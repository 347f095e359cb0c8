import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import type { Subject } from '../picture/pictureAdvice.js';
import { Takes } from '../Takes.js';
import { sizeOf } from '../picture/greyOf.js';
import { drawnFrom } from '../picture/readyPicture.js';
import type { Words } from '../../../../src/api/capture/words/index.js';
import { closeCamera, openCamera, whyNoCamera, type NoCamera } from './openCamera.js';
import { watchFrames, type Hint } from './watchFrames.js';

/**
 * What the camera shows, in a frame, with what should be better about it. A document is taken by itself once all is well; a face, and whatever the arithmetic does
 * not like, by the button.
 */
export function Camera({
  subject,
  words,
  onTaken,
  onFile,
  onStop,
}: {
  subject: Subject;
  words: Words;
  onTaken: (canvas: HTMLCanvasElement) => void;
  /** Called with a file where the page has no camera. */
  onFile: (file: File | undefined) => Promise<void>;
  onStop: () => void;
}): ReactElement {
  const video = useRef<HTMLVideoElement>(null);
  const [none, setNone] = useState<NoCamera>();
  const [hint, setHint] = useState<Hint>('moving');
  useCameraIn(video, subject, setNone);
  const take = useCallback(() => {
    const shown = video.current;
    const canvas = shown && shown.videoWidth > 0 ? drawnFrom(shown, sizeOf(shown)) : undefined;
    if (canvas) onTaken(canvas);
  }, [onTaken]);
  useEffect(() => {
    if (!video.current || none) return undefined;
    return watchFrames(video.current, subject, {
      onHint: setHint,
      onReady: subject === 'document' ? take : undefined,
    });
  }, [none, subject, take]);
  if (none) {
    return (
      <>
        <p role="alert">{words.camera[none]}</p>
        <Takes subject={subject} words={words} onFile={onFile} />
        <button type="button" onClick={onStop}>
          {words.camera.stop}
        </button>
      </>
    );
  }
  return (
    <>
      <div className={`camera ${subject}${hint ? '' : ' well'}`}>
        <video ref={video} autoPlay muted playsInline aria-label={words.camera.shows} />
      </div>
      <p role="status">{hintWords(hint, words)}</p>
      <button type="button" className="primary" onClick={take}>
        {words.camera.take}
      </button>
      <button type="button" onClick={onStop}>
        {words.camera.stop}
      </button>
    </>
  );
}

/** What is said of what the camera shows. */
function hintWords(hint: Hint, words: Words): string {
  if (hint === undefined) return words.camera.well;
  return hint === 'moving' ? words.camera.moving : words.advice[hint];
}

/** Opens the camera for as long as the page shows it. */
function useCameraIn(
  video: React.RefObject<HTMLVideoElement | null>,
  subject: Subject,
  onNone: (why: NoCamera) => void,
): void {
  useEffect(() => {
    let isOver = false;
    let stream: MediaStream | undefined;
    const open = async (): Promise<void> => {
      try {
        stream = await openCamera(subject === 'face' ? 'user' : 'environment');
        // The customer may have gone on before the browser's question was answered.
        if (isOver || !video.current) closeCamera(stream);
        else video.current.srcObject = stream;
      } catch (error) {
        if (!isOver) onNone(whyNoCamera(error));
      }
    };
    void open();
    return () => {
      isOver = true;
      closeCamera(stream);
    };
  }, [video, subject, onNone]);
}
