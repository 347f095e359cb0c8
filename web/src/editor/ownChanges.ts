/** An answer of the service, as it came. */
interface Answered {
  data?: unknown;
  response: Response;
}

/** Changes something over what has an entity tag. */
export type OwnChange = <Answer extends Answered>(
  etag: string,
  act: (over: string) => Promise<Answer>,
) => Promise<Answer>;

/** What is changed here, and what came of it. */
export interface OwnChanges {
  change: OwnChange;
  /** Whether what has an entity tag came of a change that was made here. */
  isOwn: (etag: string) => boolean;
}

/**
 * Changes something, one change after the other. Each is of what was shown: where that was changed here since, and by nobody else, it is of what came of
 * that, however late the page reads it anew. One that was asked for while another was on its way counts on that, and fails with it.
 */
export function createOwnChanges(): OwnChanges {
  const cameOf = new Map<string, string>();
  let last: Promise<unknown> = Promise.resolve();
  const newestOf = (etag: string): string => {
    const next = cameOf.get(etag);
    return next === undefined ? etag : newestOf(next);
  };
  const change: OwnChange = (etag, act) => {
    const changing = last.then(async () => {
      const over = newestOf(etag);
      const answer = await act(over);
      const now = answer.response.headers.get('etag');
      // What changes nothing leaves the tag as it was.
      if (now !== null && now !== over) cameOf.set(over, now);
      return answer;
    });
    last = changing;
    changing.catch(() => {
      // What is asked for from here on counts on nothing that failed.
      if (last === changing) last = Promise.resolve();
    });
    return changing;
  };
  return { change, isOwn: (etag) => [...cameOf.values()].includes(etag) };
}
