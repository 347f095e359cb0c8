import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, etagOf } from '../api/client.js';
import { createOwnChanges, type OwnChanges } from './ownChanges.js';

/** Something as it is shown, and its entity tag. */
export interface Shown<Thing> {
  shown: Thing;
  etag: string;
}

/** What of what is shown was changed here. */
export interface Own extends OwnChanges {
  /** Whether a change is on its way: what is read then is perhaps what came of it. */
  isChanging: boolean;
}

/** Changes what is shown under a key: what the service answers takes its place at once, and by its tag it is changed on. */
export function useOwnChanges(queryKey: QueryKey): Own {
  const queries = useQueryClient();
  const [{ change, isOwn }] = useState(createOwnChanges);
  const [running, setRunning] = useState(0);
  return {
    ...{ isOwn, isChanging: running > 0 },
    async change(etag, act) {
      setRunning((now) => now + 1);
      try {
        const answer = await change(etag, act);
        // What is on its way was perhaps read before the change.
        await queries.cancelQueries({ queryKey, exact: true });
        queries.setQueryData<Shown<unknown>>(queryKey, { shown: dataOf(answer), etag: etagOf(answer) });
        return answer;
      } finally {
        setRunning((now) => now - 1);
      }
    },
  };
}
