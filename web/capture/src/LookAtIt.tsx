import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { measured } from './picture/measured.js';
import { pictureAdvice, type Subject } from './picture/pictureAdvice.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** What will be sent, with what should be better about it; nothing is sent before. */
export function LookAtIt({
  canvas,
  subject,
  words,
  onSend,
  onAgain,
}: {
  canvas: HTMLCanvasElement;
  subject: Subject;
  words: Words;
  onSend: () => void;
  onAgain: () => void;
}): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const advice = useMemo(() => pictureAdvice(measured(canvas), subject), [canvas, subject]);
  useEffect(() => {
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', words.look);
    place.current?.replaceChildren(canvas);
  }, [canvas, words]);
  return (
    <>
      <div ref={place} className="look" />
      {advice.map((one) => (
        <p key={one} role="alert">
          {words.advice[one]}
        </p>
      ))}
      <button type="button" className={advice.length === 0 ? 'primary' : ''} onClick={onSend}>
        {words.use}
      </button>
      <button type="button" className={advice.length === 0 ? '' : 'primary'} onClick={onAgain}>
        {words.retake}
      </button>
    </>
  );
}
