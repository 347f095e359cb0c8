/** What the service tells of changes in one event. */
export interface ToldChanges {
  changes: { position: string; at: string; action: string; aggregate: string }[];
  next: string;
  behind: boolean;
}

/** A stream of changes, as a script listens to it. */
export interface Listener {
  status: number;
  headers: Headers;
  /** The next event; undefined where the stream has ended. */
  next(): Promise<(ToldChanges & { id: string; text: string }) | undefined>;
  /** All changes of the next events, until there are so many. */
  take(count: number): Promise<ToldChanges['changes']>;
  /** Listens no more. */
  hangUp(): Promise<void>;
}

/** Listens to `GET /v1/changes/stream`. @param query what stands behind its question mark */
export async function listen(url: string, headers: Record<string, string>, query = ''): Promise<Listener> {
  const response = await fetch(`${url}/v1/changes/stream?${query}`, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  /** What stands before the next empty line; undefined at the end. */
  const block = async (): Promise<string | undefined> => {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf('\n\n');
    const found = text.slice(0, end);
    text = text.slice(end + 2);
    return found;
  };
  const next: Listener['next'] = async () => {
    for (let one = await block(); one !== undefined; one = await block()) {
      const data = /^data: (.*)$/m.exec(one)?.[1];
      const id = /^id: (.*)$/m.exec(one)?.[1];
      if (data !== undefined && id !== undefined) return { ...(JSON.parse(data) as ToldChanges), id, text: one };
    }
    return undefined;
  };
  return {
    status: response.status,
    headers: response.headers,
    next,
    async take(count) {
      const taken: ToldChanges['changes'] = [];
      while (taken.length < count) {
        const event = await next();
        if (!event) throw new Error(`The stream ended after ${taken.length} of ${count} changes`);
        taken.push(...event.changes);
      }
      return taken;
    },
    hangUp: () => reader.cancel(),
  };
}
