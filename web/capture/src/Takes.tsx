import type { ReactElement } from 'react';
import { Take } from './Take.js';
import type { Subject } from './picture/pictureAdvice.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** The ways to something that is needed: the camera of the page, else that of the phone, or a file. */
export function Takes({
  subject,
  words,
  onFile,
  onCamera,
}: {
  subject: Subject;
  words: Words;
  onFile: (file: File | undefined) => Promise<void>;
  /** Opens the camera in the page; absent where there is none. */
  onCamera?: () => void;
}): ReactElement {
  return (
    <div className="takes">
      {onCamera ? (
        <button type="button" className="primary" onClick={onCamera}>
          {words.photograph}
        </button>
      ) : (
        <Take text={words.photograph} camera={subject === 'face' ? 'user' : 'environment'} onFile={onFile} />
      )}
      <Take text={words.choose} onFile={onFile} />
    </div>
  );
}
