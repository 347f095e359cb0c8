import createKnex, { type Knex } from 'knex';
import { createTenantTurns } from '../tenantTurns.js';
import { whoAsks } from './onBehalfOf.js';

/** How many connections there are, and how long one waits for one, in milliseconds. */
export interface ConnectionShares {
  max: number;
  waitMs: number;
}

/** A tenant has half of them at most: there is always one for another. */
const mostOfOneTenant = (max: number): number => Math.max(1, Math.floor(max / 2));

/** Whose turn it is where nobody asked for it: the service, which may have all. */
const SERVICE = 'service';

/**
 * Has whoever wants connections of a pool take turns, tenant by tenant (`onBehalfOf`), each within its share: the pool by itself serves
 * whoever came first. A statement ends after its time (`connectionOptions`), so that none is held for long.
 */
export function shareConnections({ client }: Knex, shares: ConnectionShares): void {
  const places = createPlaces(shares);
  const pool = client as PooledClient;
  const leaves = new WeakMap<object, () => void>();
  const acquire = pool.acquireConnection.bind(pool);
  const release = pool.releaseConnection.bind(pool);
  pool.acquireConnection = async () => {
    const leave = await places.enter(turnOf(whoAsks()));
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

const turnOf = (tenant: string | undefined): string => (tenant === undefined ? SERVICE : `tenant ${tenant}`);

function createPlaces({ max, waitMs }: ConnectionShares) {
  const turns = createTenantTurns<() => void>();
  const taken = new Map<string, number>();
  let free = max;
  const of = (who: string): number => taken.get(who) ?? 0;
  const mayHave = (who: string): boolean => who === SERVICE || of(who) < mostOfOneTenant(max);
  const serve = (): void => {
    while (free > 0) {
      const go = turns.next(mayHave);
      if (!go) return;
      go();
    }
  };
  const leave = (who: string): void => {
    free++;
    if (of(who) > 1) taken.set(who, of(who) - 1);
    else taken.delete(who);
    serve();
  };
  return {
    /** Resolves with how to give the place back. @throws KnexTimeoutError, as the pool does, when there is none in time */
    enter: (who: string): Promise<() => void> =>
      new Promise((resolve, reject) => {
        const go = (): void => {
          clearTimeout(timer);
          free--;
          taken.set(who, of(who) + 1);
          resolve(() => leave(who));
        };
        const timer = setTimeout(() => {
          turns.drop(who, go);
          reject(new createKnex.KnexTimeoutError('There was no connection to the database in time'));
        }, waitMs);
        turns.push(who, go);
        serve();
      }),
  };
}
