import { retainedUntil } from '../core/retention.js';
import type { CaseSummary } from './caseSummary.js';

/**
 * Until when a case is kept, by the agent that it keeps to: null for good, while it is under way, and once it is erased. What waits for a person's
 * decision counts from when it was last touched, everything else from its end.
 */
export function caseRetainedUntil({ agent, status, erased, ended_at, updated_at }: CaseSummary): string | null {
  if (erased) return null;
  return retainedUntil(status === 'review' ? updated_at : ended_at, agent.retention_days);
}
