import type { RegisteredFaceEvent } from '../../domain/faces/index.js';
import { isWatchlist } from '../../domain/faces/index.js';
import { idIn, type Work } from '../core/work.js';

/** Faces that joined a watchlist, to be compared with those of cases that were judged before. */
export const reverseSearchWork: Work<RegisteredFaceEvent> = {
  topic: 'attest.listed-faces',
  askedBy: {
    FaceRegistered: ({ data: { database, registration_id = null } }) =>
      typeof database === 'string' && isWatchlist(database) ? { registration_id } : undefined,
  },
  concurrency: 4,
  actor: 'worker:faces',
  work: ({ watchlistMonitoring }, _context, payload) => watchlistMonitoring.begin(idIn(payload, 'registration_id')),
};
