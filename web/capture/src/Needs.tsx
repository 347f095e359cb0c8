import type { ReactElement } from 'react';
import type { Capture } from './service.js';
import { nameOfNeed } from '../../../src/api/capture/needs.js';
import type { Words } from '../../../src/api/capture/words/index.js';

/** What is needed, and what of it is here. */
export function Needs({ needs, words }: { needs: Capture['needs']; words: Words }): ReactElement {
  return (
    <section>
      <h2>{words.needed}</h2>
      <ul className="needs">
        {needs.map((need) => (
          <li key={need.choices.map(({ document_type }) => document_type).join()} className={need.state}>
            {nameOfNeed(need, words)} <span className="state">{words.states[need.state]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
