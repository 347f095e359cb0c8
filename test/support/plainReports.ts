import { createCaseReports, type CaseReports } from '../../src/reports/caseReports.js';
import type { Core } from './core.js';

/** Reports of cases whose PDF is the text of the report, without pictures. */
export const createPlainReports = (core: Core): CaseReports =>
  createCaseReports({
    ...core,
    engine: { thumbnail: () => Promise.reject(new Error('none')) },
    clock: core.clock,
    render: (report) => Promise.resolve(Buffer.from(JSON.stringify(report))),
  });
