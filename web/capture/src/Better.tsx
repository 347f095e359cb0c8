import type { ReactElement } from 'react';
import type { Capture } from './service.js';
import { nameOfChoice } from '../../../src/api/capture/needs.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** A picture that is here. */
export type PictureHere = Capture['needs'][number]['here'][number];

/** All pictures that are here. */
export const picturesHere = ({ needs }: Pick<Capture, 'needs'>): PictureHere[] => needs.flatMap(({ here }) => here);

/** How pictures that are here could be better, and the way to another of each: it can be sent all the same. */
export function Better({
  pictures,
  words,
  onRetake,
}: {
  /** Those that are here. */
  pictures: readonly PictureHere[];
  words: Words;
  onRetake: (picture: PictureHere) => void;
}): ReactElement {
  return (
    <>
      {pictures
        .filter(({ advice }) => advice.length > 0)
        .map((picture) => (
          <section key={nameOfChoice(picture, words)} className="better">
            <p>{words.better(nameOfChoice(picture, words))}</p>
            <ul>
              {picture.advice.map((one) => (
                <li key={one}>{words.advice[one]}</li>
              ))}
            </ul>
            <button type="button" onClick={() => onRetake(picture)}>
              {words.retake}
            </button>
          </section>
        ))}
    </>
  );
}
