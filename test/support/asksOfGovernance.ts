import { createGovernanceRunQueries } from '../../src/projections/governance/governanceRunsProjection.js';
import { createGovernanceSetQueries } from '../../src/projections/governance/governanceSetsProjection.js';
import type { Core } from './core.js';

/** What is asked of the read models of governance, by what it is. */
export const asksOfGovernance: [string, (core: Core) => Promise<unknown>][] = [
  ['a governance set', ({ readModels }) => createGovernanceSetQueries(readModels).find('x7')],
  [
    'the governance sets of a tenant',
    ({ readModels }) => createGovernanceSetQueries(readModels).list({ tenant_id: 'x7', limit: 20 }),
  ],
  ['the newest governance sets', ({ readModels }) => createGovernanceSetQueries(readModels).list({ limit: 20 })],
  ['the sets that run by their schedule', ({ readModels }) => createGovernanceSetQueries(readModels).enabled('x5', 20)],
  ['how many sets a tenant has', ({ readModels }) => createGovernanceSetQueries(readModels).count('x7', 200)],
  ['a governance run', ({ readModels }) => createGovernanceRunQueries(readModels).find('x7')],
  [
    'the runs of a governance set',
    ({ readModels }) => createGovernanceRunQueries(readModels).list({ governance_id: 'x7', limit: 20 }),
  ],
  ['when a governance set ran last', ({ readModels }) => createGovernanceRunQueries(readModels).lastOf(['x7'])],
  ['how many runs of a tenant go on', ({ readModels }) => createGovernanceRunQueries(readModels).running('big', 10)],
  ['whether a governance set runs', ({ readModels }) => createGovernanceRunQueries(readModels).isRunning('x500')],
  [
    'all governance runs that go on',
    ({ readModels }) =>
      createGovernanceRunQueries(readModels).allRunning({ started_at: '2026-01-01T00:30:00.000Z', run_id: '' }, 20),
  ],
];
