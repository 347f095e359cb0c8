import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import type { Schemas } from '../api/schemas.js';
import { readable, words } from '../words/words.js';
import { isNewSince } from './CameBack.js';

/** The documents of a case: which is shown, and which of the others stands beside it. */
export function DocumentTabs({
  documents,
  shown,
  beside,
  askedAt,
  onShow,
  onBeside,
}: {
  documents: readonly Schemas['CaseDocumentView'][];
  shown: number;
  /** The one beside it, if any. */
  beside: number | undefined;
  /** When documents were last asked for again: later ones are new. */
  askedAt: string | undefined;
  onShow: (index: number) => void;
  onBeside: () => void;
}): ReactElement {
  return (
    <nav className="documents" aria-label={words.queue.documents}>
      {documents.map((document, index) => (
        <Button
          key={document.doc_id}
          className={`button${index === shown ? ' primary' : ''}`}
          aria-current={index === shown || index === beside ? 'true' : undefined}
          onPress={() => onShow(index)}
        >
          {document.document_type === '' ? document.filename : readable(document.document_type)}
          {document.status === 'failed' && ' ⚠'}
          {isNewSince(document, askedAt) && <span className="badge">{words.review.isNew}</span>}
        </Button>
      ))}
      {documents.length > 1 && (
        <Button className="button" aria-pressed={beside !== undefined} onPress={onBeside}>
          {words.review.beside}
          <kbd>v</kbd>
        </Button>
      )}
    </nav>
  );
}
