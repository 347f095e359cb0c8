import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string | undefined>();

/** Does something on behalf of a tenant: the connections that it takes meanwhile are of that tenant's share. */
export const onBehalfOf = <Done>(tenant: string, work: () => Done): Done => asking.run(tenant, work);

/**
 * Does something as the service, whoever it was that brought it about: what is shared by several (a statement for all who ask at the
 * same time, what is looked up once for all, what a hold or a connection lasts by) must not wait behind what one of them has waiting.
 */
export const asTheService = <Done>(work: () => PromiseLike<Done>): Promise<Done> =>
  // A query is asked only once it is awaited, which must be in here.
  asking.run(undefined, async () => await work());

/** On whose behalf something is done; undefined for what the service does by itself. */
export const whoAsks = (): string | undefined => asking.getStore();
