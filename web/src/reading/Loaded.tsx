import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { said } from '../words/said.js';
import { words } from '../words/words.js';

/** Shows what was read; before that that it is being read, and where it cannot be read why not. What was read once stays while it cannot be read again. */
export function Loaded<Data>({
  of: { data, error, failureCount },
  children,
}: {
  of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'failureCount'>;
  children: (data: Data) => ReactNode;
}): ReactElement {
  return (
    <>
      {error && <p role="alert">{said(error)}</p>}
      {data === undefined
        ? !error && <p role="status">{failureCount > 0 ? words.unreachable : words.loading}</p>
        : children(data)}
    </>
  );
}
