import { createCaseReports, type CaseReports } from '../../src/reports/caseReports.js';
import type { Core } from './core.js';

const NO_HEAD = { tree_size: 0, root_hash: '', timestamp: '2026-01-01T00:00:00.000Z', signature: '' };

/** Reports of cases whose PDF is the text of the report, without pictures. */
export const createPlainReports = (core: Core): CaseReports =>
  createCaseReports({
    ...core,
    // The tree over the log is not there: its proofs have tests of their own.
    proofs: { proofOf: () => Promise.resolve({ tree_head: NO_HEAD, leaves: [] }) },
    engine: { thumbnail: () => Promise.reject(new Error('none')) },
    clock: core.clock,
    render: (report) => Promise.resolve(Buffer.from(JSON.stringify(report))),
  });
