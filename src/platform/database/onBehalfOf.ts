import { AsyncLocalStorage } from 'node:async_hooks';

const asking = new AsyncLocalStorage<string>();

/** Does something on behalf of a tenant: the connections that it takes meanwhile are of that tenant's share. */
export const onBehalfOf = <Done>(tenant: string, work: () => Done): Done => asking.run(tenant, work);

/** On whose behalf something is done; undefined for what the service does by itself. */
export const whoAsks = (): string | undefined => asking.getStore();
