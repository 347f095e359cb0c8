import type { QueryKey } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { ActButton } from '../actions/ActButton.js';
import { words } from '../words/words.js';

/** Work that goes on by itself: how far it is, the way to end it while it runs, and why it failed. */
export function RunningWork({
  label,
  processed,
  total,
  says,
  error,
  isRunning,
  cancel,
  refreshes,
}: {
  label: string;
  processed: number;
  total: number;
  /** How far it is, in words. */
  says: string;
  error: string | null;
  isRunning: boolean;
  cancel: () => Promise<unknown>;
  refreshes: readonly QueryKey[];
}): ReactElement {
  return (
    <>
      <div className="row">
        <progress max={Math.max(1, total)} value={processed} aria-label={label} />
        <span role="status">{says}</span>
        {isRunning && (
          <ActButton act={cancel} refreshes={refreshes}>
            {words.review.cancel}
          </ActButton>
        )}
      </div>
      {error !== null && <p role="alert">{error}</p>}
    </>
  );
}
