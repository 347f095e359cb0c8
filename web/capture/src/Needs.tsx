import type { ReactElement } from 'react';
import type { PictureHere } from './Better.js';
import type { Capture } from './service.js';
import { nameOfChoice, nameOfNeed } from '../../../src/api/capture/needs.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** What is needed, and what of it is here; another picture can take the place of each that is. */
export function Needs({
  needs,
  words,
  onRetake,
}: {
  needs: Capture['needs'];
  words: Words;
  /** Absent where nothing can be handed in. */
  onRetake?: (picture: PictureHere) => void;
}): ReactElement {
  return (
    <section>
      <h2>{words.needed}</h2>
      <ul className="needs">
        {needs.map((need) => (
          <li key={need.choices.map(({ document_type }) => document_type).join()} className={need.state}>
            {nameOfNeed(need, words)} <span className="state">{words.states[need.state]}</span>
            {onRetake &&
              need.here
                // What could be better has its way to another beside how.
                .filter(({ advice }) => advice.length === 0)
                .map((picture) => (
                  <button
                    key={picture.side}
                    type="button"
                    className="link"
                    aria-label={`${words.retake}: ${nameOfChoice(picture, words)}`}
                    onClick={() => onRetake(picture)}
                  >
                    {words.retake}
                    {picture.side !== null && ` (${words.sides[picture.side]})`}
                  </button>
                ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
