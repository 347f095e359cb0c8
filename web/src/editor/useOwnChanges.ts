import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf, etagOf } from '../api/client.js';
import { createOwnChanges, type OwnChange } from './ownChanges.js';

/** Something as it is shown, and its entity tag. */
export interface Shown<Thing> {
  shown: Thing;
  etag: string;
}

/** Changes what is shown under a key: what the service answers takes its place at once, and by its tag it is changed on. */
export function useOwnChanges(queryKey: QueryKey): OwnChange {
  const queries = useQueryClient();
  const [change] = useState(createOwnChanges);
  return async (etag, act) => {
    const answer = await change(etag, act);
    // What is on its way was perhaps read before the change.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData<Shown<unknown>>(queryKey, { shown: dataOf(answer), etag: etagOf(answer) });
    return answer;
  };
}
