import createKnex, { type Knex } from 'knex';
import { databaseConnections } from '../metrics.js';
import { createTally } from '../tally.js';
import { createTenantTurns } from '../tenantTurns.js';
import { whoAsks } from './onBehalfOf.js';

/** How many connections there are, and how long one waits for one, in milliseconds. */
export interface ConnectionShares {
  max: number;
  waitMs: number;
}

/** One that is alone leaves one to the next that comes, which has its turns from then on whenever one is given back. */
const mostOfOneTenant = (max: number): number => Math.max(1, max - leftToTheService(max) - 1);

/**
 * So many are left to the service, which everybody waits for: keys are looked up, leaders renewed and ends of work noted by it. A
 * small pool has none to spare.
 */
const leftToTheService = (max: number): number => (max < 6 ? 0 : 2);

/**
 * Has whoever wants connections of a pool take turns, tenant by tenant (`onBehalfOf`), each within its share: the pool by itself serves
 * whoever came first. What the service does by itself is next whenever it waits: what it wants at a time is bounded by how it is
 * built (batches, slots, leaders), and as one among many tenants it would lose what it holds when many are busy. A statement ends
 * after its time (`connectionOptions`), so that none is held for long.
 */
export function shareConnections({ client }: Knex, shares: ConnectionShares): void {
  const places = createPlaces(shares);
  const pool = client as PooledClient;
  const leaves = new WeakMap<object, () => void>();
  const acquire = pool.acquireConnection.bind(pool);
  const release = pool.releaseConnection.bind(pool);
  pool.acquireConnection = async () => {
    const leave = await places.enter(whoAsks());
    try {
      const connection = await acquire();
      leaves.set(connection, leave);
      return connection;
    } catch (error) {
      leave();
      throw error;
    }
  };
  pool.releaseConnection = async (connection) => {
    const leave = leaves.get(connection);
    leaves.delete(connection);
    await release(connection);
    leave?.();
  };
}

/** What is shared of knex's client. */
interface PooledClient {
  acquireConnection(): Promise<object>;
  releaseConnection(connection: object): Promise<void>;
}

/** Counts one more or one less of those that have a connection, or wait for one. Which tenant it is stays untold. */
function count(tenant: string | undefined, state: 'taken' | 'waiting', by: 1 | -1): void {
  databaseConnections.inc({ of: tenant === undefined ? 'service' : 'tenants', state }, by);
}

/** Those who wait for a connection, each with how it goes on. */
function createWaiting() {
  const tenants = createTenantTurns<() => void>();
  const service: (() => void)[] = [];
  return {
    push(tenant: string | undefined, go: () => void): void {
      count(tenant, 'waiting', 1);
      if (tenant === undefined) service.push(go);
      else tenants.push(tenant, go);
    },
    /** Takes away one that waits no longer. */
    drop(tenant: string | undefined, go: () => void): void {
      count(tenant, 'waiting', -1);
      if (tenant !== undefined) tenants.drop(tenant, go);
      else service.splice(service.indexOf(go), 1);
    },
    /** Takes the next one, which goes on: the service, else a tenant that may have one. */
    next: (mayHave: ((tenant: string) => boolean) | undefined): (() => void) | undefined =>
      service.shift() ?? (mayHave && tenants.next(mayHave)),
  };
}

function createPlaces({ max, waitMs }: ConnectionShares) {
  const waiting = createWaiting();
  const taken = createTally();
  let free = max;
  let freeForTenants = max - leftToTheService(max);
  const mayHave = (tenant: string): boolean => taken.of(tenant) < mostOfOneTenant(max);
  const serve = (): void => {
    while (free > 0) {
      const go = waiting.next(freeForTenants > 0 ? mayHave : undefined);
      if (!go) return;
      go();
    }
  };
  const take = (tenant: string | undefined, by: 1 | -1): void => {
    free -= by;
    count(tenant, 'taken', by);
    if (tenant === undefined) return;
    freeForTenants -= by;
    taken.add(tenant, by);
  };
  const leave = (tenant: string | undefined): void => {
    take(tenant, -1);
    serve();
  };
  return {
    /** Resolves with how to give the place back. @throws KnexTimeoutError, as the pool does, when there is none in time */
    enter: (tenant: string | undefined): Promise<() => void> =>
      new Promise((resolve, reject) => {
        const go = (): void => {
          clearTimeout(timer);
          count(tenant, 'waiting', -1);
          take(tenant, 1);
          resolve(() => leave(tenant));
        };
        const timer = setTimeout(() => {
          waiting.drop(tenant, go);
          reject(new createKnex.KnexTimeoutError('There was no connection to the database in time'));
        }, waitMs);
        waiting.push(tenant, go);
        serve();
      }),
  };
}
