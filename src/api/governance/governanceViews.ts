import type { GovernanceResult } from '../../commands/governance/governanceResults.js';
import { derivedId } from '../../commands/core/derivedId.js';
import { type GovernanceRun, type GovernanceSet, knownConfig } from '../../domain/governance/index.js';
import type { GovernanceResultView, GovernanceRunView, GovernanceSetView } from './governanceContract.js';

/** A set as it is shown. @param last_run_at when its newest run began; undefined where it never ran */
export const governanceSetView = (set: GovernanceSet, last_run_at: string | undefined): GovernanceSetView => ({
  id: set.governance_id,
  tenant_id: set.tenant_id,
  name: set.name,
  context_id: set.context_id,
  schedule: set.schedule,
  enabled: set.enabled,
  // Sets of before have what they were given, known or not.
  config: knownConfig(set.config),
  last_run_at: last_run_at ?? '',
  created_at: set.created_at,
});

/** A run as it is shown. */
export const governanceRunView = (run: GovernanceRun): GovernanceRunView => ({
  id: run.run_id,
  governance_id: run.governance_id,
  status: run.status,
  total_docs: run.total_docs,
  passed: run.passed,
  failed: run.failed,
  error_count: run.error_count,
  summary: run.summary ?? {},
  trigger: run.trigger,
  error: run.error,
  started_at: run.started_at,
  completed_at: run.completed_at ?? '',
});

/** What a run found of a document, as it is shown. */
export const governanceResultView = (run_id: string, result: GovernanceResult): GovernanceResultView => ({
  id: derivedId(run_id, result.doc_id),
  doc_id: result.doc_id,
  session_id: result.session_id,
  status: result.status,
  field_results: result.field_results,
  valid_before: result.valid_before,
  decision: result.decision,
});
