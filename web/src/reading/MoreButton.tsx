import type { InfiniteQueryObserverBaseResult } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { words } from '../words/words.js';

/** Reads the next page of what is shown page by page; there is none of it after the last. */
export function MoreButton({
  of: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  of: Pick<InfiniteQueryObserverBaseResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}): ReactElement | null {
  if (!hasNextPage) return null;
  return (
    <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
      {words.queue.more}
    </Button>
  );
}
