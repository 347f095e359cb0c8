import { join } from 'node:path';
import type { Service } from '../acceptance/support/service.js';
import type { Projection } from '../../src/projections/core/projection.js';
import { openCoreAt } from './core.js';
import { inPages } from './logInPages.js';
import { rebuildProjection } from './rebuildProjection.js';

/** A rebuild beside a service that goes on: it takes some pages of ten events, and then waits until it is told to go on. */
export async function holdRebuild({ stack }: Pick<Service, 'stack'>, projection: Projection, pages = 1) {
  const { databaseUrl: url, dataDir, masterKey, settings } = stack;
  const eventStoreUrl = settings['EVENTSTORE_URL'];
  const core = await openCoreAt({
    url,
    folder: join(dataDir, 'blobs'),
    masterKey,
    ...(eventStoreUrl && { eventStoreUrl }),
  });
  const leaving = new AbortController();
  const { eventStore, goOn } = inPages(core, { most: pages });
  const ended = rebuildProjection({ ...core, eventStore }, projection, { abort: leaving.signal });
  ended.catch(() => undefined); // whoever waits for it is told
  return {
    /** Lets it come to its end, and waits for that. */
    async finish(): Promise<void> {
      goOn();
      await ended;
    },
    /** Ends it where it is, as a process that is killed does. */
    async leave(): Promise<void> {
      leaving.abort();
      await ended.catch(() => undefined);
    },
    close: () => core.close(),
  };
}
