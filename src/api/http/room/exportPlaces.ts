import { createShares } from './shares.js';
import { ApiError } from '../responses/apiError.js';

/** How many exports a process makes at once, and how many of those for one tenant: each keeps the database at work for as long as it is read. */
const AT_ONCE = { all: 6, each: 2 };

/** Seconds after which who was refused may ask again. */
const RETRY_AFTER = '30';

/** Places for exports that are under way. */
export interface ExportPlaces {
  /**
   * Takes one of a tenant's.
   * @returns What gives it back, once the export is over
   * @throws ApiError 429 where the tenant has too many, 503 where all have
   */
  take(tenantId: string): () => void;
}

/** Creates the places of a process. */
export function createExportPlaces(bounds = AT_ONCE): ExportPlaces {
  const shares = createShares(bounds);
  return {
    take(tenantId) {
      const place = shares.hold(tenantId);
      const exceeded = place.take(1);
      const headers = { 'Retry-After': RETRY_AFTER };
      if (exceeded === 'each') {
        const detail = `More than ${bounds.each} exports of yours would be under way at once; wait until one has ended`;
        throw new ApiError(429, detail, headers);
      }
      if (exceeded === 'all') throw new ApiError(503, 'The service has no room for another export now', headers);
      return place.giveBack;
    },
  };
}
