import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { api } from '../api/client.js';
import { useKeys } from '../keyboard/useKeys.js';
import { reviewerName, useMayWrite } from '../session/session.js';
import { moment, readable, words } from '../words/words.js';
import { said } from '../words/said.js';
import { DecisionBar } from './DecisionBar.js';
import { FieldTable } from './FieldTable.js';
import { Checks, CrossMatch, Reasons } from './Findings.js';
import { PageViewer } from './PageViewer.js';
import { placesOf } from './places.js';
import { useCase, readAgain, type SeenCase } from './useCase.js';
import { usePageCount } from './usePageCount.js';
import { rotate, zoomIn, zoomOut } from './view.js';
import './review.css';

const route = getRouteApi('/cases/$session_id');

/** One case: its documents beside what was read from them, and what can be decided. */
export function ReviewPage(): ReactElement {
  const { session_id } = route.useParams();
  const { data, error } = useCase(session_id);
  if (data) return <Review key={session_id} {...data} />;
  return <main className="review">{error ? <p role="alert">{said(error)}</p> : words.loading}</main>;
}

function Review({ theCase, etag }: SeenCase): ReactElement {
  const { doc = 0, page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const [lit, setLit] = useState<string>();
  const mayWrite = useMayWrite();
  const { session_id, documents, result } = theCase;
  const shown = Math.min(doc, documents.length - 1);
  const document = documents[shown];
  const pages = usePageCount(session_id, document?.doc_id);
  const go = (to: { doc?: number; page?: number }): void =>
    void navigate({ search: { doc: shown, page: 1, ...to }, replace: true });
  const goToPage = (to: number): void => (to >= 1 && to <= pages ? go({ page: to }) : undefined);
  const light = (name: string | undefined, on?: number): void => {
    setLit(name);
    if (on !== undefined && on !== page) go({ page: on });
  };
  useKeys('review', {
    nextDocument: () => go({ doc: Math.min(shown + 1, documents.length - 1) }),
    previousDocument: () => go({ doc: Math.max(0, shown - 1) }),
    nextPage: () => goToPage(page + 1),
    previousPage: () => goToPage(page - 1),
    ...{ zoomIn, zoomOut, rotate },
  });
  return (
    <main className="review">
      <Head theCase={theCase} etag={etag} />
      <nav className="documents" aria-label={words.queue.documents}>
        {documents.map(({ doc_id, document_type, filename, status }, index) => (
          <Button
            key={doc_id}
            className={`button${index === shown ? ' primary' : ''}`}
            aria-current={index === shown ? 'true' : undefined}
            onPress={() => go({ doc: index })}
          >
            {document_type === '' ? filename : readable(document_type)}
            {status === 'failed' && ' ⚠'}
          </Button>
        ))}
      </nav>
      <div className="beside">
        {document && (
          <PageViewer
            {...{ session_id, page, pages, lit }}
            doc_id={document.doc_id}
            filename={document.filename}
            places={placesOf(document)}
            onLight={setLit}
            onPage={goToPage}
          />
        )}
        <div className="facts">
          <Reasons reasons={result.reasons ?? []} />
          {document?.error !== undefined && <p role="alert">{`${words.review.unread} ${document.error}`}</p>}
          {document && (
            <FieldTable
              {...{ session_id, etag, document, lit }}
              isOpen={mayWrite && (theCase.status === 'review' || theCase.status === 'collecting')}
              onLight={light}
            />
          )}
          {document && <Checks checks={document.checks} lit={lit} onLight={light} />}
          {result.cross_match && <CrossMatch match={result.cross_match} />}
          <Notes theCase={theCase} />
        </div>
      </div>
      {mayWrite && <DecisionBar theCase={theCase} etag={etag} />}
    </main>
  );
}

function Head({ theCase }: SeenCase): ReactElement {
  const mayWrite = useMayWrite();
  const { session_id, client_reference_id, goal, assignee } = theCase;
  const assign = useMutation({
    mutationFn: async () => {
      await api.POST('/v1/cases/{session_id}/assign', {
        params: { path: { session_id } },
        body: { assignee: reviewerName() },
      });
      await readAgain(session_id);
    },
  });
  return (
    <div className="head">
      <Link to="/">{words.review.back}</Link>
      <h1>{client_reference_id ?? session_id}</h1>
      <span className="quiet">{readable(goal)}</span>
      {assignee !== null && <span>{words.review.assignee(assignee)}</span>}
      {mayWrite && assignee !== reviewerName() && (
        <Button className="button small" onPress={() => assign.mutate()} isPending={assign.isPending}>
          {words.review.assignToMe}
        </Button>
      )}
      {assign.error && <span role="alert">{said(assign.error)}</span>}
    </div>
  );
}

function Notes({ theCase: { notes } }: Pick<SeenCase, 'theCase'>): ReactElement {
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
