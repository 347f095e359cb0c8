import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { moment, readable, words } from '../words/words.js';
import { useHistory } from './useHistory.js';

/** When somebody last asked for documents of a case again; undefined where nobody did, or it is not known yet. */
export function useAskedAgainAt({ session_id, progress }: Schemas['CaseView']): string | undefined {
  const { data = [] } = useHistory(session_id, progress.tries > 0);
  return data.find(({ action }) => action === 'DocumentsRequested')?.at;
}

/** Says of a case that was asked for more that it came back, and what is new. */
export function CameBack({
  theCase,
  askedAt,
}: {
  theCase: Schemas['CaseView'];
  askedAt: string | undefined;
}): ReactElement | null {
  if (theCase.progress.tries === 0 || theCase.status !== 'review') return null;
  const fresh = theCase.documents.filter((document) => isNewSince(document, askedAt));
  return (
    <p className="came-back" role="status">
      <strong>{words.review.cameBack(theCase.progress.tries, askedAt === undefined ? '' : moment(askedAt))}</strong>{' '}
      {words.review.fresh(fresh.map(({ document_type, filename }) => readable(document_type || filename)))}
    </p>
  );
}

/** Whether a document came after it was asked for. */
export const isNewSince = ({ created_at }: { created_at: string }, askedAt: string | undefined): boolean =>
  askedAt !== undefined && created_at > askedAt;
