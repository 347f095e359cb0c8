import type { ReactElement } from 'react';
import type { Schemas } from '../api/schemas.js';
import { language, percent, words } from '../words/words.js';

/** A place in the log as it is shown: its beginning where there is none. */
export const placeOf = (position: number | null): string => (position ?? 0).toLocaleString(language);

/** How far a build is, as a bar and in words. */
export function RebuildProgress({
  name,
  head,
  build: { done, position, from_position, shares },
}: {
  name: string;
  head: number | null;
  build: Schemas['ReadModelBuildView'];
}): ReactElement {
  const says = words.operations.ofTheLog(percent(done), placeOf(position), placeOf(head));
  const how = [
    ...(from_position === null ? [] : [words.operations.from(placeOf(from_position))]),
    ...(shares > 0 ? [words.operations.inShares(shares)] : []),
  ];
  return (
    <>
      <progress max={1} value={done} aria-label={words.operations.far(name)} aria-valuetext={says} />{' '}
      <span>{[says, ...how].join(', ')}</span>
    </>
  );
}
