import type { Case } from './case.js';
import type { CaseState } from './caseCommand.js';
import type { CaseStatus } from './caseEvents.js';
import { DomainError, noneWithThisId } from '../core/decider.js';

// Where a case stands, and what of it every event repeats: what all its rules ask.

/** What every event of a case after its opening repeats. */
export const of = ({ session_id, goal, agent: { id, revision } }: Pick<Case, 'session_id' | 'goal' | 'agent'>) => ({
  ...{ session_id, goal, agent: { id, revision } },
});

/** What the end of a case says of all of it. */
export const endOf = (theCase: Case, at: string) => ({
  ...{ ...of(theCase), opened_at: theCase.created_at },
  duration_ms: Math.max(0, Date.parse(at) - Date.parse(theCase.created_at)),
});

/** The case, whatever became of it. @throws DomainError `not_found` */
export function opened(state: CaseState): Case {
  if (state.status === 'not_opened') throw noneWithThisId('case');
  return state.case;
}

/** The case, unless it was erased. @throws DomainError `not_found`, `conflict` */
export function kept(state: CaseState, so: string): Case {
  const theCase = opened(state);
  if (theCase.erased) throw erasedCase(so);
  return theCase;
}

/** The case, if it is in review. `only` says what only such a case can have done. @throws DomainError `not_found`, `conflict` */
export function inReview(state: CaseState, { so, only }: { so: string; only: string }): Case {
  const theCase = kept(state, so);
  if (theCase.status === 'review') return theCase;
  throw new DomainError('conflict', `The case ${STANDS[theCase.status]}; only a case in review ${only}`);
}

/** The case, if it collects. @throws DomainError `not_found`, `conflict` */
export function collecting(state: CaseState, so: string): Case {
  const theCase = kept(state, so);
  if (theCase.status === 'expired') {
    // The reference stays with it, and would open it again.
    const other = theCase.client_reference_id === null ? '' : ' with another client_reference_id';
    const instead = `open a new one${other}`;
    throw new DomainError('conflict', `The case has expired after too long without a change, so ${so}; ${instead}`);
  }
  if (theCase.status !== 'collecting')
    throw new DomainError('conflict', `The case ${STANDS[theCase.status]}, so ${so}`);
  return theCase;
}

/** Where a case stands, in a sentence about it. */
export const STANDS: Readonly<Record<CaseStatus, string>> = {
  collecting: 'is still collecting',
  completed: 'is completed',
  review: 'is in review',
  denied: 'was denied',
  failed: 'has failed',
  expired: 'has expired',
};

const erasedCase = (so: string): DomainError => new DomainError('conflict', `The case was erased, so ${so}`);
