import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { percent, readable, words } from '../words/words.js';
import { pageAddress } from './pageAddress.js';

/** How much of the page around a face is shown, in sizes of the face. */
const AROUND = 0.35;

/** Portrait and selfie side by side, with how alike they are; and each of them that was looked for in a watchlist, with what came of it. */
export function FaceChecks({
  session_id,
  result: { face_checks: checks = [], watchlist_checks: watchlists = [] },
}: {
  session_id: string;
  result: Pick<Schemas['CaseResultView'], 'face_checks' | 'watchlist_checks'>;
}): ReactElement | null {
  if (checks.length === 0 && watchlists.length === 0) return null;
  return (
    <section className="faces">
      <h2>{words.review.faces}</h2>
      {checks.map(({ status, detail, document_type, portrait, selfie, similarity, threshold }) => (
        <div key={document_type}>
          <p className={TONES[status]}>{detail}</p>
          {similarity !== null && (
            <p className="quiet">{words.review.alike(percent(similarity), percent(threshold))}</p>
          )}
          <div className="pair">
            {portrait && (
              <Face {...{ session_id }} face={portrait} caption={readable(document_type ?? words.review.portrait)} />
            )}
            {selfie && <Face {...{ session_id }} face={selfie} caption={words.review.selfie} />}
          </div>
        </div>
      ))}
      {watchlists.map((check) => (
        <Sought key={`${check.database} ${check.face?.doc_id}`} {...{ session_id, check }} />
      ))}
    </section>
  );
}

const TONES = { passed: undefined, failed: 'bad', not_run: 'doubt' } as const;

/** A face that was looked for in a watchlist. It is shown where it was found on one: elsewhere it stands among the others. */
function Sought({
  session_id,
  check: { status, detail, picture, document_type, face, similarity, threshold, compared, registration_id, ...check },
}: {
  session_id: string;
  check: Schemas['WatchlistCheckView'];
}): ReactElement {
  const whose = picture === 'selfie' ? words.review.selfie : readable(document_type ?? words.review.portrait);
  const strangers = check.expected_false_matches;
  return (
    <div>
      <p className={TONES[status]}>{detail}</p>
      {similarity !== null && <p className="quiet">{words.review.alike(percent(similarity), percent(threshold))}</p>}
      {compared !== null && strangers !== null && <p className="quiet">{words.review.among(compared, strangers)}</p>}
      {registration_id !== undefined && <p className="quiet">{words.review.registration(registration_id)}</p>}
      {status === 'failed' && face && <Face {...{ session_id, face }} caption={whose} />}
    </div>
  );
}

/** A face of a page: the picture of the page, of which the rest is cut off. */
function Face({
  session_id,
  face: { doc_id, page, box },
  caption,
}: {
  session_id: string;
  face: NonNullable<Schemas['FaceCheckView']['selfie']>;
  caption: string;
}): ReactElement | null {
  if (page === null || box === null) return null;
  const [x = 0, y = 0, width = 1, height = 1] = box;
  const [left, top] = [Math.max(0, x - width * AROUND), Math.max(0, y - height * AROUND)];
  const shown = Math.min(1 - left, width * (1 + 2 * AROUND));
  return (
    <figure>
      <div className="face">
        <img
          src={pageAddress(session_id, doc_id, page)}
          alt={words.review.faceOf(caption)}
          style={{ width: `${100 / shown}%`, translate: `${-left * 100}% ${-top * 100}%` }}
        />
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
