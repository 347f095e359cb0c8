import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { moment, words } from '../words/words.js';

/** What was written down about a case. */
export function CaseNotes({ notes }: { notes: readonly Schemas['CaseNoteView'][] }): ReactElement {
  return (
    <section className="notes">
      <h2>{words.review.notes}</h2>
      {notes.length === 0 && <p className="quiet">{words.review.notes_empty}</p>}
      <ul>
        {notes.map(({ id, text, actor, at }) => (
          <li key={id}>
            {text} <span className="quiet">{`${actor ?? ''} ${moment(at)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
