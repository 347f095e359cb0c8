import { createShares } from './shares.js';
import { ApiError } from '../responses/apiError.js';

/** How many of what takes long a process does at once, and how many of those for one tenant. */
interface Bounds {
  all: number;
  each: number;
}

/** Of exports: each keeps the database at work for as long as it is read. */
export const EXPORTS: Bounds = { all: 6, each: 2 };

/** Of lists as of a moment: each makes up to a thousand things anew from their events. */
export const PAST_LISTS: Bounds = { all: 4, each: 2 };

/** Seconds after which who was refused may ask again. */
const RETRY_AFTER = '30';

/** Places for what is under way. */
export interface Places {
  /**
   * Takes one of a tenant's.
   * @returns What gives it back, once what it is for is over
   * @throws ApiError 429 where the tenant has too many, 503 where all have
   */
  take(tenantId: string): () => void;
  /** Has one of a tenant's while something is made. @throws ApiError 429 and 503 as `take` */
  during<T>(tenantId: string, make: () => Promise<T>): Promise<T>;
}

/** Creates the places of a process. @param what They are for, such as `exports` */
export function createPlaces(what: string, bounds: Bounds): Places {
  const shares = createShares(bounds);
  const take = (tenantId: string): (() => void) => {
    const place = shares.hold(tenantId);
    const exceeded = place.take(1);
    const headers = { 'Retry-After': RETRY_AFTER };
    if (exceeded === 'each') {
      const detail = `More than ${bounds.each} ${what} of yours would be under way at once; wait until one has ended`;
      throw new ApiError(429, detail, headers);
    }
    if (exceeded === 'all') throw new ApiError(503, `The service has no room for more ${what} now`, headers);
    return place.giveBack;
  };
  return {
    take,
    async during(tenantId, make) {
      const giveBack = take(tenantId);
      try {
        return await make();
      } finally {
        giveBack();
      }
    },
  };
}
