import type { FaceBulk } from '../../commands/faceBulk/faceBulkCommands.js';
import { foundView } from '../faces/foundView.js';
import type { FaceBulkView } from './faceBulkContract.js';

/** A search for many faces as it is shown, and as its webhook says it. */
export const faceBulkView = ({ job_id, status, probe_count, processed, results, error }: FaceBulk): FaceBulkView => ({
  ...{ job_id, status, probe_count, processed },
  results: results.map(({ id, results: found, error: why }) => ({
    id,
    results: found.map(foundView),
    error: why,
  })),
  error,
});
