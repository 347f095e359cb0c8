import type { ReactElement } from 'react';
import type { Capture } from './service.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** What is needed, and what of it is here. */
export function Needs({ needs, words }: { needs: Capture['needs']; words: Words }): ReactElement {
  return (
    <section>
      <h2>{words.needed}</h2>
      <ul className="needs">
        {needs.map(({ kind, choices, state }) => (
          <li key={choices.map(({ document_type }) => document_type).join()} className={state}>
            {kind === 'selfie' ? words.selfie : choices.map(({ name }) => name).join(' / ')}{' '}
            <span className="state">{words.states[state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
