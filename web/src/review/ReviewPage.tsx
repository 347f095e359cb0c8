import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useKeys } from '../keyboard/useKeys.js';
import { useMayWrite } from '../session/session.js';
import { words } from '../words/words.js';
import { said } from '../words/said.js';
import { CameBack, useAskedAgainAt } from './CameBack.js';
import { CaseNotes } from './CaseNotes.js';
import { DecisionBar } from './DecisionBar.js';
import { DocumentTabs } from './DocumentTabs.js';
import { FaceChecks } from './FaceChecks.js';
import { WatchlistHits } from './WatchlistHits.js';
import { FieldTable, type Mark } from './FieldTable.js';
import { Checks, CrossMatch, Reasons } from './Findings.js';
import { PageViewer } from './PageViewer.js';
import { placesMarked, placesOf } from './places.js';
import { usePrefetchedNext } from './prefetchNext.js';
import { ReviewHead } from './ReviewHead.js';
import type { ReviewSearch } from './reviewSearch.js';
import { useCase, type SeenCase } from './useCase.js';
import { usePageCount } from './usePageCount.js';
import { rotate, zoomIn, zoomOut } from './view.js';
import './review.css';

const route = getRouteApi('/cases/$session_id');

/** One case: its documents beside what was read from them, and what can be decided. */
export function ReviewPage(): ReactElement {
  const { session_id } = route.useParams();
  const { data, error } = useCase(session_id);
  usePrefetchedNext(session_id);
  if (data) return <Review key={session_id} {...data} />;
  return <main className="review">{error ? <p role="alert">{said(error)}</p> : words.loading}</main>;
}

function Review({ theCase, etag }: SeenCase): ReactElement {
  const mayWrite = useMayWrite();
  const [lit, setLit] = useState<string>();
  const [mark, setMark] = useState<Mark>();
  const askedAt = useAskedAgainAt(theCase);
  const { session_id, documents, result } = theCase;
  const { shown, page, pages, beside, go, goToPage, toggleBeside } = useShownPages(theCase);
  const document = documents[shown];
  const other = beside === undefined ? undefined : documents[beside];
  const light = (name: string | undefined, on?: number): void => {
    setLit(name);
    if (on !== undefined && on !== page) go({ page: on });
  };
  return (
    <main className="review">
      <ReviewHead theCase={theCase} />
      <DocumentTabs {...{ documents, shown, beside, askedAt }} onShow={(doc) => go({ doc })} onBeside={toggleBeside} />
      <div className={`beside${other ? ' pair' : ''}`}>
        {document && (
          <PageViewer
            {...{ session_id, page, pages, lit }}
            doc_id={document.doc_id}
            filename={document.filename}
            places={[...placesOf(document), ...placesMarked(mark)]}
            onLight={setLit}
            onPage={goToPage}
            onMark={mark && !mark.place ? (place) => setMark({ ...mark, place }) : undefined}
          />
        )}
        {other && <OtherDocument key={other.doc_id} session_id={session_id} document={other} />}
        <div className="facts">
          <CameBack {...{ theCase, askedAt }} />
          <Reasons reasons={result.reasons ?? []} />
          {document?.error !== undefined && <p role="alert">{`${words.review.unread} ${document.error}`}</p>}
          {document && (
            <FieldTable
              {...{ session_id, etag, document, lit, mark }}
              onMark={setMark}
              isOpen={mayWrite && (theCase.status === 'review' || theCase.status === 'collecting')}
              onLight={light}
            />
          )}
          {document && <Checks checks={document.checks} lit={lit} onLight={light} />}
          <FaceChecks {...{ session_id, result }} />
          <WatchlistHits {...{ theCase }} />
          {result.cross_match && <CrossMatch match={result.cross_match} />}
          <CaseNotes notes={theCase.notes} />
        </div>
      </div>
      {mayWrite && <DecisionBar {...{ theCase, etag, document }} />}
    </main>
  );
}

/** The document that stands beside the one that is looked at: the other side, the selfie. */
function OtherDocument({
  session_id,
  document,
}: {
  session_id: string;
  document: SeenCase['theCase']['documents'][number];
}): ReactElement {
  const [page, setPage] = useState(1);
  const [lit, setLit] = useState<string>();
  const pages = usePageCount(session_id, document.doc_id);
  return (
    <PageViewer
      {...{ session_id, page, pages, lit }}
      doc_id={document.doc_id}
      filename={document.filename}
      places={placesOf(document)}
      onLight={setLit}
      onPage={(to) => to >= 1 && to <= pages && setPage(to)}
    />
  );
}

/** Which pages are shown, as the address says it, and the keys that change that. */
function useShownPages({ session_id, documents }: SeenCase['theCase']) {
  const { doc = 0, page = 1, beside } = route.useSearch();
  const navigate = route.useNavigate();
  const goAnywhere = useNavigate();
  const shown = Math.min(doc, documents.length - 1);
  const pages = usePageCount(session_id, documents[shown]?.doc_id);
  const go = (to: ReviewSearch): void =>
    void navigate({ search: { doc: shown, page: 1, beside, ...to }, replace: true });
  const goToPage = (to: number): void => (to >= 1 && to <= pages ? go({ page: to }) : undefined);
  const next = shown + 1 < documents.length ? shown + 1 : 0;
  const toggleBeside = (): void => go({ page, beside: beside === undefined && next !== shown ? next : undefined });
  useKeys('review', {
    nextDocument: () => go({ doc: Math.min(shown + 1, documents.length - 1) }),
    previousDocument: () => go({ doc: Math.max(0, shown - 1) }),
    nextPage: () => goToPage(page + 1),
    previousPage: () => goToPage(page - 1),
    beside: toggleBeside,
    caseFile: () => void goAnywhere({ to: '/cases/$session_id/file', params: { session_id } }),
    ...{ zoomIn, zoomOut, rotate },
  });
  // The one that stands beside is never the one that is shown.
  return { shown, page, pages, beside: beside === shown ? undefined : beside, go, goToPage, toggleBeside };
}
