import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { FactList } from '../reading/FactList.js';
import { cellText } from '../reading/values.js';
import { pageAddress } from '../review/pageAddress.js';
import { useMayWrite } from '../session/session.js';
import { percent, readable, words } from '../words/words.js';

/** The documents of a case: first page, what was read and from where, what the checks came to. */
export function FileDocuments({
  session_id,
  documents,
}: {
  session_id: string;
  documents: readonly Schemas['CaseDocumentView'][];
}): ReactElement {
  const mayWrite = useMayWrite();
  return (
    <section>
      <h2>{words.queue.documents}</h2>
      {documents.map((document, index) => (
        <article key={document.doc_id} className="file-document">
          <Link to="/cases/$session_id" params={{ session_id }} search={{ doc: index }}>
            <img src={pageAddress(session_id, document.doc_id, 1, 'small')} alt={words.discover.firstPage} />
          </Link>
          <div>
            <h3>{readable(document.document_type || document.filename)}</h3>
            <p className="quiet">{standing(document)}</p>
            {mayWrite && document.status === 'done' && (
              <Link
                to="/types/$context_id"
                params={{ context_id: document.document_type }}
                search={{ keep: true, past: `${session_id}/${document.doc_id}` }}
              >
                {words.typeExamples.forExamples}
              </Link>
            )}
            <FactList
              facts={Object.entries(document.extracted).map(([field, value]) => [
                readable(field),
                <>
                  {cellText(value)} <span className="quiet">{sourceOf(document, field)}</span>
                </>,
              ])}
            />
          </div>
        </article>
      ))}
    </section>
  );
}

function standing({ filename, status, checks, error }: Schemas['CaseDocumentView']): string {
  const count = (of: string): number => checks.filter((check) => check.status === of).length;
  return [
    filename,
    error ?? readable(status),
    words.file.checks(count('passed'), count('warned'), count('failed')),
  ].join(' · ');
}

/** Where a value was read, and how sure that is. */
function sourceOf({ sources, field_confidences }: Schemas['CaseDocumentView'], field: string): string {
  const confidence = field_confidences[field];
  return [sources[field], typeof confidence === 'number' ? percent(confidence) : undefined]
    .filter((one) => one !== undefined)
    .join(', ');
}
