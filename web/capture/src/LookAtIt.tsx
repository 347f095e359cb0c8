import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { measured } from './picture/measured.js';
import { pictureAdvice, type Subject } from './picture/pictureAdvice.js';
import type { ReadyFile } from './picture/readyPicture.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** What will be sent, with what should be better about it; nothing is sent before. Of what this browser cannot open its name and size are shown. */
export function LookAtIt({
  ready: { canvas, file, filename },
  subject,
  words,
  onSend,
  onAgain,
}: {
  ready: ReadyFile;
  subject: Subject;
  words: Words;
  onSend: () => void;
  onAgain: () => void;
}): ReactElement {
  const advice = useMemo(() => (canvas ? pictureAdvice(measured(canvas), subject) : []), [canvas, subject]);
  const isWell = advice.length === 0;
  return (
    <>
      {canvas ? (
        <Picture canvas={canvas} name={words.look} />
      ) : (
        <p className="file">
          {words.look}: <bdi>{filename}</bdi> ({sizeOf(file)})
        </p>
      )}
      {advice.map((one) => (
        <p key={one} role="alert">
          {words.advice[one]}
        </p>
      ))}
      <button type="button" className={isWell ? 'primary' : ''} onClick={onSend}>
        {canvas ? words.use : words.useFile}
      </button>
      <button type="button" className={isWell ? '' : 'primary'} onClick={onAgain}>
        {words.retake}
      </button>
    </>
  );
}

function Picture({ canvas, name }: { canvas: HTMLCanvasElement; name: string }): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', name);
    place.current?.replaceChildren(canvas);
  }, [canvas, name]);
  return <div ref={place} className="look" />;
}

/** The size of a file, as the language of the page writes it. */
function sizeOf({ size }: Blob): string {
  const [amount, unit] = size < 1_000_000 ? [size / 1_000, 'kilobyte'] : [size / 1_000_000, 'megabyte'];
  const language = document.documentElement.lang;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}
