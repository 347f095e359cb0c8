import { randomBytes } from 'node:crypto';
import { leaveForTheEnd } from '../../support/leftovers.js';
import { startService, type Service } from './service.js';

/**
 * A service that several suites use, one after the other, each with tenants of its own. What one suite could do to another is not
 * there: nobody stops it. Whoever needs settings, the platform's own lists, the limits of an address, or a whole database or disk
 * in which nothing of others stands starts one; in this one a suite looks for its own ids and tokens.
 */
export interface SharedService extends Pick<Service, 'url' | 'platform' | 'as' | 'withKey' | 'output' | 'databaseUrl'> {
  /** The id of the tenant that this suite calls so: no other suite has it. */
  tenant(name: string): string;
}

/** Started by the first suite of a worker that asks, and ended with the worker. */
let started: Promise<Service> | undefined;

/** The service of this worker, for one suite. */
export async function sharedService(): Promise<SharedService> {
  const service = await (started ??= startForWorker());
  const suite = randomBytes(3).toString('hex');
  return { ...service, tenant: (name) => `${name}-${suite}` };
}

/** The end of a worker is not told to it, so what must end with the run is noted for whoever ends that. */
async function startForWorker(): Promise<Service> {
  const service = await startService();
  const { pid, dataDir, databaseUrl } = service;
  await leaveForTheEnd({ pid, dataDir, databaseUrl });
  return service;
}
