import type { FaceBulk } from '../../commands/faceBulk/faceBulkCommands.js';
import { shown } from '../faces/pictureIn.js';
import type { FaceBulkView } from './faceBulkContract.js';

/** A search for many faces as it is shown, and as its webhook says it. */
export const faceBulkView = ({ job_id, status, probe_count, processed, results, error }: FaceBulk): FaceBulkView => ({
  ...{ job_id, status, probe_count, processed },
  results: results.map(({ id, results: found, error: why }) => ({
    id,
    results: found.map(({ face, similarity }) => ({
      ...{ database: face.database, face_id: face.face_id ?? '', person_id: face.person_id ?? null },
      similarity: shown(similarity),
      metadata: face.metadata ?? {},
    })),
    error: why,
  })),
  error,
});
