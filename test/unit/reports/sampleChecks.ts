import { checkOf, type DocumentCheck } from '../../../src/domain/documents/index.js';

/** What was looked for on the passport of the sample case: something of each outcome. */
export const SAMPLE_CHECKS: DocumentCheck[] = [
  checkOf('glare', 'warned', 'A reflection covers part of the document.', { page: 1 }),
  checkOf('mrz_check_digit_fails', 'passed', 'All check digits of the zone hold.', {
    page: 1,
    box: [0.05, 0.8, 0.9, 0.1],
  }),
  checkOf('mrz_differs_from_print', 'failed', 'The machine-readable zone and the print state birth_date differently.', {
    ...{ field: 'birth_date', page: 1, box: [0.33, 0.52, 0.12, 0.03], values: ['1979-11-02', '1989-11-02'] },
  }),
  checkOf('editing_software', 'not_run', 'This was not looked at.'),
];
