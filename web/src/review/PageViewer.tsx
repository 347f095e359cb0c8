import { useState, type ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { words } from '../words/words.js';
import { MarkPlace, type MarkedPlace } from './MarkPlace.js';
import { pageAddress } from './pageAddress.js';
import { overThere, type Place } from './places.js';
import { changeView, rotate, useView, zoomIn, zoomOut } from './view.js';
import './pageViewer.css';

/** What the viewer shows. */
export interface PageViewerProps {
  session_id: string;
  doc_id: string;
  filename: string;
  /** From 1. */
  page: number;
  pages: number;
  places: readonly Place[];
  /** The name of the place that is lit. */
  lit: string | undefined;
  onLight: (name: string | undefined) => void;
  onPage: (page: number) => void;
  /** Told of the place that somebody marks; left out where nothing is to be marked. */
  onMark?: ((place: MarkedPlace) => void) | undefined;
}

/** A page of a document as a picture that the service makes, with the places of what was read and found. */
export function PageViewer(props: PageViewerProps): ReactElement {
  const { session_id, doc_id, filename, page, pages, places, lit, onLight, onMark } = props;
  const view = useView();
  const source = pageAddress(session_id, doc_id, page);
  const [failed, setFailed] = useState<string>();
  return (
    <section className="viewer" aria-label={filename}>
      <Tools {...props} />
      <div className="stage" tabIndex={0} role="group" aria-label={words.review.page(page, pages)}>
        {failed === source ? (
          <p role="alert">{words.review.noPage}</p>
        ) : (
          <div className="sheet" style={{ width: `${view.zoom * 100}%`, rotate: `${view.turned}deg` }}>
            <img
              key={source}
              src={source}
              alt={`${filename}, ${words.review.page(page, pages)}`}
              style={{ filter: `brightness(${view.brightness}) contrast(${view.contrast})` }}
              onError={() => setFailed(source)}
            />
            {onMark && <MarkPlace onMark={(box) => onMark({ page, box })} />}
            {places
              .filter((place) => place.page === page)
              .map(({ name, kind, box }) => (
                <div
                  key={name}
                  className={`place ${kind}${lit === name ? ' lit' : ''}`}
                  style={overThere(box)}
                  onMouseEnter={() => onLight(name)}
                  onMouseLeave={() => onLight(undefined)}
                />
              ))}
          </div>
        )}
      </div>
    </section>
  );
}

function Tools({ page, pages, onPage }: PageViewerProps): ReactElement {
  const view = useView();
  return (
    <div className="tools">
      <Button
        className="button"
        aria-label={words.review.previousPage}
        isDisabled={page <= 1}
        onPress={() => onPage(page - 1)}
      >
        ‹
      </Button>
      <span>{words.review.page(page, pages)}</span>
      <Button
        className="button"
        aria-label={words.review.nextPage}
        isDisabled={page >= pages}
        onPress={() => onPage(page + 1)}
      >
        ›
      </Button>
      <Button className="button" aria-label={words.review.zoomOut} onPress={zoomOut}>
        −
      </Button>
      <Button className="button" aria-label={words.review.zoomIn} onPress={zoomIn}>
        +
      </Button>
      <Button className="button" aria-label={words.review.rotate} onPress={rotate}>
        ⟳
      </Button>
      {(['brightness', 'contrast'] as const).map((name) => (
        <label key={name}>
          {words.review[name]}
          <input
            type="range"
            min={0.4}
            max={2.5}
            step={0.1}
            value={view[name]}
            onChange={(event) => changeView({ [name]: event.currentTarget.valueAsNumber })}
          />
        </label>
      ))}
    </div>
  );
}
