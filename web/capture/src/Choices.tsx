import type { ReactElement } from 'react';
import type { Capture } from './service.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** Which of several documents it is. */
export function Choices({
  choices,
  words,
  type,
  onType,
}: {
  choices: Capture['needs'][number]['choices'];
  words: Words;
  type: string | undefined;
  onType: (type: string) => void;
}): ReactElement {
  return (
    <fieldset>
      <legend>{words.which}</legend>
      {choices.map(({ document_type, name }) => (
        <label key={document_type}>
          <input
            type="radio"
            name="type"
            value={document_type}
            checked={document_type === type}
            onChange={() => onType(document_type)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
