import type { Schemas } from '../api/schemas.js';

/** What one event of the stream tells; `behind` where not all of it can be read yet. */
export type ToldChanges = Schemas['ChangesView'] & { behind: boolean };

/** The service says something every 15 seconds: a connection on which nothing has come for so long is dead, also where nobody was told that it broke. */
const DEAD_AFTER_MS = 40_000;

/**
 * Listens to what changes from a place on; from now on where none is given. Resolves once the stream has ended, has broken, could not be had, or is not wanted
 * any more. It does not come back by itself: a browser gives up for good where a service that starts again answers 503.
 */
export function listen({
  after,
  signal,
  onTold,
}: {
  after: string | undefined;
  signal: AbortSignal;
  onTold: (told: ToldChanges) => void;
}): Promise<void> {
  return new Promise((resolve) => {
    const query = after === undefined ? '' : `?after=${after}`;
    const source = new EventSource(`/v1/changes/stream${query}`);
    const end = (): void => {
      source.close();
      clearTimeout(timer);
      resolve();
    };
    let timer = setTimeout(end, DEAD_AFTER_MS);
    source.addEventListener('changes', ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      timer = setTimeout(end, DEAD_AFTER_MS);
      onTold(JSON.parse(data) as ToldChanges);
    });
    source.addEventListener('error', end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
