import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { moment, percent, readable, words } from '../words/words.js';
import { pageAddress } from './pageAddress.js';

/** Faces that joined a watchlist after the case was judged and are like one of its own; the picture that shows that one is a click away. */
export function WatchlistHits({
  theCase: { session_id, watchlist_hits },
}: {
  theCase: Pick<Schemas['CaseView'], 'session_id' | 'watchlist_hits'>;
}): ReactElement | null {
  if (watchlist_hits.length === 0) return null;
  return (
    <section className="faces">
      <h2>{words.review.hits}</h2>
      {watchlist_hits.map(({ hit_id, picture, database, found_at, similarity, threshold, registration_id, doc_id }) => (
        <div key={hit_id}>
          <p className="bad">{words.review.hit(words.review[picture], readable(database), moment(found_at))}</p>
          <p className="quiet">{words.review.alike(percent(similarity), percent(threshold))}</p>
          <p className="quiet">{words.review.registration(registration_id)}</p>
          <a href={pageAddress(session_id, doc_id, 1)} target="_blank" rel="noreferrer">
            {words.review.hitPicture}
          </a>
        </div>
      ))}
      <p className="quiet">{words.review.hitsDecideNothing}</p>
    </section>
  );
}
